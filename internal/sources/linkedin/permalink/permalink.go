// Package permalink reads and writes the addresses of LinkedIn: companies, people and
// posts. It is light, for those who must start fast; it asks nobody whether what an
// address names exists.
package permalink

import (
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

const site = "https://www.linkedin.com"

// Place is what an address is about: a company, a person or a post.
type Place struct {
	Company string // path of a page: company/SLUG, showcase/SLUG or school/SLUG
	Person  string // slug behind /in/
	Post    string // activity:ID, ugcPost:ID or share:ID
}

// Company is where the page of a company is; path as in Place.
func Company(path string) string { return site + "/" + escaped(path) }

// Person is where a member's profile is.
func Person(slug string) string { return site + "/in/" + url.PathEscape(slug) }

// Post is where a post can be read; urn as in Place.
func Post(urn string) string { return site + "/feed/update/urn:li:" + urn + "/" }

func escaped(path string) string {
	kind, slug, _ := strings.Cut(path, "/")
	return kind + "/" + url.PathEscape(slug)
}

// Expressions are compiled when they are first needed: what links this must start fast.
var (
	number = pattern.Of(`^[1-9][0-9]{5,18}$`)
	update = pattern.Of(`^urn:li:(activity|ugcPost|share):([0-9]+)$`)
	posted = pattern.Of(`(?:^|[-_])(activity|ugcPost|ugcpost|share)-([0-9]+)(?:-[A-Za-z0-9_-]*)?$`)
)

// maxSlug is how many characters a slug may have; the longest of people have 100.
const maxSlug = 150

// Slug reports whether s can be the name of a page or a person in an address: letters
// of any script, digits, hyphens and a few signs. (An expression for it takes as long
// to compile as a function takes to start.)
func Slug(s string) bool {
	return strings.Trim(s, ".") != "" && utf8.RuneCountInString(s) <= maxSlug && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("_.'&+%~·-", r)
	})
}

// URN reports whether s can name a post: activity:ID, ugcPost:ID or share:ID.
func URN(s string) bool {
	kind, id, _ := strings.Cut(s, ":")
	return number.MatchString(id) && (kind == "activity" || kind == "ugcPost" || kind == "share")
}

// PostID reads what people write for a post beside its address: a bare number, which
// is an activity's, an URN with or without urn:li:.
func PostID(s string) (urn string, ok bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "urn:li:")
	if number.MatchString(s) {
		s = "activity:" + s
	}
	return s, URN(s)
}

// Parse reads an address of any of LinkedIn's hosts; ok is false for those of
// elsewhere and of other things.
func Parse(u *url.URL) (p Place, ok bool) {
	host := strings.ToLower(u.Hostname())
	if host != "linkedin.com" && !strings.HasSuffix(host, ".linkedin.com") {
		return Place{}, false
	}
	return Path(u.Path)
}

// Path is Parse for the path of an address that is known to be LinkedIn's.
func Path(path string) (p Place, ok bool) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if parts[0] == "embed" {
		parts = parts[1:]
	}
	if len(parts) < 2 {
		return Place{}, false
	}
	slug := parts[1]
	switch parts[0] {
	case "company", "showcase", "school":
		p.Company, ok = parts[0]+"/"+strings.ToLower(slug), Slug(slug)
	case "in":
		p.Person, ok = strings.ToLower(slug), Slug(slug)
	case "posts":
		p.Post, ok = named(posted.FindStringSubmatch(slug))
	case "feed":
		if slug == "update" && len(parts) > 2 {
			p.Post, ok = named(update.FindStringSubmatch(parts[2]))
		}
	}
	if !ok {
		return Place{}, false
	}
	return p, true
}

func named(m []string) (urn string, ok bool) {
	if m == nil {
		return "", false
	}
	if m[1] == "ugcpost" {
		m[1] = "ugcPost"
	}
	urn = m[1] + ":" + m[2]
	return urn, URN(urn)
}

// Posted is when something with an id of LinkedIn's was made: the id's upper 41 bits
// are Unix milliseconds. It is zero for a number that is no such id.
func Posted(id string) time.Time {
	const epoch = 1_000_000_000_000 // ids of this form are of 2013 and later
	n, err := strconv.ParseUint(id, 10, 63)
	if err != nil || n>>22 < epoch {
		return time.Time{}
	}
	return time.UnixMilli(int64(n >> 22)).UTC()
}
