// Package extract reads a page of HTML: it finds the main content among menus, banners and
// related links, writes it as markdown and as plain text, and answers what the page says
// about itself, from its title and authors to the day on which it was published.
//
// [FromReader] does all of that. It fetches nothing, runs no scripts and needs no
// configuration; what finds the content, a small model over blocks of text, is part of the
// package. Articles, documentation, threads, products and lists are read alike.
//
// Input is untrusted, so the work for a page is bounded: the hardest page of 5 MiB that the
// tests generate takes about a second of one CPU. Use FromBytes with a context for a
// shorter limit.
//
// For a page of which everything is wanted as markdown, without a choice, there is
// [github.com/quarryapi/quarry/pkg/markdown].
package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/htmlpage"
	"github.com/quarryapi/quarry/internal/read/page/selector"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// MaxBytes is the largest page that is read.
const MaxBytes = 10 << 20

// The errors of this package; test for them by errors.Is.
var (
	ErrTooLarge = errors.New("the page is too large")       // it has more than MaxBytes
	ErrNotHTML  = errors.New("the document is no HTML")     // its bytes are those of a PDF, an image or the like
	ErrSelector = errors.New("the selector cannot be used") // of Options.Include or Options.Exclude
	ErrURL      = errors.New("the URL cannot be used")      // Options.URL is not absolute
	ErrBroken   = errors.New("the page cannot be read")     // a parser failed on it; please report the page
)

// Options say how a page is read. The zero value finds its main content.
type Options struct {
	// URL is the address of the page. It makes relative addresses absolute, and helps to distinguish
	// the title from the name of the site and to find the day of publication. Without it relative
	// addresses stay as they are in markdown, and are absent elsewhere.
	URL string
	// ContentType is the header of that name, for its charset. It may be empty: the bytes are
	// believed first, and what the page declares next.
	ContentType string
	// WholePage takes all that the page shows as its content, menus and footers included.
	WholePage bool
	// Include are CSS selectors of all that is content; no other is looked for then.
	Include []string
	// Exclude are CSS selectors of what is not content.
	Exclude []string
	// Comments takes those below an article as a section of its content, each with its author and time;
	// without it none of them is. The posts of threads, questions and answers are content.
	Comments bool
	// Structure asks for Page.Structure.
	Structure bool
	// MetadataOnly asks for Page.Metadata and nothing else, in half of the time.
	MetadataOnly bool
}

// FromReader reads a page, in whatever encoding. Any HTML can be read, however broken it is. Of
// a page without content the texts are empty. The errors are those of this package and
// what r returns.
func FromReader(r io.Reader, o Options) (*Page, error) {
	body, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("extract: reading the page: %w", err)
	}
	return FromBytes(context.Background(), body, o)
}

// FromBytes is FromReader for a page in memory, which it does not change. It ends with the
// context's error soon after the context does.
func FromBytes(ctx context.Context, body []byte, o Options) (p *Page, err error) {
	// Foreign parsers see the input of anybody; one page must not end the program.
	defer func() {
		if v := recover(); v != nil {
			p, err = nil, fmt.Errorf("extract: %w: panic: %v\n%s", ErrBroken, v, debug.Stack())
		}
	}()
	address, err := o.check()
	if err != nil {
		return nil, fmt.Errorf("extract: %w", err)
	}
	text, err := decode(body, o.ContentType)
	if err != nil {
		return nil, fmt.Errorf("extract: %w", err)
	}
	read, err := reader().Read(ctx, text, address, htmlpage.Options{
		Parts: o.parts(), OnlyMainContent: !o.WholePage, IncludeTags: o.Include, ExcludeTags: o.Exclude, Comments: o.Comments,
	})
	if err != nil {
		return nil, fmt.Errorf("extract: %w", err)
	}
	return pageOf(read), nil
}

// reader is one for all pages, for its buffers.
var reader = sync.OnceValue(func() *htmlpage.Reader { return htmlpage.New(content.New()) })

// check returns the page's address, without a host when it is not known.
func (o *Options) check() (*url.URL, error) {
	for _, list := range [...][]string{o.Include, o.Exclude} {
		for _, s := range list {
			if issue := selector.Issue(s); issue != "" {
				return nil, fmt.Errorf("%w: %q %s", ErrSelector, s, issue)
			}
		}
	}
	if o.URL == "" {
		return &url.URL{}, nil
	}
	u, err := url.Parse(o.URL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrURL, err)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("%w: %q does not begin with http:// or https:// and a host", ErrURL, o.URL)
	}
	return u, nil
}

func (o *Options) parts() htmlpage.Parts {
	switch {
	case o.MetadataOnly:
		return 0
	case o.Structure:
		return htmlpage.Markdown | htmlpage.Document
	}
	return htmlpage.Markdown | htmlpage.Text
}

// decode returns a page as UTF-8. Bytes that no format is known by may be UTF-16, so the
// text that they make counts.
func decode(body []byte, contentType string) ([]byte, error) {
	if len(body) > MaxBytes {
		return nil, ErrTooLarge
	}
	kind := http.DetectContentType(body)
	if kind != "application/octet-stream" && !strings.HasPrefix(kind, "text/") {
		return nil, fmt.Errorf("%w but %s", ErrNotHTML, kind)
	}
	text, _ := charset.Decode(body, contentType)
	if kind = http.DetectContentType(text); !strings.HasPrefix(kind, "text/") {
		return nil, fmt.Errorf("%w but %s", ErrNotHTML, kind)
	}
	return text, nil
}
