// Package urlread reads the formats of kind url out of a fetched or rendered document. It links
// the parsers and no browser, so only workers may import it; it must not fetch.
package urlread

import (
	"context"
	"encoding/csv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// Reader reads documents. It is safe for concurrent use.
type Reader struct {
	engine *extract.Engine
	now    func() time.Time
}

// New returns a Reader that has PDFs read by documents; nil refuses them.
func New(documents extract.PDF) *Reader {
	return &Reader{engine: extract.New(content.New(), charset.Decode, documents), now: time.Now}
}

// partsOf are what the formats need of a document beside its metadata.
var partsOf = map[urlkind.Format]extract.Parts{
	urlkind.Markdown: extract.Markdown, urlkind.HTML: extract.HTML, urlkind.Text: extract.Text, urlkind.JSON: extract.Document,
	urlkind.Links: extract.Lists, urlkind.Images: extract.Lists, urlkind.Tables: extract.Lists,
}

// Raw fills in the text as served. Errors are those of extract.Engine.Decode.
func (r *Reader) Raw(result *urlkind.Result, src extract.Source) error {
	text, err := r.engine.Decode(src)
	if err != nil {
		return err
	}
	result.Raw = &text
	return nil
}

// Resolve fills in the redirects that led to the page.
func Resolve(result *urlkind.Result, hops []fetch.Hop) {
	for _, hop := range hops {
		result.Redirects = append(result.Redirects, page.Redirect{URL: hop.URL.String(), Status: hop.Status})
	}
}

// Read fills in the members of all formats that are wanted of a document, without raw, resolve
// and screenshot. Errors are those of extract.Engine.Extract; with one, no format is there.
func (r *Reader) Read(ctx context.Context, result *urlkind.Result, src extract.Source, args urlkind.Args) error {
	o := extract.Options{
		OnlyMainContent: args.Options.OnlyMainContent == nil || *args.Options.OnlyMainContent,
		IncludeTags:     args.Options.IncludeTags,
		ExcludeTags:     args.Options.ExcludeTags,
		Comments:        args.Options.Comments == urlkind.Include,
	}
	for _, f := range args.Wanted() {
		o.Parts |= partsOf[f]
	}
	if args.Followed() {
		o.Parts |= followed
	}
	p, err := r.engine.Extract(ctx, src, o)
	if err != nil {
		return err
	}
	inUTC(&p.Metadata)
	if p.Document != nil {
		inUTC(&p.Document.Metadata)
	}
	if args.Followed() {
		result.Found = r.found(p, src.URL)
	}
	result.Title, result.Language, result.Extraction, result.Pages = p.Title, p.Language, p.Extraction, p.Pages
	for _, f := range args.Wanted() {
		fill(result, f, p)
	}
	if p.Pages != nil && p.Pages.Read < p.Pages.Total && args.Judged() {
		result.Warnings = append(result.Warnings, urlkind.PagesMissing)
	}
	return nil
}

// inUTC brings the times of a page into the form of all answers: pages are read with the
// zones in which they are written.
func inUTC(m *page.Metadata) {
	m.PublishedAt, m.UpdatedAt = instant.Known(m.PublishedAt), instant.Known(m.UpdatedAt)
}

// fill fills in the member of one format.
func fill(result *urlkind.Result, f urlkind.Format, p *page.Page) {
	switch f {
	case urlkind.Markdown:
		result.Markdown = &p.Markdown
	case urlkind.HTML:
		result.HTML = &p.HTML
	case urlkind.Text:
		result.Text = &p.Text
	case urlkind.JSON:
		result.JSON = p.Document
	case urlkind.Metadata:
		result.Metadata = &p.Metadata
	case urlkind.Links:
		result.Links = p.Document.Links
	case urlkind.Images:
		result.Images = p.Document.Images
	case urlkind.Tables:
		result.Tables = tables(p.Document.Tables)
	case urlkind.Raw, urlkind.Resolve, urlkind.Screenshot:
	}
}

// tables adds each one's CSV.
func tables(found []page.Table) []urlkind.DataTable {
	all := make([]urlkind.DataTable, len(found))
	for i, t := range found {
		rows := t.Rows
		if len(t.Header) > 0 {
			rows = append([][]string{t.Header}, rows...)
		}
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.UseCRLF = true
		_ = w.WriteAll(rows) // a Builder takes everything
		all[i] = urlkind.DataTable{Table: t, CSV: b.String()}
	}
	return all
}
