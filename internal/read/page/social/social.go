// Package social distinguishes profiles on social networks from other links: an account, a
// channel, a group or an invitation counts; a post, a share button, a log-in and the
// network's own front page do not. It judges addresses only and asks nobody.
package social

import (
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// most is how many profiles of one page are kept: a directory of members has
// thousands, and they are no longer the site's own.
const most = 200

// Profile is an account on a network.
type Profile struct {
	Network string // "x", "linkedin", "mastodon"
	URL     string // https, without tracking, tab or fragment
	key     string // equal for the spellings of one account
}

// Of lists the distinct profiles that a page names: those that it links to, in
// reading order, then those that its JSON-LD gives in sameAs. What is given for a
// person or an article is left out: an author's account is not the site's. At most
// 200.
func Of(links []page.Link, objects []structured.Object) []Profile {
	urls := make([]string, 0, len(links))
	for _, l := range links {
		urls = append(urls, l.URL)
	}
	for _, o := range objects {
		if !o.Is("Person") && !o.Is("Article") && !o.Is("Posting") {
			urls = append(urls, structured.Strings(o["sameAs"])...)
		}
	}
	return Profiles(urls)
}

// Profiles lists the distinct profiles among addresses, in their order; at most 200.
func Profiles(urls []string) []Profile {
	list := []Profile{}
	seen := map[string]bool{}
	for _, u := range urls {
		p, ok := Find(u)
		if !ok || seen[p.key] {
			continue
		}
		seen[p.key] = true
		if list = append(list, p); len(list) == most {
			break
		}
	}
	return list
}

// Links is Profiles as addresses.
func Links(urls []string) []string { return addresses(Profiles(urls)) }

// LinksOf is Of as addresses.
func LinksOf(links []page.Link, objects []structured.Object) []string {
	return addresses(Of(links, objects))
}

func addresses(profiles []Profile) []string {
	list := make([]string, len(profiles))
	for i, p := range profiles {
		list[i] = p.URL
	}
	return list
}

// Find returns the profile that an absolute address leads to.
func Find(raw string) (Profile, bool) {
	u, err := url.Parse(raw)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.User != nil || len(raw) > 500 {
		return Profile{}, false
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	for i := range networks {
		n := &networks[i]
		sub, ok := n.at(host)
		if !ok {
			continue
		}
		path, query, ok := n.profile(sub, segments(u), u.Query())
		if !ok {
			return Profile{}, false
		}
		return Profile{
			Network: n.name,
			URL:     "https://" + strings.ToLower(u.Host) + path + query,
			key:     n.key(host, path+query),
		}, true
	}
	return Profile{}, false
}

// segments are the parts of the path, without the empty ones.
func segments(u *url.URL) []string {
	return slices.DeleteFunc(strings.Split(u.EscapedPath(), "/"), func(s string) bool { return s == "" })
}
