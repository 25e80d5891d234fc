package producthunt

import (
	"context"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
	"github.com/quarryapi/quarry/internal/sources/producthunt/ssr"
)

// ProductPage is what a page of a product has.
type ProductPage struct {
	Product shape.Product
	// Launches are those that the page shows, the newest first.
	Launches []shape.Launch
	// Alternatives are those that the page shows, in its order; nil on other pages than
	// that of alternatives.
	Alternatives []shape.Product
	// Reason is what the page did not have, in words; empty when nothing is missing.
	Reason string
}

// Product reads the page of a product, or of a launch, from where Product Hunt leads on
// to its product. Errors: target_error and permanent when there is none; upstream_blocked,
// parse_failed, and those of upstream.Client.
func (c *Client) Product(ctx context.Context, of permalink.Place) (*ProductPage, error) {
	d, err := c.open(ctx, path(of, ""), what(of))
	if err != nil {
		return nil, err
	}
	p, _, err := d.productPage(of)
	return p, err
}

// Launches is Product for the page that lists a product's launches.
func (c *Client) Launches(ctx context.Context, of permalink.Place) (*ProductPage, error) {
	p, _, err := c.tab(ctx, of, "launches")
	return p, err
}

// Alternatives is Product for the page that lists what is used in a product's place.
func (c *Client) Alternatives(ctx context.Context, of permalink.Place) (*ProductPage, error) {
	p, d, err := c.tab(ctx, of, "alternatives")
	if err != nil {
		return nil, err
	}
	var known bool
	if p.Alternatives, known = d.alternatives(p.Product.Slug); !known {
		return nil, unreadable("the page of alternatives")
	}
	return p, nil
}

// tab reads a page below a product's. A launch's product is looked up first.
func (c *Client) tab(ctx context.Context, of permalink.Place, name string) (*ProductPage, *document, error) {
	if of.Product == "" {
		p, err := c.Product(ctx, of)
		if err != nil {
			return nil, nil, err
		}
		of = permalink.Place{Product: p.Product.Slug}
	}
	d, err := c.open(ctx, path(of, name), what(of))
	if err != nil {
		return nil, nil, err
	}
	p, d, err := d.productPage(of)
	return p, d, err
}

func path(of permalink.Place, tab string) string {
	address := permalink.Post(of.Post)
	if of.Product != "" {
		address = permalink.Product(of.Product)
	}
	if tab != "" {
		address += "/" + tab
	}
	return strings.TrimPrefix(address, permalink.Site)
}

func what(of permalink.Place) string {
	if of.Product != "" {
		return `product "` + of.Product + `"`
	}
	return `launch "` + of.Post + `"`
}

// productPage reads what every page of a product has. A product that was renamed is found
// under its new slug; a page elsewhere means that it is gone.
func (d *document) productPage(of permalink.Place) (*ProductPage, *document, error) {
	o := d.find(of)
	switch {
	case o != nil:
		page := &ProductPage{Product: d.product(o), Launches: d.launches(d.postsOf(o))}
		d.complete(&page.Product)
		return page, d, nil
	case d.place.Product == "" && d.place.Post == "":
		return nil, nil, gone(what(of))
	}
	p := shape.Product{Slug: d.place.Product, Source: shape.Page}
	if p.Slug != "" {
		p.URL = permalink.Product(p.Slug)
	}
	d.complete(&p)
	if p.Name == "" || numbered(d.metas.First("og:title")) {
		return nil, nil, d.lacks(what(of))
	}
	return &ProductPage{Product: p, Launches: []shape.Launch{}, Reason: "The page came without the data for its scripts: only its description for search engines was read."}, d, nil
}

// find is the product that the page is about.
func (d *document) find(of permalink.Place) ssr.Object {
	slug := d.place.Product
	if slug == "" { // a launch's own page, as until 2025
		for _, post := range d.state.All("Post") {
			if post.Text("slug") == of.Post {
				slug = d.state.Of(post["product"]).Text("slug")
			}
		}
	}
	for _, o := range d.state.All("Product") {
		if slug != "" && o.Text("slug") == slug && o.Text("name") != "" {
			return o
		}
	}
	return nil
}

// postsOf are the launches of a product: those on its own lists, and those that name it.
func (d *document) postsOf(product ssr.Object) []ssr.Object {
	all := d.state.Within(product, "Post")
	for _, post := range d.state.All("Post") {
		if d.state.Of(post["product"]).Text("slug") == product.Text("slug") {
			all = append(all, post)
		}
	}
	return all
}

// complete fills in what only the page's structured data has.
func (d *document) complete(p *shape.Product) {
	name, tagline, _ := strings.Cut(strings.TrimSuffix(d.metas.First("og:title"), " | Product Hunt"), ": ")
	fill(&p.Name, strings.TrimSpace(name))
	for _, o := range d.things {
		if !o.Is("Application") && !o.Is("Product") || !slices.Contains(structured.Strings(o["name"]), p.Name) {
			continue
		}
		fill(&p.Description, strings.Join(structured.Strings(o["description"]), " "))
		fill(&p.LogoURL, strings.Join(structured.Named(o["image"], "url"), " "))
		if rating, ok := o["aggregateRating"].(map[string]any); ok {
			r := ssr.Object(rating)
			if p.ReviewsRating == nil {
				p.ReviewsRating = positive(r.Float("ratingValue"))
			}
			if p.Counts.Reviews == nil {
				p.Counts.Reviews = r.Int("reviewCount", "ratingCount")
			}
		}
		break
	}
	fill(&p.Tagline, strings.TrimSpace(tagline))
	fill(&p.Description, d.metas.First("og:description", "description"))
	fill(&p.LogoURL, d.metas.First("og:image"))
}

func fill(field *string, value string) {
	if *field == "" {
		*field = value
	}
}
