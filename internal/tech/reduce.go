package tech

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Limits of what is matched. The expressions of the fingerprints take up to 100 ms for
// a KB of a hostile page; of what these leave, they take 10 ms.
const (
	maxRead    = 2 << 20  // of a page
	maxTelling = 96 << 10 // of scripts, links, metadata, comments and titles
	maxOther   = 48 << 10 // of other tags
	maxTag     = 512
	maxComment = 256
	maxText    = 512 // of a script within the page, or a title
	maxSources = 80  // different scripts by address
	maxMetas   = 60
)

// reducer keeps what tells of technologies: tags, each once, comments, the title, and
// how scripts begin. Other text says little of how a page is made.
type reducer struct {
	telling bytes.Buffer
	other   bytes.Buffer
	seen    map[string]bool
	sources int
	metas   int
}

// reduce returns a page without what need not be matched. Every tag that is left is
// closed and holds no other, which keeps expressions from looking far ahead.
func reduce(page []byte) []byte {
	r := &reducer{seen: map[string]bool{}}
	r.scan(page[:min(len(page), maxRead)], true)
	return append(r.telling.Bytes(), r.other.Bytes()...)
}

// scan reads a page, or once what stands between noscript tags, which is one text to
// whoever runs scripts.
func (r *reducer) scan(page []byte, whole bool) {
	z := html.NewTokenizer(bytes.NewReader(page))
	within := "" // the element that a text belongs to, if it is kept
	for r.telling.Len() < maxTelling {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			within = r.tag(z)
		case html.CommentToken:
			r.keep(&r.telling, "<!--", string(z.Text()), "-->\n", maxComment)
		case html.TextToken:
			switch text := z.Raw(); {
			case within == "noscript" && whole:
				r.scan(text, false)
			case within != "" && within != "noscript":
				text = text[:min(len(text), maxText)]
				r.telling.WriteString("<" + within + ">" + clean(string(text)) + "</" + within + ">\n")
			}
			within = ""
		case html.EndTagToken, html.DoctypeToken:
			within = ""
		}
	}
}

// tag keeps a tag and returns its name when its text matters, too. Elements that hold
// nothing but text are closed at once, or else they would hold all that follows.
func (r *reducer) tag(z *html.Tokenizer) (within string) {
	raw := string(z.Raw())
	tagName, _ := z.TagName()
	name := string(tagName)
	inner := strings.TrimPrefix(strings.TrimSuffix(raw, ">"), "<")
	source := name == "script" && strings.Contains(strings.ToLower(inner), "src")
	end := ">\n"
	if slices.Contains(textOnly, name) {
		end = "></" + name + ">\n"
	}
	switch {
	case name == "noscript" || name == "title":
		return name
	case name == "plaintext" || source && r.sources >= maxSources || name == "meta" && r.metas >= maxMetas:
		return ""
	case !slices.Contains(tellingTags, name):
		if r.other.Len() < maxOther {
			r.keep(&r.other, "<", inner, end, maxTag)
		}
		return ""
	case !r.keep(&r.telling, "<", inner, end, maxTag):
	case source:
		r.sources++
	case name == "meta":
		r.metas++
	}
	if name == "script" && !source {
		return name
	}
	return ""
}

var (
	tellingTags = []string{"html", "meta", "link", "script", "style", "base", "body", "iframe"}
	textOnly    = []string{"script", "style", "textarea", "iframe", "noembed", "noframes", "xmp"}
)

// keep writes a part that was not there before and tells whether it was new. What is
// too long is cut, and a quotation mark that is open then is closed.
func (r *reducer) keep(to *bytes.Buffer, begin, inner, end string, most int) bool {
	inner = clean(inner)
	if len(inner) > most {
		inner = strings.ToValidUTF8(inner[:most], "")
		for _, mark := range []string{`"`, `'`} {
			if strings.Count(inner, mark)%2 == 1 {
				inner += mark
			}
		}
	}
	if r.seen[begin+inner] {
		return false
	}
	r.seen[begin+inner] = true
	to.WriteString(begin + inner + end)
	return true
}

var brackets = strings.NewReplacer("<", " ", ">", " ")

// clean leaves no bracket that could open or close a tag.
func clean(s string) string { return brackets.Replace(strings.ToValidUTF8(s, "")) }
