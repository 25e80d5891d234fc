package structured

import (
	"net/url"
	"slices"
	"strings"
)

// Access is what a page declares for search engines of reading it for free, as publishers do whose articles shall be found:
// https://schema.org/isAccessibleForFree.
type Access struct {
	Declared bool
	Free     bool     // all of it
	Paid     []string // selectors of the parts that must be paid for, where the page names them
}

// AccessOf reads it from what is a text, of objects on a page with these addresses: of a museum or a course it is the entry that costs
// something, and an object with another address is another page's. A part that must be paid for makes the page so.
func AccessOf(objects []Object, page ...string) Access {
	a := Access{Free: true}
	for _, o := range objects {
		if !o.isText() || o.isElsewhere(page) {
			continue
		}
		a.add(o)
		for _, part := range listOf(o["hasPart"]) {
			if p, ok := part.(map[string]any); ok && a.add(p) {
				a.Paid = append(a.Paid, Strings(p["cssSelector"])...)
			}
		}
	}
	return a
}

// isText reports whether an object is of a type that is read.
func (o Object) isText() bool {
	return slices.ContainsFunc([]string{"Article", "BlogPosting", "SocialMediaPosting", "WebPage", "CreativeWork", "Report", "Review", "HowTo", "Recipe", "Chapter", "Blog"}, o.Is)
}

// isElsewhere reports whether all addresses that an object has are of other pages.
func (o Object) isElsewhere(page []string) bool {
	var own []string
	for _, name := range []string{"url", "mainEntityOfPage"} {
		own = append(own, Strings(o[name])...)
		if at, ok := o[name].(map[string]any); ok {
			own = append(own, Strings(at["@id"])...)
		}
	}
	return len(own) > 0 && len(page) > 0 && !slices.ContainsFunc(own, func(one string) bool {
		return slices.ContainsFunc(page, func(of string) bool { return pathOf(one) == pathOf(of) })
	})
}

// pathOf is the path of an address, by which pages of one site are told apart.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimSuffix(u.Path, "/")
}

// add reads what an object or a part of it says, and reports whether that must be paid for.
func (a *Access) add(o map[string]any) (paid bool) {
	switch said := o["isAccessibleForFree"].(type) {
	case bool:
		a.Declared, paid = true, !said
	case string:
		word := strings.ToLower(localName(strings.TrimSpace(said)))
		paid = word == "false"
		a.Declared = a.Declared || paid || word == "true"
	}
	a.Free = a.Free && !paid
	return paid
}

func listOf(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	return []any{v}
}
