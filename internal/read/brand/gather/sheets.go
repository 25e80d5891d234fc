package gather

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/sync/errgroup"

	"github.com/quarryapi/quarry/internal/read/brand/css"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Bounds of a page's stylesheets.
const (
	maxSheets = 20 // that a page names, and as many that these import
	maxInline = 50 // within the page
	maxTotal  = 8 << 20
	atOnce    = 4
)

// source is one stylesheet: the text within the page, or an address.
type source struct {
	text    string
	address string
}

// sheets reads the stylesheets in the order of the document, each after those that it
// imports, one level deep, and counts those that could not be read.
func (g *Gatherer) sheets(ctx context.Context, doc *html.Node, base *url.URL) (all []css.Sheet, missing int) {
	ctx, cancel := context.WithTimeout(ctx, stageTimeout)
	defer cancel()
	left := maxTotal
	named := parse(g.read(ctx, sources(doc, base)), &left)
	var imports []source
	of := make([]int, 0, len(named)) // to which sheet each import belongs
	for i, s := range named {
		for _, address := range s.Imports {
			if len(imports) < maxSheets {
				imports, of = append(imports, source{address: dom.Resolve(s.base, address)}), append(of, i)
			}
		}
	}
	imported := parse(g.read(ctx, imports), &left)
	for i, s := range named {
		for j, r := range imported {
			if of[j] == i && r.ok {
				all = append(all, r.Sheet)
			} else if of[j] == i {
				missing++
			}
		}
		if s.ok {
			all = append(all, s.Sheet)
		} else {
			missing++
		}
	}
	return all, missing
}

// parse reads the texts as far as the budget of bytes goes.
func parse(list []sheet, left *int) []sheet {
	for i := range list {
		s := &list[i]
		if *left -= len(s.text); *left < 0 {
			s.ok = false
		}
		if s.ok {
			s.Sheet = css.Parse(s.text)
		}
	}
	return list
}

// sources lists what the page names: linked sheets, also those that a script turns on
// once the page has loaded, and those within it.
func sources(doc *html.Node, base *url.URL) []source {
	var all []source
	linked, inline := 0, 0
	for n := range dom.All(doc, atom.Link, atom.Style) {
		media := dom.Attr(n, "media")
		switch {
		case !css.Applies(media) && !strings.Contains(dom.Attr(n, "onload"), "media"):
		case dom.Is(n, atom.Style) && inline < maxInline:
			inline++
			if n.FirstChild != nil {
				all = append(all, source{text: n.FirstChild.Data})
			}
		case dom.Is(n, atom.Link) && isSheet(n) && linked < maxSheets:
			if address := dom.Resolve(base, dom.Attr(n, "href")); address != "" {
				linked++
				all = append(all, source{address: address})
			}
		}
	}
	for i := range all {
		if all[i].address == "" {
			all[i].address = base.String()
		}
	}
	return all
}

func isSheet(n *html.Node) bool {
	rel := strings.Fields(strings.ToLower(dom.Attr(n, "rel")))
	switch {
	case slices.Contains(rel, "alternate"), dom.HasAttr(n, "disabled"):
		return false
	case slices.Contains(rel, "stylesheet"):
		return true
	}
	return slices.Contains(rel, "preload") && strings.EqualFold(dom.Attr(n, "as"), "style")
}

// sheet is a stylesheet that was fetched, with where its imports are relative to.
type sheet struct {
	css.Sheet
	text string
	base *url.URL
	ok   bool
}

// read fetches, each source in its place.
func (g *Gatherer) read(ctx context.Context, list []source) []sheet {
	all := make([]sheet, len(list))
	var group errgroup.Group
	group.SetLimit(atOnce)
	for i, s := range list {
		group.Go(func() error {
			all[i] = g.readOne(ctx, s)
			return nil
		})
	}
	_ = group.Wait() // none returns an error
	return all
}

func (g *Gatherer) readOne(ctx context.Context, s source) sheet {
	if s.text != "" {
		base, err := url.Parse(s.address)
		return sheet{text: s.text, base: base, ok: err == nil}
	}
	resp := g.file(ctx, s.address, "text/css,*/*;q=0.1", css.MaxBytes)
	if resp == nil || strings.Contains(resp.MediaType, "html") {
		return sheet{}
	}
	return sheet{text: strings.ToValidUTF8(string(resp.Body), ""), base: resp.URL, ok: true}
}
