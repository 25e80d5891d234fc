package urlread

import (
	"cmp"
	"context"
	"slices"
	"strings"

	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/embedded"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/shell"
)

// IsShell reports whether a page of HTML that was read has next to no content, and scripts that
// have yet to write it.
func (r *Reader) IsShell(result *urlkind.Result, src extract.Source) bool {
	if !slices.Contains(ways(), result.Extraction) {
		return false
	}
	read := shell.Content{Text: textOf(result), Believed: result.Extraction != page.CleanedBody, Host: hostOf(src)}
	text, err := r.engine.Decode(src)
	return err == nil && shell.In([]byte(text), read) != shell.None
}

// ways are those in which pages of HTML are read.
func ways() []page.Extraction {
	return []page.Extraction{page.MainContent, page.CleanedBody, page.WholePage, page.Selected}
}

func hostOf(src extract.Source) string {
	if src.URL == nil {
		return ""
	}
	return src.URL.Host
}

// NeedsScripts reports whether a page is a shell of which a job wants no content, but what else its
// scripts have yet to fill: its source, its links.
func (r *Reader) NeedsScripts(ctx context.Context, src extract.Source, args urlkind.Args) bool {
	text, err := r.engine.Decode(src)
	if err != nil || shell.Of(parse(text), shell.Content{Host: hostOf(src)}) == shell.None {
		return false // most pages, which need not be read
	}
	args.Format, args.Formats = urlkind.Text, nil
	var read urlkind.Result
	return r.Read(ctx, &read, src, args) == nil && r.IsShell(&read, src)
}

// IsEmpty reports whether content is wanted of a document and there is none.
func IsEmpty(result *urlkind.Result, args urlkind.Args) bool {
	return args.Judged() && strings.TrimSpace(textOf(result)) == ""
}

// ReadData reads the content of a shell from the data that lies in it. It reports whether it was
// there; without it, result is as before.
func (r *Reader) ReadData(ctx context.Context, result *urlkind.Result, src extract.Source, args urlkind.Args) (bool, error) {
	text, err := r.engine.Decode(src)
	if err != nil || ofThePage(args) {
		return false, err
	}
	found, ok := embedded.Find(parse(text))
	if !ok {
		return false, nil
	}
	src.MediaType, src.ContentType, src.Body = "text/html", "text/html; charset=utf-8", found.HTML
	filled := *result
	if err := r.Read(ctx, &filled, src, args); err != nil {
		return false, err
	}
	if (shell.Content{Text: textOf(&filled), Believed: true}).Enough() {
		filled.Title, filled.Language = cmp.Or(result.Title, filled.Title), cmp.Or(result.Language, filled.Language)
		filled.EmbeddedData = found.Source
		if known := result.Found; known != nil { // the page's links are not in its data, and its content is not in the page
			filled.Found.Links, filled.Found.Dropped, filled.Found.Canonical = known.Links, known.Dropped, known.Canonical
		}
		*result = filled
		return true, nil
	}
	return false, nil
}

// ofThePage reports whether a job wants what only the whole page has: elements by their selectors,
// what it links to and says of itself.
func ofThePage(args urlkind.Args) bool {
	return len(args.Options.IncludeTags) > 0 || slices.ContainsFunc([]urlkind.Format{urlkind.Metadata, urlkind.Links, urlkind.Images, urlkind.Tables}, args.Wants)
}

// textOf is the content as one of the formats has it.
func textOf(result *urlkind.Result) string {
	switch {
	case result.Markdown != nil:
		return *result.Markdown
	case result.Text != nil:
		return *result.Text
	case result.JSON != nil:
		return result.JSON.Text
	case result.HTML != nil:
		return dom.Text(parse(*result.HTML))
	}
	return ""
}
