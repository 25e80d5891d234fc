package social

import (
	"net/url"
	"slices"
	"strings"
)

// network is a place for profiles and what their addresses look like there.
type network struct {
	name  string
	hosts []string // domains; those for a country or for telephones below them count, too
	// paths are the forms of a profile's path: "*" stands for one segment, "@*" and
	// "+*" for one that begins so, anything else for itself.
	paths []string
	// not are first segments that belong to the network itself.
	not []string
	// query is a parameter that names the profile at the one path that has it.
	query [2]string
	// own says that a name below the host is the profile: somebody.tumblr.com.
	own bool
	// federated says that the same account name on another host is another account.
	federated bool
	// exact says that case matters in the path: it is a code, not a name.
	exact bool
	// numbered says that a path of digits alone is a post.
	numbered bool
}

// tabs are parts of a profile that links lead to as well.
var tabs = []string{"about", "community", "featured", "home", "mycompany", "playlists", "posts", "shorts", "streams", "videos"}

// at reports whether a host is the network's, and what stands before its domain.
func (n *network) at(host string) (sub string, ok bool) {
	for _, h := range n.hosts {
		if host == h {
			return "", true
		}
		if before, found := strings.CutSuffix(host, "."+h); found && (n.own || isVariant(before)) {
			return before, true
		}
	}
	return "", n.federated && isMastodon(host)
}

// isVariant knows the names under which a network shows the same profiles: m, de,
// de-de. Others hold its documentation, its help and its redirects.
func isVariant(sub string) bool {
	country, region, two := strings.Cut(sub, "-")
	return sub == "m" || sub == "mobile" || sub == "web" || sub == "old" || len(country) == 2 && (!two || len(region) == 2)
}

// isMastodon goes by the name, as the network has thousands of servers: most of
// those that are called by the software are of it.
func isMastodon(host string) bool {
	for label := range strings.SplitSeq(host, ".") {
		if label == "mastodon" || label == "mstdn" || label == "masto" {
			return true
		}
	}
	return false
}

// profile returns the part of the address that names the profile.
func (n *network) profile(sub string, segments []string, query url.Values) (path, rest string, ok bool) {
	if n.own && sub != "" && !slices.Contains(n.not, sub) {
		return "/", "", len(segments) == 0
	}
	if len(segments) == 0 || len(segments) > 4 || slices.Contains(n.not, strings.ToLower(segments[0])) {
		return "", "", false
	}
	if n.query[0] != "" && strings.EqualFold(segments[0], n.query[0]) {
		value := query.Get(n.query[1])
		return "/" + segments[0], "?" + n.query[1] + "=" + url.QueryEscape(value), value != "" && query.Get("text") == ""
	}
	if n.numbered && strings.Trim(segments[0], "0123456789") == "" {
		return "", "", false
	}
	if n.fits(segments) {
		return "/" + strings.Join(segments, "/"), "", true
	}
	last := len(segments) - 1
	if last > 0 && slices.Contains(tabs, strings.ToLower(segments[last])) && n.fits(segments[:last]) {
		return "/" + strings.Join(segments[:last], "/"), "", true
	}
	return "", "", false
}

func (n *network) fits(segments []string) bool {
	return slices.ContainsFunc(n.paths, func(form string) bool {
		parts := strings.Split(form, "/")
		return len(parts) == len(segments) && matches(parts, segments)
	})
}

func matches(parts, segments []string) bool {
	for i, p := range parts {
		begin, open := strings.CutSuffix(p, "*")
		switch s := segments[i]; {
		case open && (len(s) <= len(begin) || !strings.HasPrefix(s, begin)):
			return false
		case open && begin == "" && strings.ContainsAny(s[:1], "@+~."):
			return false
		case !open && !strings.EqualFold(p, s):
			return false
		}
	}
	return true
}

// key makes the spellings of one account equal: twitter.com and x.com, a country's
// host, the case of a name.
func (n *network) key(host, path string) string {
	if !n.exact {
		path = strings.ToLower(path)
	}
	if n.federated || n.own {
		return n.name + " " + host + path
	}
	return n.name + " " + path
}
