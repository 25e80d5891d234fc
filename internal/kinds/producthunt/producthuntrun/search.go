package producthuntrun

import (
	"context"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kind/subject"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

const (
	// scope are the pages of products, to which a search is narrowed.
	scope = "site:producthunt.com/products "
	// maxRead is how many pages of products are read to confirm what a search shows.
	maxRead = 3
)

// hit is a product's page that a search engine shows.
type hit struct {
	official.Post
	text string // all that the engine shows of it
}

// searchWeb asks a search engine for pages of products.
func (h *hunt) searchWeb(ctx context.Context, query string) []hit {
	within, cancel := context.WithTimeoutCause(ctx, searching, errs.New(errs.UpstreamTimeout, "The search engines did not respond in time; try again later."))
	defer cancel()
	answer, err := h.search.Search(within, websearch.Query{Text: scope + query, Count: 20})
	if err != nil {
		h.asked("search", signal.Of("web search", err))
		h.lost(err)
		return nil
	}
	h.answered = true
	var hits []hit
	for _, r := range answer.Results {
		if one, ok := hitOf(r); ok {
			hits = append(hits, one)
		}
	}
	if len(hits) == 0 {
		h.asked("search", signal.None(answer.Engine, "It has no page of a product for this."))
		return nil
	}
	h.asked("search", signal.Of(answer.Engine, nil))
	return hits
}

// hitOf takes a result that is a product's page. Engines show its title, "NAME: LINE |
// Product Hunt", and a few words.
func hitOf(r websearch.Result) (hit, bool) {
	u, err := url.Parse(r.URL)
	if err != nil {
		return hit{}, false
	}
	place, ok := permalink.Parse(u)
	if !ok || place.Product == "" {
		return hit{}, false
	}
	title, _, _ := strings.Cut(r.Title, " | Product Hunt")
	title = strings.TrimSuffix(title, " - Product Hunt")
	name, line, _ := strings.Cut(title, ": ")
	if name = subject.Name(name); name == "" {
		return hit{}, false
	}
	return hit{official.Post{Launch: shape.Launch{
		ProductSlug: place.Product, URL: permalink.Product(place.Product), Name: name, Tagline: subject.Name(line),
		Description: subject.Name(r.Snippet), Source: shape.Search,
	}}, r.Title + " " + r.Snippet}, true
}

func (h *hunt) searchByWords(ctx context.Context) {
	for _, one := range h.searchWeb(ctx, h.args.SearchContext) {
		h.add(&one.Post, producthuntkind.Words)
	}
}

// searchBySite looks for pages that show the domain. A page that can be read confirms or
// refutes it; of the others those count whose words an engine shows with the domain.
func (h *hunt) searchBySite(ctx context.Context) {
	reads := maxRead
	for _, one := range h.searchWeb(ctx, `"`+h.domain+`"`) {
		known := false
		if reads > 0 {
			known, reads = h.confirm(ctx, one.ProductSlug, reads-1)
		}
		if !known && mention.Domain(h.domain).Written(one.text) {
			h.add(&one.Post, producthuntkind.Mention)
		}
	}
}

// confirm reads a product's page for its site. Known is false when it is not there;
// after a block no page is left to be read.
func (h *hunt) confirm(ctx context.Context, slug string, left int) (known bool, reads int) {
	page, err := h.site.Product(ctx, permalink.Place{Product: slug})
	if err != nil {
		h.asked("page", signal.Of(producthunt.Name, err))
		if errs.As(err).Permanent {
			return true, left
		}
		return false, 0
	}
	site, err := url.Parse(page.Product.WebsiteURL)
	if err != nil || site.Host == "" {
		return false, left
	}
	if match, ok := h.owns(site); ok {
		h.website(&page.Product, match)
	}
	return true, left
}
