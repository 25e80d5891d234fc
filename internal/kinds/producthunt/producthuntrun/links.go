package producthuntrun

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/kind/signal"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// maxLinks is how many links are asked for, one a second: the feed has fifty.
const maxLinks = 12

// feedBySite looks where the links of the newest launches lead, those first whose name is
// like the domain's, until one leads to the host. The first block is the last link.
func (h *hunt) feedBySite(ctx context.Context) {
	feed, err := h.site.Feed(ctx)
	h.asked("feed", signal.Of(producthunt.Name, err))
	if err != nil {
		h.lost(err)
		return
	}
	within, cancel := context.WithTimeout(ctx, linking)
	defer cancel()
	followed := 0
	for _, l := range h.likeliest(feed) {
		if h.closed || followed == maxLinks {
			break
		}
		d, err := h.site.Leads(within, "/r/p/"+l.ID)
		switch {
		case within.Err() != nil:
			h.closed = true // the time is over
			continue
		case err != nil && !definite(within, err):
			h.closed = true
			h.asked("link", signal.Of(producthunt.Name, err))
			h.lost(err)
			return
		case err == nil:
			if match, ok := h.owns(d.First); ok {
				l.WebsiteURL = d.First.String()
				h.add(&official.Post{Launch: l}, match)
			}
		}
		if followed++; h.sure() {
			break
		}
	}
	if len(h.found) > 0 {
		h.asked("link", signal.Of(producthunt.Name, nil))
		return
	}
	h.asked("link", signal.None(producthunt.Name, fmt.Sprintf("The links of %[2]d of %[1]d launches in the feed were followed, and none redirects to %[3]s.", len(feed), followed, h.domain)))
}

// likeliest sorts launches: those whose name, slug or line holds the domain's own word,
// then those with words of searchContext, then the newest.
func (h *hunt) likeliest(feed []shape.Launch) []shape.Launch {
	own, _, _ := strings.Cut(h.domain, ".")
	likeness := func(l shape.Launch) float64 {
		c := producthuntkind.Candidate{Product: productOf(&official.Post{Launch: l})}
		like := 0.0
		if s := h.score(&c); s != nil {
			like = *s
		}
		if name := tokens.Fold(l.Name + " " + l.ProductSlug + " " + l.Tagline); strings.Contains(name, own) {
			like += 2
		}
		return like
	}
	sorted := slices.Clone(feed)
	slices.SortStableFunc(sorted, func(a, b shape.Launch) int { return cmp.Compare(likeness(b), likeness(a)) })
	return sorted
}
