package producthuntrun

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// launches reads the page that lists a product's launches. The API knows no products: in
// the page's place stand launches that have the same site.
func (v *visit) launches(ctx context.Context) error {
	page, err := v.site.Launches(ctx, v.args.Place())
	v.asked("page", signal.Of(producthunt.Name, err))
	if err == nil {
		v.take(page)
		if n := page.Product.Counts.Launches; n != nil && *n > int64(len(page.Launches)) && v.result.Coverage.Complete {
			v.result.Coverage.Complete = false
			v.result.Coverage.Reason = fmt.Sprintf("The page shows %d of %d launches.", len(page.Launches), *n)
		}
		return nil
	}
	if definite(ctx, err) {
		return err
	}
	launch, other := v.launch(ctx)
	if launch == nil {
		return unless(other, err)
	}
	all, site := []official.Post{*launch}, ""
	if launch.Source == shape.API {
		var same []official.Post
		same, site = v.sameSite(ctx, launch)
		all = append(all, same...)
	}
	v.result.Product = new(productOf(launch))
	what := "This is the launch that the " + told(launch.Source) + " has; there may be others."
	if site != "" {
		v.result.Product.WebsiteURL = site
		what = "These are the launches of the same website that the API has; there may be others."
	}
	v.instead(launch.Source, err, what)
	v.result.Launches = listed(v, newest(plain(all)))
	return nil
}

// sameSite are the launches whose site is that of another, and that site; none when it is
// not known.
func (v *visit) sameSite(ctx context.Context, launch *official.Post) ([]official.Post, string) {
	site, err := url.Parse(launch.WebsiteURL)
	if err != nil || site.Host == "" {
		tracking, err := url.Parse(launch.TrackingURL)
		if err != nil {
			return nil, ""
		}
		place, _ := permalink.Parse(tracking)
		d, err := v.site.Leads(ctx, cmp.Or(place.Link, "/r/p/"+launch.ID))
		v.asked("link", signal.Of(producthunt.Name, err))
		if err != nil {
			return nil, ""
		}
		site = d.First
	}
	posts, known, err := v.api.PostsOfSite(ctx, site, int(v.args.MaxCandidates))
	if err != nil || !known {
		return nil, ""
	}
	same := slices.DeleteFunc(posts, func(p official.Post) bool {
		return p.ID == launch.ID || p.ProductSlug != "" && launch.ProductSlug != "" && p.ProductSlug != launch.ProductSlug
	})
	return same, site.String()
}

// newest sorts launches.
func newest(all []shape.Launch) []shape.Launch {
	slices.SortStableFunc(all, func(a, b shape.Launch) int { return cmp.Compare(b.CreatedAt, a.CreatedAt) })
	return all
}
