package webtest

import "strings"

// searchPage is a page as search engines remember it.
type searchPage struct {
	url, title string
	summary    string // shown as the snippet; empty has engines show the words of the text around what was found
	text       string
	published  string // ISO 8601; empty when the page does not tell
	site       string // the name of the site; empty when it does not tell
	again      string // another address of the same page, which engines list, too
	narrow     bool   // shown only to a query that names its site: others are better everywhere else
}

// searchable is what the replays of all search engines find, see searchIndex.
type searchable func() []searchPage

// display is a page's address as engines show it.
func (p searchPage) display() string {
	_, rest, _ := strings.Cut(p.url, "://")
	rest, _, _ = strings.Cut(rest, "?")
	return strings.TrimSuffix(rest, "/")
}
