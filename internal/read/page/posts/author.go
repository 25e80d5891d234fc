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
	soundsLikeAuthor = 1 + iota
	linksToPerson
	namedAuthor
	declaredAuthor
)

// authorNames are what templates call the element with an author's name.
var authorNames = []string{"author", "fn", "username", "user-name", "comment-author", "comment__author", "comment-author-name", "comment-user", "commentauthor", "postauthor", "post-author", "author-name", "message-name", "hnuser", "poster", "creator", "user-details"}

// authorship is how clearly an element is an author; 0 where it is none. A declaration is
// clearer than a name, as question sites name the last editor like the author.
func authorship(n *html.Node) int {
	if len(n.Attr) == 0 {
		return 0 // as most
	}
	of := fields(n)
	switch {
	case dom.Attr(n, "itemprop") == "author", slices.Contains(strings.Fields(dom.Attr(n, "rel")), "author"),
		slices.Contains(of, "p-author"), slices.Contains(of, "u-author"):
		return declaredAuthor
	case slices.ContainsFunc(of, func(f string) bool { return f == "h-card" || slices.Contains(authorNames, f) }):
		return namedAuthor
	case isPerson(n):
		return linksToPerson
	case soundsLike(classes(n)) && dom.TextLength(n, longest+1) <= longest:
		return soundsLikeAuthor
	}
	return 0
}

// soundsLike reports whether a class is made of what templates call authors: bigusername,
// PostUser-name. The picture of an author and what is said of one are none.
func soundsLike(class string) bool {
	for _, other := range [...]string{"avatar", "photo", "info", "stat", "count", "title"} {
		if strings.Contains(class, other) {
			return false
		}
	}
	for _, part := range [...]string{"author", "username", "user-name", "user_name", "poster", "byline"} {
		if strings.Contains(class, part) {
			return true
		}
	}
	return class == "user"
}

// isAuthor knows an author by what a template says of the element itself.
func isAuthor(n *html.Node) bool { return authorship(n) >= namedAuthor }

// isPerson knows a link to somebody's page by its address, where it is not part of a paragraph:
// there it mentions somebody.
func isPerson(n *html.Node) bool {
	if !dom.Is(n, atom.A) || !mayLeadToPerson(dom.Attr(n, "href")) || hasField(n, "mention") {
		return false
	}
	if p := dom.Closest(n, atom.P); p != nil && dom.TextLength(p, 2*longest) > dom.TextLength(n, longest)+longest/2 {
		return false
	}
	to, err := url.Parse(dom.Attr(n, "href"))
	if err != nil {
		return false
	}
	return leadsToPerson(to)
}

// mayLeadToPerson costs less than to take an address apart.
func mayLeadToPerson(href string) bool {
	for _, part := range [...]string{"user", "/u/", "member", "profile", "people/", "/~"} {
		if strings.Contains(href, part) {
			return true
		}
	}
	return false
}

// leadsToPerson knows the addresses of members: /user/ann, /member.php?u=2, /user-2.html, /~ann.
func leadsToPerson(to *url.URL) bool {
	path := strings.TrimPrefix(to.Path, "/")
	if who, home := strings.CutPrefix(path, "~"); home {
		return who != "" && !strings.Contains(who, "/")
	}
	if strings.Contains(to.RawQuery, "action=profile") {
		return true
	}
	folder, who, found := strings.Cut(path, "/")
	if found && who != "" && isMembers(folder) {
		return !isDoor(who)
	}
	page := path[strings.LastIndexByte(path, '/')+1:]
	of, rest, numbered := strings.Cut(strings.TrimSuffix(page, ".html"), "-")
	if numbered && isMembers(of) && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		return true
	}
	script, isScript := strings.CutSuffix(page, ".php")
	return isScript && (isMembers(script) || script == "memberlist") && strings.Contains(to.RawQuery, "u")
}

func isMembers(folder string) bool {
	switch folder {
	case "user", "users", "u", "member", "members", "profile", "profiles", "people":
		return true
	}
	return false
}

// isDoor knows what stands among members' addresses and is none of them.
func isDoor(who string) bool {
	switch strings.Trim(who, "/") {
	case "login", "logout", "register", "signup", "sign_up", "signin", "sign_in", "password", "me", "settings":
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
