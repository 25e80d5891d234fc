package extract

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/feed"
	"github.com/quarryapi/quarry/internal/read/page/inventory"
	"github.com/quarryapi/quarry/internal/read/page/markup"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/read/page/plain"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// readFeed fails on what is no feed after all; the caller then shows the source.
func (e *Engine) readFeed(ctx context.Context, body []byte, base *url.URL, o Options) (*page.Page, error) {
	doc, m, err := feed.Parse(body, base)
	if err != nil {
		return nil, err
	}
	p := &page.Page{Metadata: m, Extraction: page.FeedItems}
	if o.Parts&(Document|Lists) != 0 {
		p.Document = emptyDocument()
		p.Document.Headings = inventory.Headings(doc)
		p.Document.Links = inventory.Links(doc, base, base)
		p.Document.Images = inventory.Images(doc, base)
	}
	if o.Parts&Targets != 0 {
		p.Targets, p.MoreTargets = inventory.Targets(doc, base)
	}
	if o.Parts&(Text|Document) != 0 {
		p.Text = dom.Paragraphs(doc)
	}
	if o.Parts&Markdown != 0 {
		p.Markdown, err = e.md.Convert(ctx, doc, markdown.Options{Base: base, Title: m.Title, LinksUntitled: true})
	}
	if o.Parts&HTML != 0 && err == nil {
		p.HTML, err = markup.HTML(ctx, doc, base)
	}
	return p, err
}

// readPDF takes the date of creation for that of publication: a PDF has no other.
func (e *Engine) readPDF(ctx context.Context, src Source, o Options) (*page.Page, error) {
	if e.pdf == nil {
		return nil, errs.New(errs.UnsupportedContent, "The target is a PDF and not a page; use POST /v1/public/scrape.")
	}
	doc, err := e.pdf.Read(ctx, src.Body)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, pdf.ErrEncrypted):
		return nil, errs.Wrap(err, errs.UnsupportedContent, "The PDF is encrypted; only PDFs that open without a password can be read.")
	case errors.Is(err, pdf.ErrUnusable):
		return nil, errs.Wrap(err, errs.ParseFailed, "The PDF is damaged and cannot be read.")
	case err != nil:
		return nil, err
	}
	text := doc.Text()
	if text == "" && doc.Read < len(doc.Pages) && o.Parts != 0 {
		return nil, errs.New(errs.ParseFailed, "The PDF is damaged, or takes more memory than a document may: no page with text can be read.")
	}
	if text == "" && o.Parts != 0 {
		return nil, errs.New(errs.UnsupportedContent, "The PDF has no text, only images of pages; text recognition is not supported.")
	}
	p := &page.Page{
		Metadata: page.Metadata{Title: doc.Title, Author: doc.Author, PublishedAt: doc.Created},
		Markdown: doc.Markdown(), Text: text, Extraction: page.PDFText,
		Pages: &page.Pages{Total: doc.Total, Read: doc.Read, Empty: doc.Empty},
	}
	if o.Parts&(Document|Lists) != 0 {
		p.Document = emptyDocument()
	}
	if o.Parts&HTML != 0 {
		p.HTML = paragraphs(doc.Pages)
	}
	return p, nil
}

// paragraphs are the pages of a PDF as HTML, each a paragraph with its lines.
func paragraphs(pages []string) string {
	var b strings.Builder
	for _, text := range pages {
		if text = strings.TrimSpace(text); text != "" {
			b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>\n") + "</p>\n")
		}
	}
	return b.String()
}

func readPlain(kind, body string, o Options) *page.Page {
	text, title := plain.Markdown(kind, strings.ToValidUTF8(body, "\ufffd"))
	p := &page.Page{Metadata: page.Metadata{Title: title}, Markdown: text, Text: strings.TrimSpace(body), Extraction: page.PlainText}
	if o.Parts&(Document|Lists) != 0 {
		p.Document = emptyDocument()
	}
	if p.Text != "" && o.Parts&HTML != 0 {
		p.HTML = "<pre>" + html.EscapeString(p.Text) + "</pre>\n"
	}
	return p
}

// emptyDocument is the document of what has no structure: its lists are there, so
// that a caller can go over them.
func emptyDocument() *page.Document {
	return &page.Document{
		Headings: []page.Heading{}, Links: []page.Link{}, Images: []page.Image{}, Tables: []page.Table{},
		JSONLD: []json.RawMessage{}, Microdata: []page.Item{}, OpenGraph: map[string]string{}, Feeds: []page.Feed{},
	}
}

// Cut shortens s to limit characters, at the last line end or space when there is
// one in the last tenth. A limit of 0 is none.
func Cut(s string, limit int) (cut string, truncated bool) {
	if limit <= 0 || len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s, false
	}
	end := 0
	for range limit {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	head := s[:end]
	if i := strings.LastIndexAny(head, "\n "); i >= len(head)*9/10 {
		head = head[:i]
	}
	return strings.TrimRight(head, " \n"), true
}
