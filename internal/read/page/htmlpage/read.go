// Package htmlpage reads a page of HTML: its metadata, and of its main content, of what
// selectors name or of all of it the markdown, the text and the lists that are asked for. It
// must not know other media types, other encodings than UTF-8 and where a page came from.
package htmlpage

import (
	"context"
	"encoding/json"
	"net/url"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/inventory"
	"github.com/quarryapi/quarry/internal/read/page/markup"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
	"github.com/quarryapi/quarry/internal/read/page/posts"
	"github.com/quarryapi/quarry/internal/read/page/selector"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// Parts are what a page.Page shall hold beside its metadata.
type Parts uint8

// The parts.
const (
	Markdown Parts = 1 << iota
	Text
	Document // includes Text
	HTML     // the content as clean HTML
	Lists    // the lists of Document alone: headings, links, images and tables of the whole page
	Targets  // of all links of the whole page
)

// ofContent are the parts for which the content is looked for.
const ofContent = Markdown | Text | Document | HTML

// Options say what to read of a page and which of its content.
type Options struct {
	Parts           Parts
	OnlyMainContent bool     // ignored with IncludeTags
	IncludeTags     []string // CSS selectors of all that is content
	ExcludeTags     []string // CSS selectors of what is not
	Comments        bool     // whether those below main content belong to it
	Seen            bool     // whether a browser has judged its style sheets, which are not followed then
}

// MainContent finds the main content of a page and takes everything else out of doc.
// Implementations MUST be safe for concurrent use and MUST return nil without an error
// when they find none that can be believed; doc is as it was then. They MUST NOT keep any of its nodes.
type MainContent interface {
	Main(ctx context.Context, doc *html.Node, o content.Options) (*html.Node, error)
}

// Reader reads pages. It is safe for concurrent use.
type Reader struct {
	main   MainContent
	md     *markdown.Converter
	memory sync.Pool // of *memory
}

// memory serves one page after the other.
type memory struct {
	tree     dom.Memory
	metadata metadata.Scratch
}

// New returns a Reader that finds main content by what it is given.
func New(main MainContent) *Reader { return &Reader{main: main, md: markdown.New()} }

// Parse returns the tree of a page in UTF-8, as all of this package sees it.
func Parse(body []byte) *html.Node { return parse(new(dom.Memory), body).doc }

// Read reads a page in UTF-8, in an order in which each step may change the tree that the
// ones before have read. An address without a host is one that is not known: relative
// addresses stay as they are in markdown then, and are left out elsewhere. It ends with the
// context's error soon after the context does, and has no other.
func (r *Reader) Read(ctx context.Context, body []byte, pageURL *url.URL, o Options) (*page.Page, error) {
	m, _ := r.memory.Get().(*memory)
	if m == nil {
		m = new(memory)
	}
	p, err := r.read(ctx, m, body, pageURL, o)
	if p != nil {
		detach(p)
	}
	m.tree.Free() // not after a panic
	m.metadata.Free()
	r.memory.Put(m)
	return p, err
}

func (r *Reader) read(ctx context.Context, m *memory, source []byte, pageURL *url.URL, o Options) (*page.Page, error) {
	t := parse(&m.tree, source)
	doc, base := t.doc, pageURL
	if t.elements(atom.Base) > 0 {
		base = dom.Base(doc, pageURL)
	}
	var blocks []json.RawMessage
	var objects []structured.Object
	if o.Parts&(Document|Lists) == 0 {
		objects = structured.ReadObjects(doc)
	} else {
		blocks = structured.JSONLD(doc)
		objects = structured.Objects(blocks)
	}
	p := &page.Page{Metadata: m.metadata.Read(doc, pageURL, base, objects)}
	if o.Parts == 0 {
		return p, nil
	}
	title := headline(t, p.Metadata, base)
	sort := sortOf(t, p.Metadata, objects, pageURL)
	if o.Parts&(Document|Lists) != 0 {
		p.Document = &page.Document{JSONLD: blocks, Feeds: inventory.Feeds(doc, base)}
	}
	if o.Parts&Document != 0 {
		p.Document.Microdata = structured.Microdata(doc, base)
	}
	if err := selector.Exclude(ctx, doc, o.ExcludeTags); err != nil {
		return nil, err
	}
	list(p, doc, base, pageURL, o)
	if o.Parts&ofContent == 0 {
		return p, ctx.Err()
	}
	thread, sort := threadOf(doc, o, sort)
	main, how, err := r.content(ctx, doc, rulesOf(&m.tree, source, o), o, sort)
	if err != nil {
		return nil, err
	}
	p.Extraction = how
	if how == page.MainContent || how == page.CleanedBody {
		tidy(main, pageURL)
	}
	if o.Parts&(Text|Document) != 0 {
		p.Text = dom.Paragraphs(main)
	}
	if how == page.MainContent || how == page.CleanedBody {
		posts.Entitle(thread, title)
		headed(main, title, base)
		for _, n := range gallery(main, sort) {
			dom.Remove(n)
		}
	}
	if o.Parts&HTML != 0 {
		if p.HTML, err = markup.HTML(ctx, main, base); err != nil {
			return nil, err
		}
	}
	err = r.write(ctx, p, main, base, title, o)
	return p, err
}

// list fills in what is wanted of the whole page: what it links to, and what the document format has.
func list(p *page.Page, doc *html.Node, base, pageURL *url.URL, o Options) {
	if o.Parts&Targets != 0 {
		p.Targets, p.MoreTargets = inventory.Targets(doc, base)
	}
	d := p.Document
	if d == nil {
		return
	}
	d.Headings = inventory.Headings(doc)
	d.Links = inventory.Links(doc, base, pageURL)
	d.Images = inventory.Images(doc, base)
	d.Tables = inventory.Tables(doc)
	d.OpenGraph = p.Metadata.OpenGraph
	if d.JSONLD == nil {
		d.JSONLD = []json.RawMessage{}
	}
}

// write turns the content into markdown, if that was asked for.
func (r *Reader) write(ctx context.Context, p *page.Page, content *html.Node, base *url.URL, title string, o Options) error {
	if o.Parts&Markdown == 0 {
		return ctx.Err()
	}
	if base.Host == "" {
		base = nil
	}
	var err error
	p.Markdown, err = r.md.Convert(ctx, content, markdown.Options{Base: base, Title: title, EachImageOnce: o.OnlyMainContent, LinksUntitled: true})
	return err
}
