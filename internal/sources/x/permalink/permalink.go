// Package permalink reads and writes the addresses of posts and accounts of X. It is
// light, for those who must start fast; it asks nobody whether they exist.
package permalink

import (
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

const site = "https://x.com"

// maxDigits is how many digits the largest 64-bit id has.
const maxDigits = 19

// Expressions are compiled when they are first needed: what links this must start fast.
var (
	// X gives handles of up to 15 characters; a few older ones have up to 20.
	handle = pattern.Of(`^[A-Za-z0-9_]{1,20}$`)
	hosts  = []string{"x.com", "twitter.com", "mobile.x.com", "mobile.twitter.com", "fxtwitter.com", "vxtwitter.com", "fixupx.com", "nitter.net"}
	// reserved are first steps of paths that look like handles and are pages of X's own.
	reserved = []string{"i", "home", "explore", "search", "hashtag", "settings", "messages", "notifications", "intent", "share", "login", "signup", "tos", "privacy", "about", "jobs", "download", "compose"}
)

// Post is where a post can be read. Without a handle it is an address that leads there.
func Post(handle, id string) string {
	if handle == "" {
		return site + "/i/status/" + url.PathEscape(id)
	}
	return site + "/" + url.PathEscape(handle) + "/status/" + url.PathEscape(id)
}

// User is where an account's page is.
func User(handle string) string { return site + "/" + url.PathEscape(handle) }

// UserID is an address that leads to an account of which only the id is known.
func UserID(id string) string { return site + "/i/user/" + url.PathEscape(id) }

// ID reports whether s is the id of a post or an account: decimal digits without a
// leading zero.
func ID(s string) bool {
	return s != "" && len(s) <= maxDigits && s[0] != '0' && strings.Trim(s, "0123456789") == ""
}

// Handle reads an account's name within X, with or without an @. Handles are ASCII:
// what is written in other scripts or with emoji is a display name.
func Handle(s string) (string, bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "@")
	return s, handle.MatchString(s) && !slices.Contains(reserved, strings.ToLower(s))
}

// HandleOf returns the account that an address is about: its page, a part of that or
// one of its posts.
func HandleOf(u *url.URL) (string, bool) {
	steps, ok := steps(u)
	if !ok {
		return "", false
	}
	if strings.EqualFold(steps[0], "intent") {
		return Handle(u.Query().Get("screen_name"))
	}
	return Handle(steps[0])
}

// IDOf returns the id of the post that an address is about.
func IDOf(u *url.URL) (id string, ok bool) {
	steps, ok := steps(u)
	if !ok {
		return "", false
	}
	if len(steps) > 2 && steps[0] == "i" && steps[1] == "web" {
		steps = steps[1:]
	}
	if len(steps) < 3 || steps[1] != "status" && steps[1] != "statuses" && steps[1] != "article" {
		return "", false
	}
	return steps[2], ID(steps[2])
}

// steps are the parts of the path of an address on X, at least one.
func steps(u *url.URL) ([]string, bool) {
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if !slices.Contains(hosts, host) {
		return nil, false
	}
	parts := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	return parts, len(parts) > 0
}
