package metadata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// fold makes texts comparable: letters and digits alone, in lower case.
func fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				b.WriteRune(r)
			} else if r >= 'A' && r <= 'Z' {
				b.WriteRune(r | 0x20)
			}
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

const maxSiteNames = 40

// siteNames are the names under which the site may stand in a title, folded: those that
// it declares, and its domain.
func (r *reader) siteNames() []string {
	var names []string
	add := func(s string) {
		if key := fold(s); len(key) > 1 && len(key) < 80 {
			names = keep(names, key, maxSiteNames)
		}
	}
	add(r.metas.First("og:site_name"))
	add(r.metas.First("application-name"))
	add(r.metas.First("apple-mobile-web-app-title"))
	for _, o := range r.all {
		if o.Is("WebSite") || o.Is("Organization") {
			for _, name := range structured.Strings(o["name"]) {
				add(name)
			}
		}
		for _, name := range structured.Named(o["publisher"], "name") {
			add(name)
		}
	}
	return append(names, r.domain...)
}

// domainNames are the names that the page's host spells, folded.
func domainNames(host string) []string {
	host = strings.TrimPrefix(host, "www.")
	names := []string{fold(host)}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		label, _, _ := strings.Cut(domain, ".")
		names = append(names, fold(domain), fold(label))
	}
	return slices.DeleteFunc(names, func(s string) bool { return len(s) < 2 })
}

// isSiteName reports whether a folded text is one of the site's names.
func (r *reader) isSiteName(key string) bool {
	for _, name := range r.site {
		if key == name || len(name) > 3 && len(key) < len(name)+12 && (strings.HasPrefix(key, name) || strings.HasSuffix(key, name)) {
			return true
		}
	}
	return false
}

// siteInTitle is the first or last part of the title element when that is what the domain
// spells: "Tarn Looms" of tarnlooms.example.
func (r *reader) siteInTitle() string {
	if r.title == nil || r.title.FirstChild == nil {
		return ""
	}
	title := first(r.title.FirstChild.Data)
	cuts := separators(title)
	if len(cuts) == 0 {
		return ""
	}
	for _, part := range []string{title[cuts[len(cuts)-1].end:], title[:cuts[0].start]} {
		if key := fold(part); key != "" && slices.Contains(r.domain, key) {
			return first(part)
		}
	}
	return ""
}
