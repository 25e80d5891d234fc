package audit

import (
	"encoding/json"
	"mime"
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/inventory"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/seo"
)

const (
	maxOutline  = 200
	maxTypes    = 100
	maxTypeName = 200
)

func (r *reader) headings() seo.Headings {
	h := seo.Headings{H1Count: lookup.Of(r.doc).Find("h1").Length(), Outline: []seo.Heading{}}
	for _, heading := range inventory.Headings(r.doc) {
		if len(h.Outline) == maxOutline {
			break
		}
		text, _ := measured(heading.Text)
		h.Outline = append(h.Outline, seo.Heading{Level: heading.Level, Text: text})
	}
	return h
}

func (r *reader) structured() seo.StructuredData {
	var linked, micro names
	for _, o := range structured.Objects(structured.JSONLD(r.doc)) {
		for _, t := range o.Types() {
			linked.add(t)
		}
	}
	broken := 0
	for n := range r.doc.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case dom.HasAttr(n, "itemscope"):
			for t := range strings.FieldsSeq(dom.Attr(n, "itemtype")) {
				micro.add(t)
			}
		case isBrokenJSONLD(n):
			broken++
		}
	}
	return seo.StructuredData{JSONLDTypes: linked.all(), JSONLDBroken: broken, MicrodataTypes: micro.all()}
}

// isBrokenJSONLD holds blocks to the letter, as search engines do; what we can repair
// is broken all the same.
func isBrokenJSONLD(n *html.Node) bool {
	if !dom.Is(n, atom.Script) || n.FirstChild == nil {
		return false
	}
	kind, _, err := mime.ParseMediaType(dom.Attr(n, "type"))
	block := strings.TrimSpace(n.FirstChild.Data)
	return err == nil && kind == "application/ld+json" && block != "" && !json.Valid([]byte(block))
}

// names are distinct names of types in order.
type names struct {
	list []string
	seen map[string]bool
}

func (l *names) add(name string) {
	for _, prefix := range []string{"https://schema.org/", "http://schema.org/"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	if name != "" && len(name) <= maxTypeName && !l.seen[name] && len(l.list) < maxTypes {
		l.seen[name] = true
		l.list = append(l.list, name)
	}
}

func (l *names) all() []string { return append([]string{}, l.list...) }

// images counts one that is marked as decoration by its role as if its alt were empty.
func (r *reader) images() seo.Images {
	var i seo.Images
	for n := range dom.All(r.doc, atom.Img) {
		i.Count++
		role := strings.ToLower(dom.Attr(n, "role"))
		decoration := role == "presentation" || role == "none"
		switch {
		case dom.Attr(n, "alt") != "":
		case dom.HasAttr(n, "alt") || decoration:
			i.EmptyAlt++
		default:
			i.WithoutAlt++
		}
	}
	if i.Count > 0 {
		i.Share = rounded(float64(i.WithoutAlt) / float64(i.Count))
	}
	return i
}

// rounded keeps three digits, so that results are short to read.
func rounded(share float64) float64 { return float64(int(share*1000+0.5)) / 1000 }

func (r *reader) links() seo.Links {
	var l seo.Links
	internal, unfollowed := map[string]bool{}, map[string]bool{}
	for n := range dom.All(r.doc, atom.A, atom.Area) {
		href := dom.Attr(n, "href")
		if strings.HasPrefix(href, "#") {
			continue // a place in the page itself
		}
		address, _, _ := strings.Cut(dom.Resolve(r.base, href), "#")
		if address == "" {
			continue
		}
		if _, known := internal[address]; !known {
			u, err := url.Parse(address)
			internal[address] = err == nil && dom.SameSite(u, r.url)
		}
		if hasRel(n, "nofollow") || hasRel(n, "ugc") || hasRel(n, "sponsored") {
			unfollowed[address] = true
		}
	}
	for _, own := range internal {
		if own {
			l.Internal++
		} else {
			l.External++
		}
	}
	l.Nofollow = len(unfollowed)
	return l
}

// words counts runs of letters and digits. Characters of scripts without spaces count
// one each.
func words(text string) int {
	n, within := 0, false
	for _, c := range text {
		switch {
		case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana):
			n++
			within = false
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			if !within {
				n++
			}
			within = true
		case (c == '\'' || c == '’' || c == '-') && within || unicode.IsMark(c):
		default:
			within = false
		}
	}
	return n
}
