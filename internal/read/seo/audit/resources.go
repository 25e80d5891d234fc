package audit

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/seo"
)

// maxMixed is how many addresses of mixed content are named.
const maxMixed = 10

// resources counts what the HTML makes a browser load.
func (r *reader) resources() seo.Resources {
	c := counter{reader: r, seen: map[string]bool{}}
	for n := range r.doc.Descendants() {
		if n.Type == html.ElementNode && n.Namespace == "" {
			c.element(n)
		}
	}
	c.MixedSample = append([]string{}, c.MixedSample...)
	return c.Resources
}

type counter struct {
	seo.Resources
	reader *reader
	seen   map[string]bool
}

func (c *counter) element(n *html.Node) {
	switch n.DataAtom {
	case atom.Script:
		c.script(n)
	case atom.Style:
		c.InlineBytes += inline(n)
	case atom.Link:
		c.link(n)
	case atom.Img:
		if c.load(dom.ImageURL(c.reader.base, n)) {
			c.Images++
		}
	case atom.Iframe, atom.Frame, atom.Embed:
		if c.load(dom.Resolve(c.reader.base, dom.Attr(n, "src"))) {
			c.Frames++
		}
	case atom.Audio, atom.Video:
		c.Media++
		c.load(dom.Resolve(c.reader.base, dom.Attr(n, "src")))
	case atom.Source:
		c.load(dom.Resolve(c.reader.base, dom.Attr(n, "src")))
	}
}

// script passes over blocks of data, which are no programs.
func (c *counter) script(n *html.Node) {
	switch src := dom.Resolve(c.reader.base, dom.Attr(n, "src")); {
	case src != "":
		if c.load(src) {
			c.Scripts++
		}
	case !strings.Contains(strings.ToLower(dom.Attr(n, "type")), "json"):
		c.InlineBytes += inline(n)
	}
}

func (c *counter) link(n *html.Node) {
	href := dom.Resolve(c.reader.base, dom.Attr(n, "href"))
	switch {
	case hasRel(n, "stylesheet"):
		if c.load(href) {
			c.Styles++
		}
	case hasRel(n, "icon"), hasRel(n, "preload"), hasRel(n, "modulepreload"), hasRel(n, "manifest"):
		c.load(href)
	}
}

// load notes an address and reports whether it is a new one.
func (c *counter) load(address string) bool {
	if address == "" || c.seen[address] {
		return false
	}
	c.seen[address] = true
	if c.reader.url.Scheme == "https" && strings.HasPrefix(address, "http:") {
		c.MixedContent++
		if len(c.MixedSample) < maxMixed {
			c.MixedSample = append(c.MixedSample, address)
		}
	}
	return true
}

func inline(n *html.Node) int {
	size := 0
	for child := range n.ChildNodes() {
		size += len(child.Data)
	}
	return size
}
