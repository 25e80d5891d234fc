package producthuntrun

import (
	"context"
	"fmt"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// product reads a product's page, or what the API or the feed have about its launch.
func (v *visit) product(ctx context.Context) error {
	page, err := v.site.Product(ctx, v.args.Place())
	v.asked("page", signal.Of(producthunt.Name, err))
	if err == nil {
		v.take(page)
		if n := page.Product.Counts.Launches; n != nil && *n > int64(len(page.Launches)) && v.result.Coverage.Complete {
			v.result.Coverage.Complete = false
			v.result.Coverage.Reason = fmt.Sprintf("The product's first page shows %d of %d launches; use page launches to list them.", len(page.Launches), *n)
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
	v.instead(launch.Source, err, "This is what the "+told(launch.Source)+" has about its launch.")
	v.result.Product = new(productOf(launch))
	v.result.Launches = []shape.Launch{launch.Launch}
	return nil
}

// take makes a page the result.
func (v *visit) take(page *producthunt.ProductPage) {
	v.result.Product, v.result.Source = &page.Product, shape.Page
	v.result.Coverage.Complete, v.result.Coverage.Reason = page.Reason == "", page.Reason
	v.result.Launches = listed(v, page.Launches)
}

// launch asks the API and the feed for the launch of what the job is about; nil when
// neither knows it, with the error of an answer that is definite.
func (v *visit) launch(ctx context.Context) (*official.Post, error) {
	of := v.args.Place()
	post, err := v.post(ctx, of)
	if post != nil || err != nil {
		return post, err
	}
	feed, err := v.site.Feed(ctx)
	v.asked("feed", signal.Of(producthunt.Name, err))
	for _, entry := range feed {
		if of.Product == "" || entry.ProductSlug != of.Product {
			continue
		}
		// The feed knows which launch is the product's, the API knows all about it.
		if v.api.Configured() {
			post, err := v.api.PostByID(ctx, entry.ID)
			v.asked("api", signal.Of(official.Name, err))
			if err == nil && post != nil {
				return post, nil
			}
		}
		return &official.Post{Launch: entry}, nil
	}
	return nil, nil
}

// post asks the API by a slug. One that is a launch's is known to it or does not exist;
// one of a product may be another of its launch.
func (v *visit) post(ctx context.Context, of permalink.Place) (*official.Post, error) {
	if !v.api.Configured() {
		return nil, nil
	}
	slug := of.Post
	if slug == "" {
		slug = of.Product
	}
	post, err := v.api.PostBySlug(ctx, slug)
	switch {
	case err != nil:
		v.asked("api", signal.Of(official.Name, err))
		return nil, nil // is reported among the sources; the feed may have it
	case post == nil && of.Post != "":
		v.asked("api", signal.None(official.Name, "There is no such launch."))
		e := errs.Newf(errs.TargetError, "Product Hunt has no launch %q; check the spelling, or find it by page discover.", slug)
		e.Permanent = true
		return nil, e
	case post == nil || of.Product != "" && post.ProductSlug != "" && post.ProductSlug != of.Product:
		v.asked("api", signal.None(official.Name, "It only has launches, and none of this product by the product's slug."))
		return nil, nil
	}
	v.asked("api", signal.Of(official.Name, nil))
	return post, nil
}

// unless is the first of two errors that is one.
func unless(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

func told(source string) string {
	if source == shape.API {
		return "API"
	}
	return source
}

// productOf is what a launch has about its product.
func productOf(l *official.Post) shape.Product {
	p := shape.Product{
		Slug: l.ProductSlug, Name: l.Name, Tagline: l.Tagline, Description: l.Description, WebsiteURL: l.WebsiteURL, TrackingURL: l.TrackingURL,
		LogoURL: l.ThumbnailURL, ReviewsRating: l.ReviewsRating, Topics: l.Topics, Makers: l.Makers, URL: l.URL, Source: l.Source,
	}
	if p.Slug != "" {
		p.URL = permalink.Product(p.Slug)
	}
	return p
}

// alternatives reads the one surface that has them.
func (v *visit) alternatives(ctx context.Context) error {
	page, err := v.site.Alternatives(ctx, v.args.Place())
	v.asked("page", signal.Of(producthunt.Name, err))
	if err != nil {
		return err
	}
	v.take(page)
	v.result.Launches = nil
	v.result.Coverage.Complete, v.result.Coverage.Reason = page.Reason == "", page.Reason
	v.result.Alternatives = listed(v, page.Alternatives)
	return nil
}
