package structured

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	maxMetas     = 500
	maxMetaValue = 4 << 10
)

// Metas holds the content of meta elements by lower-case name, property, itemprop
// or http-equiv; the first non-empty value of each.
type Metas map[string]string

// ReadMetas reads the meta elements of a page.
func ReadMetas(doc *html.Node) Metas {
	metas := Metas{}
	for n := range dom.All(doc, atom.Meta) {
		metas.Add(n)
	}
	return metas
}

// Add reads one meta element, for a caller that walks the page itself.
func (m Metas) Add(n *html.Node) {
	var content string
	for i := range n.Attr {
		if n.Attr[i].Key == "content" {
			content = n.Attr[i].Val
		}
	}
	if content == "" || len(content) > maxMetaValue {
		return
	}
	if content = Collapse(content); content == "" {
		return
	}
	for i := range n.Attr {
		switch n.Attr[i].Key {
		case "name", "property", "itemprop", "http-equiv":
			for name := range strings.FieldsSeq(strings.ToLower(n.Attr[i].Val)) {
				if _, known := m[name]; !known && len(m) < maxMetas {
					m[name] = content
				}
			}
		}
	}
}

// First returns the value of the first of these names that has one.
func (m Metas) First(names ...string) string {
	for _, name := range names {
		if v := m[name]; v != "" {
			return v
		}
	}
	return ""
}

// OpenGraph returns the og: properties without their prefix, and those of the
// vocabularies that https://ogp.me lists beside it with theirs.
func (m Metas) OpenGraph() map[string]string {
	props := m.prefixed("og:")
	for name, value := range m {
		space, _, ok := strings.Cut(name, ":")
		switch space {
		case "article", "book", "product", "profile", "music", "video":
			if ok {
				props[name] = value
			}
		}
	}
	return props
}

// Twitter returns the twitter: properties without their prefix.
func (m Metas) Twitter() map[string]string { return m.prefixed("twitter:") }

func (m Metas) prefixed(prefix string) map[string]string {
	props := map[string]string{}
	for name, value := range m {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" {
			props[rest] = value
		}
	}
	return props
}

// Collapse makes one space of each run of white space, and none at the ends.
func Collapse(s string) string {
	for i := range len(s) {
		if b := s[i]; b < ' ' || b >= 0xc2 && b <= 0xe3 && b != 0xc3 || b == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return s // as most are
}
