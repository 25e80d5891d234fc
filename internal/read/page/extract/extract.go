// Package extract is the service's entry point to page: it takes what was fetched, chooses
// by media type how to read it, and returns what was asked for. It must not fetch
// and must not know jobs. For programs outside of this repository there is pkg/extract,
// which reads HTML alone.
package extract

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/feed"
	"github.com/quarryapi/quarry/internal/read/page/glyph"
	"github.com/quarryapi/quarry/internal/read/page/htmlpage"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/read/page/plain"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// Source is a fetched document.
type Source struct {
	URL         *url.URL // where it was found, after redirects
	MediaType   string   // lower-case, without parameters; empty when not declared
	ContentType string   // the whole header, for its charset
	Body        []byte
	Seen        bool // whether a browser took out what its style sheets hide
}

// Parts are what a Page shall hold beside its metadata.
type Parts = htmlpage.Parts

// The parts.
const (
	Markdown = htmlpage.Markdown
	Text     = htmlpage.Text
	Document = htmlpage.Document // includes Text
	HTML     = htmlpage.HTML     // the content as clean HTML; never cut
	Lists    = htmlpage.Lists    // the lists of Document alone
	Targets  = htmlpage.Targets  // of all links of the whole document
)

// Options say what to read of a document and which of its content.
type Options struct {
	Parts           Parts
	OnlyMainContent bool     // of HTML; ignored with IncludeTags
	IncludeTags     []string // CSS selectors of all that is content; for HTML
	ExcludeTags     []string // CSS selectors of what is not; for HTML
	Comments        bool     // whether those below main content belong to it; for HTML
	MaxChars        int      // of Markdown and of Text, in characters; 0 for all
}

// PDF reads documents of that form. Implementations MUST be safe for concurrent use.
// Errors: pdf.ErrEncrypted, pdf.ErrUnusable and the context's; those of our own parts are *errs.Error.
type PDF interface {
	Read(ctx context.Context, body []byte) (pdf.Document, error)
}

// Decoder turns a body into UTF-8 and names the encoding that it had.
type Decoder func(body []byte, contentType string) (utf8 []byte, name string)

// Engine reads documents. It is safe for concurrent use.
type Engine struct {
	html   *htmlpage.Reader
	decode Decoder
	md     *markdown.Converter
	pdf    PDF
}

// New returns an Engine that finds main content, decodes and reads PDFs by what it is
// given. Without documents it refuses PDFs, and does not link what reads them.
func New(main htmlpage.MainContent, decode Decoder, documents PDF) *Engine {
	return &Engine{html: htmlpage.New(main), decode: decode, md: markdown.New(), pdf: documents}
}

// Extract reads a document. It MUST be given a context with a deadline, and ends
// with that context's error soon after it. Other errors are *errs.Error with
// unsupported_content (no text in there) or parse_failed, and those of what reads PDFs.
func (e *Engine) Extract(ctx context.Context, src Source, o Options) (p *page.Page, err error) {
	// Several foreign parsers see the input of anybody; one page must not end the
	// process with all its jobs.
	defer func() {
		if v := recover(); v != nil {
			p, err = nil, errs.Wrap(fmt.Errorf("panic: %v\n%s", v, debug.Stack()), errs.ParseFailed, "The document cannot be read; its structure is broken.")
		}
	}()
	p, err = e.read(ctx, src, o)
	if err != nil {
		return nil, err
	}
	p.Markdown, p.Text, p.HTML = glyph.Visible(p.Markdown), glyph.Visible(p.Text), glyph.Visible(p.HTML)
	var cutMarkdown, cutText bool
	p.Markdown, cutMarkdown = Cut(p.Markdown, o.MaxChars)
	p.Text, cutText = Cut(p.Text, o.MaxChars)
	p.Truncated = cutMarkdown || cutText
	if o.Parts&^(Lists|Targets) == 0 {
		p.Extraction = ""
	}
	if p.Document != nil {
		p.Document.Metadata = p.Metadata
		p.Document.Text = p.Text
	}
	p.Title, p.Language = p.Metadata.Title, p.Metadata.Language
	return p, nil
}

// read tries feeds before pages, because servers send feeds as text/html, too.
func (e *Engine) read(ctx context.Context, src Source, o Options) (*page.Page, error) {
	kind := sniff(src.MediaType, src.Body)
	if kind == "application/pdf" {
		return e.readPDF(ctx, src, o)
	}
	if !isText(kind) {
		return nil, errs.Newf(errs.UnsupportedContent, "The target is %s, which has no text; scrape a page, a feed, a text or a PDF.", kind)
	}
	body, _ := e.decode(src.Body, src.ContentType)
	if feed.Is(kind, body) {
		if p, err := e.readFeed(ctx, body, src.URL, o); err == nil || ctx.Err() != nil {
			return p, err
		}
	}
	if kind == "text/html" || kind == "application/xhtml+xml" {
		return e.html.Read(ctx, body, src.URL, htmlpage.Options{
			Parts: o.Parts, OnlyMainContent: o.OnlyMainContent, IncludeTags: o.IncludeTags, ExcludeTags: o.ExcludeTags, Comments: o.Comments, Seen: src.Seen,
		})
	}
	return readPlain(kind, string(body), o), nil
}

// Decode returns the body as text, for those who want it as it is. Binary content
// is refused with unsupported_content.
func (e *Engine) Decode(src Source) (string, error) {
	kind := sniff(src.MediaType, src.Body)
	if !isText(kind) {
		return "", errs.Newf(errs.UnsupportedContent, "The target is %s, which is not text; request another format or another URL.", kind)
	}
	body, _ := e.decode(src.Body, src.ContentType)
	return strings.ToValidUTF8(string(body), "\ufffd"), nil
}

func isText(kind string) bool {
	return kind == "application/xhtml+xml" || plain.Handles(kind) || feed.Is(kind, nil)
}

// sniff returns the media type to go by. The declaration is believed but for three
// lies that are common: none at all, a generic one, and PDF sent as text.
func sniff(declared string, body []byte) string {
	if strings.HasPrefix(string(body[:min(len(body), 5)]), "%PDF-") {
		return "application/pdf"
	}
	switch declared {
	case "", "application/octet-stream", "binary/octet-stream", "application/unknown", "unknown/unknown", "application/x-unknown":
		kind, _, _ := strings.Cut(http.DetectContentType(body), ";")
		return kind
	}
	return declared
}
