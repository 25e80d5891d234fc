package extract

import (
	"context"
	"encoding/json"
	"net/url"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/inventory"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
	"github.com/quarryapi/quarry/internal/read/page/selector"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// readHTML reads in an order in which each step may change the tree that the ones
// before have read.
func (e *Engine) readHTML(ctx context.Context, body []byte, pageURL *url.URL, o Options) (*page.Page, error) {
	doc := dom.Parse(dom.Slim(body))
	dom.Unscript(doc)
	base := dom.Base(doc, pageURL)
	blocks := structured.JSONLD(doc)
	objects := structured.Objects(blocks)
	p := &page.Page{Metadata: metadata.Read(doc, pageURL, base, objects)}
	if o.Parts == 0 {
		return p, nil
	}
	title := headline(doc, p.Metadata)
	sort := sortOf(doc, p.Metadata, objects)
	if o.Parts&Document != 0 {
		p.Document = &page.Document{JSONLD: blocks, Microdata: structured.Microdata(doc, base), Feeds: inventory.Feeds(doc, base)}
	}
	if err := selector.Exclude(ctx, doc, o.ExcludeTags); err != nil {
		return nil, err
	}
	if p.Document != nil {
		list(p, doc, base, pageURL)
	}
	content, how, err := e.content(ctx, doc, o, sort)
	if err != nil {
		return nil, err
	}
	p.Extraction = how
	err = e.write(ctx, p, content, base, title, o)
	return p, err
}

// list fills in what the document format tells of the whole page.
func list(p *page.Page, doc *html.Node, base, pageURL *url.URL) {
	d := p.Document
	d.Headings = inventory.Headings(doc)
	d.Links = inventory.Links(doc, base, pageURL)
	d.Images = inventory.Images(doc, base)
	d.Tables = inventory.Tables(doc)
	d.OpenGraph = p.Metadata.OpenGraph
	if d.JSONLD == nil {
		d.JSONLD = []json.RawMessage{}
	}
}

// write turns the content into what was asked for.
func (e *Engine) write(ctx context.Context, p *page.Page, content *html.Node, base *url.URL, title string, o Options) error {
	if o.Parts&(Text|Document) != 0 {
		p.Text = dom.Paragraphs(content)
	}
	if o.Parts&Markdown == 0 {
		return ctx.Err()
	}
	var err error
	p.Markdown, err = e.md.Convert(ctx, content, markdown.Options{Base: base, Title: title})
	return err
}

// headline is what the page calls itself at the top of its content: its only h1,
// else the title made for sharing, which lacks the name of the site.
func headline(doc *html.Node, m page.Metadata) string {
	var only *html.Node
	for h := range dom.All(doc, atom.H1) {
		if only != nil {
			only = nil
			break
		}
		only = h
	}
	if only != nil {
		if text := dom.HeadingText(only); text != "" {
			return text
		}
	}
	if t := m.OpenGraph["title"]; t != "" {
		return t
	}
	return m.Title
}
