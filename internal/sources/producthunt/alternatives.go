package producthunt

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
	"github.com/quarryapi/quarry/internal/sources/producthunt/ssr"
)

// alternatives are those of a product; known is false when the page has no list of them.
// The field's name drifts (alternatives, alternativeAssociations, topAlternatives), and
// its members are products or what associates one.
func (d *document) alternatives(slug string) (all []shape.Product, known bool) {
	all = []shape.Product{}
	for _, o := range d.state.All("Product") {
		if o.Text("slug") != slug {
			continue
		}
		for _, field := range slices.Sorted(maps.Keys(o)) {
			list, isList := d.state.List(o[field])
			if !isList || !strings.Contains(strings.ToLower(field), "alternative") {
				continue
			}
			known = true
			for _, one := range list {
				all = d.alternative(all, one, slug)
			}
		}
	}
	if !known {
		return d.listed(slug)
	}
	return all, true
}

// alternative adds the product that a member of the list is or associates.
func (d *document) alternative(all []shape.Product, member ssr.Object, slug string) []shape.Product {
	choices := []ssr.Object{member}
	if member.Text("__typename") != "Product" {
		choices = d.state.Within(member, "Product")
	}
	for _, o := range choices {
		p := d.product(o)
		same := func(other shape.Product) bool { return other.Slug == p.Slug }
		if p.Slug != "" && p.Name != "" && p.Slug != slug && !slices.ContainsFunc(all, same) {
			all = append(all, p)
		}
	}
	return all
}

// listed are the products of the page's list for search engines.
func (d *document) listed(slug string) (all []shape.Product, known bool) {
	all = []shape.Product{}
	for _, o := range d.things {
		if !o.Is("ItemList") {
			continue
		}
		items, _ := o["itemListElement"].([]any)
		for _, item := range items {
			member, _ := item.(map[string]any)
			if inner, ok := member["item"].(map[string]any); ok {
				member = inner
			}
			name := strings.Join(structured.Strings(member["name"]), " ")
			u, err := url.Parse(strings.Join(structured.Strings(member["url"]), " "))
			if err != nil || name == "" {
				continue
			}
			if place, ok := permalink.Parse(u); ok && place.Product != "" && place.Product != slug {
				known = true
				all = append(all, shape.Product{Slug: place.Product, URL: permalink.Product(place.Product), Name: name, Source: shape.Page})
			}
		}
	}
	return all, known
}
