// Package permalink reads and writes the addresses of Product Hunt: products, posts,
// people and the links by which it counts visits. It is light, for those who must start
// fast; it asks nobody whether what an address names exists.
package permalink

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

// Site is where Product Hunt is, without a slash behind it.
const Site = "https://www.producthunt.com"

// Place is what an address is about: one of a product, a post, a person and a link.
type Place struct {
	Product string // slug
	Tab     string // of the product's pages: "launches", "alternatives"; empty of its first and of others
	Post    string // slug of a launch; the product's is often another
	User    string // without @
	Link    string // path of a link that leads away: "/r/p/1173164"
}

// Product is where a product's page is.
func Product(slug string) string { return Site + "/products/" + slug }

// Post is where a launch is found; Product Hunt leads on from there to its product.
func Post(slug string) string { return Site + "/posts/" + slug }

// User is where a person's page is.
func User(name string) string { return Site + "/@" + name }

// Link is the link that leads to the site of a post, by the post's id.
func Link(id string) string { return Site + "/r/p/" + id }

// Expressions are compiled when they are first needed: what links this must start fast.
var (
	slugForm = pattern.Of(`^[a-z0-9][a-z0-9_-]{0,149}$`)
	userForm = pattern.Of(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$`)
	// Of a link by a post's id, by a code, and by a code with the post's id behind it.
	linkForm = pattern.Of(`^/r/(?:p/[0-9]{1,12}|[A-Za-z0-9_-]{2,64}(?:/[A-Za-z0-9_-]{1,64})?)$`)
	idForm   = pattern.Of(`^[0-9]{1,12}$`)
)

// Slug returns what can be the slug of a product or a post, in lower case.
func Slug(s string) (string, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	return s, slugForm.MatchString(s)
}

// Username returns what can be the name of a person's account, without an @ before it.
func Username(s string) (string, bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "@")
	return s, userForm.MatchString(s)
}

// ID reports whether s can be the id of a post.
func ID(s string) bool { return idForm.MatchString(s) }

// Host reports whether a host is Product Hunt's.
func Host(name string) bool {
	name = strings.TrimPrefix(strings.ToLower(name), "www.")
	return name == "producthunt.com"
}

// Parse reads an address of Product Hunt.
func Parse(u *url.URL) (Place, bool) {
	if !Host(u.Hostname()) {
		return Place{}, false
	}
	return Path(u.Path)
}

// Path reads the path of an address, on whatever host.
func Path(path string) (Place, bool) {
	path = strings.TrimSuffix(path, "/")
	if linkForm.MatchString(path) {
		return Place{Link: path}, true
	}
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if name, ok := strings.CutPrefix(parts[0], "@"); ok {
		name, ok = Username(name)
		return Place{User: name}, ok
	}
	if len(parts) < 2 {
		return Place{}, false
	}
	slug, ok := Slug(parts[1])
	switch parts[0] {
	case "products":
		p := Place{Product: slug}
		if len(parts) > 2 && (parts[2] == "launches" || parts[2] == "alternatives") {
			p.Tab = parts[2]
		}
		return p, ok
	case "posts":
		return Place{Post: slug}, ok
	}
	return Place{}, false
}

// Untracked is an address without what Product Hunt adds to count its visitors: ref and
// the parameters of campaigns. A ref with another value is the site's own.
func Untracked(u *url.URL) *url.URL {
	clean := *u
	clean.Fragment = ""
	if u.RawQuery == "" {
		return &clean
	}
	var kept []string
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, value = strings.ToLower(name), strings.ToLower(value)
		if strings.HasPrefix(name, "utm_") || name == "ref" && strings.Contains(strings.ReplaceAll(value, "_", ""), "producthunt") {
			continue
		}
		kept = append(kept, pair)
	}
	clean.RawQuery, clean.ForceQuery = strings.Join(kept, "&"), false
	return &clean
}
