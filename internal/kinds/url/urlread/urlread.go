// Package urlread reads the formats of kind url out of a fetched or rendered document. It links
// the parsers and no browser, so only workers may import it; it must not fetch.
package urlread

import (
	"context"
	"math"

	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// Reader reads documents. It is safe for concurrent use.
type Reader struct{ engine *extract.Engine }

// New returns a Reader, which refuses PDFs when it is given nothing that reads them.
func New(documents extract.PDF) *Reader {
	return &Reader{engine: extract.New(content.New(), charset.Decode, documents)}
}

// Read fills in the field of the format. Errors are those of extract.Engine.
func (r *Reader) Read(ctx context.Context, result *urlkind.Result, src extract.Source, args urlkind.Args) error {
	o := extract.Options{
		OnlyMainContent: args.Options.OnlyMainContent == nil || *args.Options.OnlyMainContent,
		IncludeTags:     args.Options.IncludeTags,
		ExcludeTags:     args.Options.ExcludeTags,
		Comments:        args.Options.Comments == urlkind.Include,
		MaxChars:        int(min(args.Options.MaxChars, math.MaxInt32)),
	}
	if args.Format == urlkind.Raw {
		text, err := r.engine.Decode(src)
		if err != nil {
			return err
		}
		text, result.Truncated = extract.Cut(text, o.MaxChars)
		result.Raw = &text
	}
	o.Parts = partsOf(args.Format)
	p, err := r.engine.Extract(ctx, src, o)
	if err != nil {
		return err
	}
	result.Title, result.Language, result.Extraction = p.Title, p.Language, p.Extraction
	result.Truncated = result.Truncated || p.Truncated
	switch args.Format {
	case urlkind.Markdown:
		result.Markdown = &p.Markdown
	case urlkind.JSON:
		result.JSON = p.Document
	case urlkind.Metadata:
		result.Metadata = &p.Metadata
	case urlkind.Raw, urlkind.Resolve, urlkind.Screenshot:
	}
	return nil
}

// partsOf leaves out everything that the format does not show.
func partsOf(f urlkind.Format) extract.Parts {
	switch f {
	case urlkind.Markdown:
		return extract.Markdown
	case urlkind.JSON:
		return extract.Document
	case urlkind.Raw, urlkind.Metadata, urlkind.Resolve, urlkind.Screenshot:
	}
	return 0
}
