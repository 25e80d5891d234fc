package fact

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/research"
)

// deepest is how many objects lead to a value: an offer's price, a place's address.
const deepest = 2

// noise are properties that say nothing of the subject: addresses of pages and pictures,
// what programs need, and prose. A page's own crumbs and searches are no facts, either.
var noise = map[string]bool{
	"@context": true, "@id": true, "@type": true, "@graph": true, "url": true, "sameAs": true, "image": true, "logo": true, "thumbnailUrl": true,
	"mainEntityOfPage": true, "isPartOf": true, "hasPart": true, "potentialAction": true, "description": true, "articleBody": true, "text": true,
	"headline": true, "name": true, "breadcrumb": true, "primaryImageOfPage": true, "inLanguage": true, "speakable": true, "review": true,
	"isAccessibleForFree": true, "contentUrl": true, "embedUrl": true, "encodingFormat": true, "identifier": true, "comment": true,
}

// chrome are types that describe the page and not what it is about.
var chrome = []string{"BreadcrumbList", "WebSite", "WebPage", "SearchAction", "ListItem", "ImageObject", "ItemList", "SiteNavigationElement", "WPHeader", "WPFooter", "Comment", "DiscussionForumPosting"}

func (b *book) jsonLD(blocks []json.RawMessage) {
	for _, o := range structured.Objects(blocks) {
		b.object(o)
	}
}

// object takes over the plain properties of a thing that has a name and a type.
func (b *book) object(o structured.Object) {
	types := o.Types()
	if len(types) == 0 || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(chrome, t) }) {
		return
	}
	names := append(structured.Strings(o["name"]), structured.Strings(o["headline"])...)
	if len(names) == 0 {
		return
	}
	subject := research.Fact{Kind: research.JSONLD, Type: types[0], Subject: names[0]}
	b.properties(subject, "", o, deepest)
}

// properties goes through an object in the order of its names, so that equal pages give
// equal facts.
func (b *book) properties(f research.Fact, prefix string, o map[string]any, depth int) {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if noise[name] && (name != "name" || prefix == "") || strings.HasPrefix(name, "@") {
			continue
		}
		f.Property = prefix + name
		b.value(f, o[name], depth)
	}
}

func (b *book) value(f research.Fact, v any, depth int) {
	const listed = 5 // of a list's members
	switch v := v.(type) {
	case string:
		if !address(v) {
			f.Value = strings.TrimPrefix(strings.TrimPrefix(v, "https://schema.org/"), "http://schema.org/")
			b.add(f)
		}
	case float64:
		f.Value = strconv.FormatFloat(v, 'f', -1, 64)
		b.add(f)
	case bool:
		f.Value = strconv.FormatBool(v)
		b.add(f)
	case []any:
		for _, one := range v[:min(len(v), listed)] {
			if _, nested := one.([]any); !nested {
				b.value(f, one, depth)
			}
		}
	case map[string]any:
		b.nested(f, v, depth)
	}
}

// nested is a thing within another: only its name where it has one and is a person, a
// place or an organization; else its own properties.
func (b *book) nested(f research.Fact, o structured.Object, depth int) {
	names := structured.Strings(o["name"])
	if len(names) > 0 && (o.Is("Person") || o.Is("Organization") || o.Is("Place") || o.Is("Brand") || o.Is("Corporation") || o.Is("Country")) {
		f.Value = names[0]
		b.add(f)
		return
	}
	if depth > 1 {
		b.properties(f, f.Property+".", o, depth-1)
	}
}

func address(v string) bool {
	return (strings.HasPrefix(v, "https://") || strings.HasPrefix(v, "http://")) && !strings.HasPrefix(v, "https://schema.org/") && !strings.HasPrefix(v, "http://schema.org/")
}
