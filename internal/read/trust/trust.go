// Package trust reports how far a document can be believed before anybody has read it: by
// whose it is, by what it says of itself, and by its age. It is one table and a little
// arithmetic, the same for everybody; it must not fetch and does not judge texts.
package trust

import (
	"math"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Page is what is known of a document.
type Page struct {
	URL       string
	Author    string // empty when none is named
	Published string // empty when undated
	// DOI is true when the page is the landing page of a DOI, or declares one.
	DOI bool
	// Cites is true when it names sources of its own: references, links to what it reports.
	Cites bool
	// Subjects are the domains of what is asked about: who speaks there knows it best.
	Subjects []string
	// Named is true when the caller named it as a trusted candidate.
	Named bool
}

// Score is how far a document can be believed.
type Score struct {
	Value float64 // 0..1, two decimals
	Class Class
	// Reason says why in a few words: "public body; https, dated".
	Reason string
}

// NamedFloor is the least for what the caller named as trusted.
const NamedFloor = 0.85

// What a page gains by what it says of itself. Together they stay below the distance
// between neighbours of the table that are distinguished by more than a name.
const (
	forHTTPS  = 0.02
	forAuthor = 0.02
	forDate   = 0.02
	forCiting = 0.03
	ceiling   = 0.98
)

// Of returns a page's score.
func Of(p Page) Score {
	u, err := url.Parse(p.URL)
	if err != nil || u.Hostname() == "" {
		return named(p, Score{Value: rated().values[Unknown], Class: Unknown, Reason: rated().reasons[Unknown]})
	}
	class := classOf(p, u)
	s := Score{Value: rated().values[class], Class: class, Reason: rated().reasons[class]}
	if class != Unreliable { // its dates and names are no better than the rest of it
		gain, why := gains(p, u)
		s.Value = min(ceiling, s.Value+gain)
		if len(why) > 0 {
			s.Reason += "; " + strings.Join(why, ", ")
		}
	}
	return named(p, s)
}

func named(p Page, s Score) Score {
	if p.Named && s.Value < NamedFloor {
		s.Value = NamedFloor
		s.Reason = "named by the caller; " + s.Reason
	}
	s.Value = math.Round(s.Value*100) / 100
	return s
}

func gains(p Page, u *url.URL) (gain float64, why []string) {
	for _, g := range []struct {
		is    bool
		value float64
		why   string
	}{
		{u.Scheme == "https", forHTTPS, "https"},
		{strings.TrimSpace(p.Author) != "", forAuthor, "author named"},
		{strings.TrimSpace(p.Published) != "", forDate, "dated"},
		{p.Cites, forCiting, "cites sources"},
	} {
		if g.is {
			gain += g.value
			why = append(why, g.why)
		}
	}
	return gain, why
}

// classOf asks in this order: what is listed as unreliable stays so, whoever is asked
// about; then the subject itself; then names of hosts from the longest; then forms.
func classOf(p Page, u *url.URL) Class {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	listed, known := lookUp(host)
	switch {
	case listed == Unreliable:
		return Unreliable
	case own(host, p.Subjects):
		return Subject
	case known:
		return listed
	case public(host):
		return Official
	case p.DOI:
		return Scholarly
	case forum(host, u.Path):
		return Forum
	case blog(host, u.Path):
		return Blog
	}
	return Unknown
}

// lookUp finds the longest name of the table that the host is, or is below.
func lookUp(host string) (Class, bool) {
	for name := host; name != ""; {
		if class, ok := rated().byDomain[name]; ok {
			return class, true
		}
		_, name, _ = strings.Cut(name, ".")
	}
	return Unknown, false
}

// own compares registrable domains, so that ir.example.com speaks for example.com.
func own(host string, subjects []string) bool {
	domain := registrable(host)
	for _, s := range subjects {
		if s = strings.TrimSpace(s); s != "" && registrable(strings.ToLower(s)) == domain {
			return true
		}
	}
	return false
}

func registrable(host string) string {
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// public matches names that only public bodies and universities are given: .gov, .edu,
// .mil and .int, and those that countries keep for them, where the public suffix list
// knows them as such.
func public(host string) bool {
	labels := strings.Split(host, ".")
	n := len(labels)
	if n < 2 {
		return false
	}
	switch top := labels[n-1]; {
	case top == "gov" || top == "edu" || top == "mil" || top == "int":
		return true
	case len(top) != 2 || !reserved[labels[n-2]]:
		return false
	}
	suffix, icann := publicsuffix.PublicSuffix(host)
	return icann && strings.HasSuffix(suffix, labels[n-2]+"."+labels[n-1])
}

func forum(host, path string) bool {
	first, _, _ := strings.Cut(host, ".")
	return first == "forum" || first == "forums" || first == "community" || hasFolder(path, "forum", "forums", "threads")
}

func blog(host, path string) bool {
	first, _, _ := strings.Cut(host, ".")
	return first == "blog" || hasFolder(path, "blog", "blogs")
}

// hasFolder looks at the first two folders of a path: what is deeper is a title.
func hasFolder(path string, names ...string) bool {
	const depth = 3
	for i, part := range strings.SplitN(strings.ToLower(path), "/", depth+1) {
		for _, name := range names {
			if i < depth && part == name {
				return true
			}
		}
	}
	return false
}
