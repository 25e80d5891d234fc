package urlread

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/selector"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// sold is how many characters the part of a page has at least that must be paid for and was sent: the prompt to pay in
// its place is shorter.
const sold = 500

// Warn says of a page of HTML why its result would be taken for what it is not: the caller's selectors leave nothing that they
// do, so that it looks like an empty page; it is an empty page, and no shell, which is another's to say; or it must be paid for, and what was read can be its beginning. A result that is to
// be cut is not yet.
func (r *Reader) Warn(ctx context.Context, result *urlkind.Result, src extract.Source, args urlkind.Args, shell bool) {
	if !args.Judged() || !slices.Contains(ways(), result.Extraction) {
		return
	}
	chosen := len(args.Options.IncludeTags)+len(args.Options.ExcludeTags) > 0
	switch {
	case !IsEmpty(result, args):
	case chosen:
		result.Warnings = append(result.Warnings, urlkind.NothingSelected)
	case !result.Rendered && !shell && result.Status != http.StatusNoContent && result.Status != http.StatusResetContent:
		result.Warnings = append(result.Warnings, urlkind.NoContent) // a browser would show no more
	}
	if !bytes.Contains(src.Body, []byte("isAccessibleForFree")) && !bytes.Contains(src.Body, []byte("content_tier")) {
		return // most pages, which need not be read again
	}
	text, err := r.engine.Decode(src)
	if err != nil {
		return
	}
	read := textOf(result)
	if chosen {
		read = dom.Text(parse(text)) // what the caller left out was sent all the same
	}
	if isPaywalled(ctx, parse(text), src.URL.String(), read) {
		result.Warnings = append(result.Warnings, urlkind.Paywalled)
	}
}

// isPaywalled goes by what a page declares, and no words. One that names the part that must be paid for, and has a text of some
// length there, was sent whole, if that part is not hidden: most of it is in what was read.
func isPaywalled(ctx context.Context, doc *html.Node, address, read string) bool {
	metas := structured.ReadMetas(doc)
	addresses := []string{address}
	for link := range dom.Descendants(doc) {
		if dom.Is(link, atom.Link) && strings.EqualFold(dom.Attr(link, "rel"), "canonical") {
			addresses = append(addresses, dom.Attr(link, "href"))
		}
	}
	if own := metas.First("og:url"); own != "" {
		addresses = append(addresses, own)
	}
	access := structured.AccessOf(structured.ReadObjects(doc), addresses...)
	if access.Free && metas.First("article:content_tier") != "locked" {
		return false
	}
	part, err := selector.Include(ctx, doc, access.Paid)
	return err != nil || utf8.RuneCountInString(dom.Text(part)) < sold || !isMostly(part, letters(read))
}

// isMostly reports whether at least half of an element's text is in what was read, piece by piece. What stands beside an article
// is in none of its texts, and counts for neither.
func isMostly(part *html.Node, read string) bool {
	const enough = 256 // pieces that are missing, each of which costs a search in all that was read
	var all, found, missing int
	for n := range dom.Descendants(part) {
		if missing == enough {
			break
		}
		if n.Type != html.TextNode || dom.Closest(n, atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Textarea, atom.Aside, atom.Nav, atom.Footer, atom.Form, atom.Figcaption, atom.Svg) != nil {
			continue
		}
		piece := letters(n.Data)
		all += len(piece)
		if strings.Contains(read, piece) {
			found += len(piece)
		} else {
			missing++
		}
	}
	return all > 0 && 2*found >= all
}

// letters leaves out of a text what formats write in their own ways.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
