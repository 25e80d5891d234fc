// Package identity finds out what the owner of a site is called and what it says of
// itself in its structured data. It must not fetch.
package identity

import (
	"net/url"
	"slices"

	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// Organization is what the JSON-LD of a page says of who runs the site.
type Organization struct {
	Name      string
	LegalName string
	Logos     []string // addresses as written, in order
	// Own is true when its url is of the page's site, so that it is surely not somebody
	// else whom the page is about.
	Own bool
}

// organizations are the types that run sites, by how their names end.
var organizations = []string{"Organization", "Corporation", "Business", "Brand", "Store", "Restaurant", "Hotel", "Agency", "Service", "NGO", "Company"}

// Find returns the organization that runs the site: one whose url is of the site, else
// the publisher that the site names, else the first without a url. ok is false when
// there is none, as when all are of other sites.
func Find(objects []structured.Object, page *url.URL) (org Organization, ok bool) {
	ids := byID(objects)
	var candidates []structured.Object
	for _, o := range objects {
		if o.Is("WebSite") {
			if p := follow(o["publisher"], ids); p != nil {
				candidates = append(candidates, p)
			}
		}
	}
	for _, o := range objects {
		if isOrganization(o) {
			candidates = append(candidates, o)
		}
		if p := follow(o["publisher"], ids); p != nil && !o.Is("WebSite") {
			candidates = append(candidates, p)
		}
	}
	for _, want := range []relation{own, unknown} {
		for _, o := range candidates {
			if relationOf(o, page) != want {
				continue
			}
			org = merge(org, o, ids, want == own)
			ok = true
		}
		if ok {
			return org, true
		}
	}
	return Organization{}, false
}

// relation is whose an organization is.
type relation int

const (
	other   relation = iota // of another site
	unknown                 // it names no site
	own                     // of the page's
)

func relationOf(o structured.Object, page *url.URL) relation {
	urls := structured.Strings(o["url"])
	if len(urls) == 0 {
		return unknown
	}
	for _, raw := range urls {
		u, err := page.Parse(raw)
		if err == nil && SameOwner(u.Hostname(), page.Hostname()) {
			return own
		}
	}
	return other
}

// SameOwner reports whether two hosts are below one registered domain.
func SameOwner(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := publicsuffix.EffectiveTLDPlusOne(a)
	y, errY := publicsuffix.EffectiveTLDPlusOne(b)
	return errX == nil && errY == nil && x == y
}

func isOrganization(o structured.Object) bool {
	return slices.ContainsFunc(organizations, o.Is)
}

func byID(objects []structured.Object) map[string]structured.Object {
	ids := map[string]structured.Object{}
	for _, o := range objects {
		if id, ok := o["@id"].(string); ok && ids[id] == nil {
			ids[id] = o
		}
	}
	return ids
}

// follow reads a member that is an object, or the reference to one. A reference leads
// one step, so circles end.
func follow(v any, ids map[string]structured.Object) structured.Object {
	if list, ok := v.([]any); ok && len(list) > 0 {
		v = list[0]
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	if id, ok := m["@id"].(string); ok && len(m) <= 2 && ids[id] != nil {
		return ids[id]
	}
	return m
}

// merge fills in what the first did not say.
func merge(org Organization, o structured.Object, ids map[string]structured.Object, own bool) Organization {
	org.Own = org.Own || own
	if names := structured.Strings(o["name"]); org.Name == "" && len(names) > 0 {
		org.Name = names[0]
	}
	if names := structured.Strings(o["legalName"]); org.LegalName == "" && len(names) > 0 {
		org.LegalName = names[0]
	}
	for _, v := range list(o["logo"]) {
		if m := follow(v, ids); m != nil {
			v = map[string]any(m)
		}
		for _, address := range slices.Concat(structured.Named(v, "url"), content(v)) {
			if !slices.Contains(org.Logos, address) {
				org.Logos = append(org.Logos, address)
			}
		}
	}
	return org
}

// content is the other member in which an image has its address.
func content(v any) []string {
	m, _ := v.(map[string]any)
	return structured.Strings(m["contentUrl"])
}

func list(v any) []any {
	if l, ok := v.([]any); ok {
		const most = 10
		return l[:min(len(l), most)]
	}
	return []any{v}
}
