// Package scholarly holds what search engines of scholarly works have in common: how a DOI, a
// date and an abstract are written, and which results are one work. It knows no engine.
package scholarly

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// DOI is an identifier in its bare form, "10.1000/182", in lower case as DOIs have no
// case; empty for what is none.
func DOI(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, beginning := range []string{"https://", "http://", "dx.doi.org/", "doi.org/", "www.doi.org/", "doi:"} {
		s = strings.TrimSpace(strings.TrimPrefix(s, beginning))
	}
	prefix, suffix, ok := strings.Cut(s, "/")
	if !ok || !strings.HasPrefix(prefix, "10.") || suffix == "" || strings.ContainsFunc(s, unicode.IsSpace) {
		return ""
	}
	return s
}

// URL is where a DOI leads from; empty for none.
func URL(doi string) string {
	if doi == "" {
		return ""
	}
	return (&url.URL{Scheme: "https", Host: "doi.org", Path: "/" + doi}).String()
}

// Address is the first of some that is an http or https address; empty when none is.
func Address(all ...string) string {
	for _, s := range all {
		if u, err := url.Parse(strings.TrimSpace(s)); err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") {
			return u.String()
		}
	}
	return ""
}

// snippetLength is about how many bytes of an abstract are a snippet.
const snippetLength = 300

// Snippet is the beginning of an abstract, cut between words.
func Snippet(abstract string) string {
	if len(abstract) <= snippetLength {
		return abstract
	}
	cut := abstract[:snippetLength]
	if i := strings.LastIndexFunc(cut, unicode.IsSpace); i > snippetLength/2 {
		cut = cut[:i]
	}
	for !utf8.ValidString(cut) {
		cut = cut[:len(cut)-1]
	}
	return strings.TrimRight(cut, " ,;:.–-") + " …"
}

// Plain is a text of one line, without control characters.
func Plain(s string) string {
	s = strings.ToValidUTF8(s, "")
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// Text is what a piece of markup says, in JATS or HTML: <jats:p>, <i>, &amp;. Its parts are
// set apart, formulas are read as they are written, and a heading that only says
// "Abstract" is left out.
func Text(markup string) string {
	var b strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(markup))
	title := false
	for {
		switch tokens.Next() {
		case html.ErrorToken: // the end
			return Plain(b.String())
		case html.TextToken:
			text := string(tokens.Text())
			if !title || !strings.EqualFold(strings.Trim(text, " \n.:"), "abstract") {
				b.WriteString(text)
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := tokens.TagName()
			_, local, prefixed := strings.Cut(string(name), ":")
			if !prefixed {
				local = string(name)
			}
			title = local == "title" && tokens.Token().Type == html.StartTagToken
			if apart(local) {
				b.WriteByte(' ')
			}
		}
	}
}

// apart distinguishes elements that stand for themselves from those within a line.
func apart(name string) bool {
	switch name {
	case "title", "p", "sec", "list", "list-item", "disp-formula", "break", "br", "label", "div", "li", "ul", "ol":
		return true
	}
	return false
}
