// Package embedded finds the content of a page in the data that frameworks leave in it for their
// scripts, where there is one text that the page is plainly about. It runs no scripts and must not
// know how a page is fetched or what becomes of the content.
package embedded

import (
	"bytes"
	"cmp"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Found is content of a page's data.
type Found struct {
	Source page.DataSource
	// HTML is the page with the content in place of its body; its head is as served.
	HTML []byte
}

// Find returns the content of a page that its data has. The document stays as it is.
func Find(doc *html.Node) (Found, bool) {
	for _, s := range []struct {
		source page.DataSource
		read   func(*html.Node) (story, bool)
	}{{page.JSONLD, ofJSONLD}, {page.Next, ofNext}, {page.Nuxt, ofNuxt}, {page.SvelteKit, ofSvelteKit}, {page.State, ofState}} {
		if found, ok := s.read(doc); ok {
			return Found{s.source, found.page(doc)}, true
		}
	}
	return Found{}, false
}

// story is one text with its title.
type story struct {
	title string
	body  string // HTML
	size  int    // of its text
}

// page puts the story into the document that it is from.
func (s story) page(doc *html.Node) []byte {
	var b bytes.Buffer
	b.WriteString("<!doctype html><html")
	if root := dom.First(doc, atom.Html); root != nil && dom.Attr(root, "lang") != "" {
		b.WriteString(` lang="` + html.EscapeString(dom.Attr(root, "lang")) + `"`)
	}
	b.WriteString(">")
	if head := dom.First(doc, atom.Head); head != nil {
		_ = html.Render(&b, head) // a Buffer takes everything
	}
	b.WriteString("<body><main><article>")
	if s.title != "" {
		b.WriteString("<h1>" + html.EscapeString(s.title) + "</h1>")
	}
	b.WriteString(s.body + "</article></main></body></html>")
	return b.Bytes()
}

// longer is the one with more text.
func longer(a, b story) story {
	if b.size > a.size {
		b.title = cmp.Or(b.title, a.title)
		return b
	}
	return a
}
