package extract

import "github.com/quarryapi/quarry/internal/read/page"

// The service documents its own types in its API. Those of this package are apart from
// them, so that neither can change the other.

func pageOf(p *page.Page) *Page {
	out := &Page{Metadata: metadataOf(&p.Metadata), Markdown: p.Markdown, Text: p.Text, Method: Method(p.Extraction)}
	if d := p.Document; d != nil {
		out.Structure = &Structure{
			Headings: each(d.Headings, func(h page.Heading) Heading { return Heading(h) }),
			Links:    each(d.Links, func(l page.Link) Link { return Link(l) }),
			Images:   each(d.Images, func(i page.Image) Image { return Image(i) }),
			Tables:   each(d.Tables, func(t page.Table) Table { return Table(t) }),
			Feeds:    each(d.Feeds, func(f page.Feed) Feed { return Feed(f) }),
			JSONLD:   d.JSONLD, Microdata: each(d.Microdata, itemOf),
		}
	}
	return out
}

func metadataOf(m *page.Metadata) Metadata {
	return Metadata{
		Title: m.Title, PageTitle: m.PageTitle, Description: m.Description, Author: m.Author,
		Published: m.PublishedAt, Modified: m.UpdatedAt, Language: m.Language, SiteName: m.SiteName,
		Canonical: m.Canonical, Image: m.Image, Icons: each(m.Icons, func(i page.Icon) Icon { return Icon(i) }),
		OpenGraph: m.OpenGraph, Twitter: m.Twitter, JSONLDTypes: m.JSONLDTypes,
	}
}

// itemOf converts the items within items, too.
func itemOf(i page.Item) Item {
	out := Item{Type: i.Type, ID: i.ID, Properties: make(map[string][]any, len(i.Properties))}
	for name, values := range i.Properties {
		out.Properties[name] = each(values, func(v any) any {
			if inner, ok := v.(page.Item); ok {
				return itemOf(inner)
			}
			return v
		})
	}
	return out
}

// each converts a list, and keeps nil apart from empty.
func each[A, B any](list []A, convert func(A) B) []B {
	if list == nil {
		return nil
	}
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = convert(a)
	}
	return out
}
