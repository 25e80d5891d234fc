// Package merge makes one list of the sources of all lanes, each once, and chooses those
// to read: what the caller names, then trusted places, then what many searches rank
// high, few of one host. It must not know engines, and reads nothing.
package merge

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/retrieval/fusion"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

// Named are the sources that the caller names, each once, in the order seeds, trusted
// pages, key messages.
func Named(t *research.Topic) []research.Candidate {
	var all []research.Candidate
	add := func(lane research.Lane, address, title, snippet string) {
		key := weburl.Key(address)
		if key == "" || slices.ContainsFunc(all, func(c research.Candidate) bool { return c.Key == key }) {
			return
		}
		all = append(all, research.Candidate{
			Key: key, URL: weburl.Clean(address), Title: title, Snippet: snippet, Lane: lane, Score: 1, Provider: research.Caller,
			Trusted: trusted(t, address),
		})
	}
	for _, address := range t.Seeds {
		add(research.Seed, address, "", "")
	}
	for _, address := range t.TrustedPages {
		add(research.Trusted, address, "", "")
	}
	for _, m := range t.Messages {
		add(research.KeyMessage, m.URL, m.Title, m.Snippet)
	}
	return all
}

// trusted matches sources that the caller trusts: a page, or all of a domain.
func trusted(t *research.Topic, address string) bool {
	return slices.ContainsFunc(t.TrustedPages, func(p string) bool { return weburl.Same(p, address) }) ||
		slices.ContainsFunc(t.TrustedDomains, func(d string) bool { return research.On(address, d) })
}

// Merge returns the named sources and the best others, at most so many results. A
// source of several lists is the first lane's, has what any of them has, and scores
// by its ranks in all of them, as a share of the best. A trusted domain of which no
// search found a page stands there with its home page.
func Merge(t *research.Topic, named []research.Candidate, lists []lane.List, results int) []research.Candidate {
	known := map[string]*research.Candidate{}
	all := slices.Clone(named)
	for i := range all {
		known[all[i].Key] = &all[i]
	}
	var orders [][]string
	found := map[string]*research.Candidate{}
	for _, l := range lists {
		var order []string
		for _, c := range l.Found {
			if k := known[c.Key]; k != nil {
				fill(k, c)
				continue
			}
			c.Trusted = c.Trusted || trusted(t, c.URL)
			if f := found[c.Key]; f != nil {
				fill(f, c)
			} else {
				found[c.Key] = &c
			}
			order = append(order, c.Key)
		}
		orders = append(orders, order)
	}
	others := rank(found, fusion.Rank(orders...))
	all = append(all, others[:min(len(others), results)]...)
	return append(all, homes(t, all)...)
}

// rank gives the found sources their scores and drops those that have host and title in
// common with a better one. Addresses that lead nowhere readable come last.
func rank(found map[string]*research.Candidate, order []fusion.Scored) []research.Candidate {
	var all []research.Candidate
	seen := map[string]bool{}
	for _, o := range order {
		c := *found[o.ID]
		c.Score = o.Score / order[0].Score
		if same := titleKey(c); same != "" {
			if seen[same] {
				continue
			}
			seen[same] = true
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b research.Candidate) int { return truth(Opaque(a.URL)) - truth(Opaque(b.URL)) })
	return all
}

// fill adds what is not known yet. The lane of higher precedence stays.
func fill(c *research.Candidate, other research.Candidate) {
	if other.Lane.Before(c.Lane) {
		c.Lane = other.Lane
	}
	c.Title, c.Snippet = cmp.Or(c.Title, other.Title), cmp.Or(c.Snippet, other.Snippet)
	c.Source, c.Published = cmp.Or(c.Source, other.Source), cmp.Or(c.Published, other.Published)
	c.Abstract, c.DOI = cmp.Or(c.Abstract, other.Abstract), cmp.Or(c.DOI, other.DOI)
	c.Query, c.Trusted = cmp.Or(c.Query, other.Query), c.Trusted || other.Trusted
	if c.Rank == 0 {
		c.Rank = other.Rank
	}
}

// homes are the home pages of trusted domains that have no page among the sources.
func homes(t *research.Topic, all []research.Candidate) []research.Candidate {
	var list []research.Candidate
	for _, domain := range t.TrustedDomains {
		on := func(c research.Candidate) bool { return research.On(c.URL, domain) }
		if slices.ContainsFunc(all, on) || slices.ContainsFunc(list, on) {
			continue
		}
		address := "https://" + domain + "/"
		list = append(list, research.Candidate{Key: weburl.Key(address), URL: address, Lane: research.Trusted, Score: 1, Provider: research.Caller, Trusted: true})
	}
	return list
}

// titleKey is equal for a page and its print version, or one page under two addresses.
// Short titles say too little.
func titleKey(c research.Candidate) string {
	words := tokens.Words(c.Title)
	if len(words) < 4 {
		return ""
	}
	return host(c.URL) + " " + strings.Join(words, " ")
}

func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

// Opaque matches addresses that only a browser gets behind: those of Google News, which
// names no other of its articles.
func Opaque(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Hostname() == "news.google.com"
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
