package posts

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// How clearly an element is the author of what it stands with.
const (
	linksToPerson = 1 + iota
	namedAuthor
	declaredAuthor
)

// authorNames are what templates call the element with an author's name.
var authorNames = []string{"author", "fn", "username", "user-name", "comment-author", "comment__author", "comment-author-name", "comment-user", "commentauthor", "postauthor", "post-author", "author-name", "message-name", "hnuser", "poster", "creator", "user-details"}

// authorship is how clearly an element is an author; 0 where it is none. A declaration is
// clearer than a name, as question sites name the last editor like the author.
func authorship(n *html.Node) int {
	of := fields(n)
	switch {
	case dom.Attr(n, "itemprop") == "author", slices.Contains(strings.Fields(dom.Attr(n, "rel")), "author"),
		slices.Contains(of, "p-author"), slices.Contains(of, "u-author"):
		return declaredAuthor
	case slices.ContainsFunc(of, func(f string) bool { return f == "h-card" || slices.Contains(authorNames, f) }):
		return namedAuthor
	case isPerson(n):
		return linksToPerson
	}
	return 0
}

// isAuthor knows an author by what a template says of the element itself.
func isAuthor(n *html.Node) bool { return authorship(n) >= namedAuthor }

// isPerson knows a link to somebody's page by its address, where it is not part of a paragraph:
// there it mentions somebody.
func isPerson(n *html.Node) bool {
	if !dom.Is(n, atom.A) || hasField(n, "mention") {
		return false
	}
	if p := dom.Closest(n, atom.P); p != nil && dom.TextLength(p, 2*longest) > dom.TextLength(n, longest)+longest/2 {
		return false
	}
	to, err := url.Parse(dom.Attr(n, "href"))
	if err != nil {
		return false
	}
	folder, who, found := strings.Cut(strings.TrimPrefix(to.Path, "/"), "/")
	if !found || who == "" {
		return false
	}
	switch folder {
	case "user", "users", "u", "member", "members", "profile", "profiles", "people":
		return true
	}
	return false
}

// name is that of an author, without what stands around it: "Jane says:". What is named so
// counts before a link, which may be around a picture or its first letter.
func name(n *html.Node) string {
	inner := within(n, func(c *html.Node) bool {
		return dom.Attr(c, "itemprop") == "name" || hasField(c, "fn") || hasField(c, "p-name") || hasField(c, "username")
	})
	if inner == nil || dom.TextLength(inner, 1) == 0 {
		inner = within(n, func(c *html.Node) bool {
			return dom.Is(c, atom.A, atom.Cite, atom.B, atom.Strong) && dom.TextLength(c, 1) > 0
		})
	}
	if inner != nil {
		n = inner
	}
	if dom.TextLength(n, longest+1) > longest {
		return ""
	}
	text := dom.Text(n)
	for _, end := range [...]string{" says:", " says", " said:", " wrote:", " sagt:", " schreibt:", " dit :", " dice:", ":"} {
		text = strings.TrimSuffix(text, end)
	}
	return strings.TrimSpace(strings.TrimPrefix(text, "by "))
}
