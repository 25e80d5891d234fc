package enginetest

import "strings"

// Page is a page as search engines remember it.
type Page struct {
	URL, Title string
	Summary    string // shown as the snippet; empty has engines show the words of the text around what was found
	Text       string
	Published  string // ISO 8601; empty when the page does not tell
	Site       string // the name of the site; empty when it does not tell
	Again      string // another address of the same page, which engines list, too
	Narrow     bool   // shown only to a query that names its site: others are better everywhere else
}

// Index is what the replays of all search engines find, see searchIndex.
type Index func() []Page

// Display is a page's address as engines show it.
func (p Page) Display() string {
	_, rest, _ := strings.Cut(p.URL, "://")
	rest, _, _ = strings.Cut(rest, "?")
	return strings.TrimSuffix(rest, "/")
}
