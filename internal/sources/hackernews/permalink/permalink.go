// Package permalink reads and writes the addresses of items and users of Hacker News.
// It is light, for those who must start fast; it asks nobody whether an item exists.
package permalink

import (
	"net/url"
	"strings"
)

const site = "https://news.ycombinator.com"

// maxDigits bounds ids: those of 2026 have 8 digits, and 18 always fit 64 bits.
const maxDigits = 18

// Item is where an item can be read.
func Item(id string) string { return site + "/item?id=" + url.QueryEscape(id) }

// User is where a user's page is.
func User(name string) string { return site + "/user?id=" + url.QueryEscape(name) }

// ID reports whether s is the id of an item: decimal digits without a leading zero.
func ID(s string) bool {
	return s != "" && len(s) <= maxDigits && s[0] != '0' && strings.Trim(s, "0123456789") == ""
}

// IDOf returns the id of the item that an address is about: its page, its page at
// Algolia's search, or what one of the two APIs says of it.
func IDOf(u *url.URL) (id string, ok bool) {
	switch path := strings.TrimSuffix(u.Path, "/"); strings.ToLower(u.Hostname()) {
	case "news.ycombinator.com", "www.news.ycombinator.com":
		if path == "/item" || path == "/reply" {
			id = u.Query().Get("id")
		}
	case "hn.algolia.com":
		id, _ = strings.CutPrefix(path, "/api/v1/items/")
	case "hacker-news.firebaseio.com":
		id, _ = strings.CutPrefix(path, "/v0/item/")
		id = strings.TrimSuffix(id, ".json")
	}
	return id, ID(id)
}
