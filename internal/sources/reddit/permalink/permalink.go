// Package permalink reads and writes the addresses of Reddit: accounts, communities,
// posts and comments. It is light, for those who must start fast; it asks nobody
// whether what an address names exists.
package permalink

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

const site = "https://www.reddit.com"

// The prefixes of full names: what Reddit calls a thing wherever its type is not clear.
const (
	CommentPrefix = "t1_"
	UserPrefix    = "t2_"
	PostPrefix    = "t3_"
)

// Place is what an address is about: an account, a community or a post. A post's may
// name its community and one of its comments, too.
type Place struct {
	User      string // without u/
	Subreddit string // without r/
	Post      string // id without t3_
	Comment   string // id without t1_
}

// User is where an account's page is.
func User(name string) string { return site + "/user/" + url.PathEscape(name) + "/" }

// Subreddit is where a community's page is.
func Subreddit(name string) string { return site + "/r/" + url.PathEscape(name) + "/" }

// Post is where a post can be read.
func Post(id string) string { return site + "/comments/" + url.PathEscape(id) + "/" }

// Comment is where a comment of a post can be read.
func Comment(post, id string) string { return Post(post) + "_/" + url.PathEscape(id) + "/" }

// At is the address of a path that Reddit gave, without query; "" for no path.
func At(path string) string {
	u, err := url.Parse(path)
	if err != nil || !strings.HasPrefix(u.Path, "/") {
		return ""
	}
	return site + u.EscapedPath()
}

// Names are of letters that all hosts of Reddit take; the limits are those of 2026, and
// a community named u_NAME is that of an account.
//
// Expressions are compiled when they are first needed: what links this must start fast.
var (
	userName      = pattern.Of(`^[A-Za-z0-9_-]{1,20}$`)
	subredditName = pattern.Of(`^(?:[A-Za-z0-9][A-Za-z0-9_]{1,20}|u_[A-Za-z0-9_-]{1,20})$`)
	identity      = pattern.Of(`^[a-z0-9]{1,13}$`)
)

// UserName reports whether s can be an account's name.
func UserName(s string) bool { return userName.MatchString(s) }

// SubredditName reports whether s can be a community's name.
func SubredditName(s string) bool { return subredditName.MatchString(s) }

// ID reports whether s can be an id: base 36, without a prefix.
func ID(s string) bool { return identity.MatchString(s) }

// FullName reports whether s can be the full name of a post or a comment.
func FullName(s string) bool {
	return len(s) > 3 && (s[:3] == PostPrefix || s[:3] == CommentPrefix) && ID(s[3:])
}

// Handle reads what people write for an account or a community: u/NAME, /u/NAME, @NAME,
// user/NAME, r/NAME; a bare NAME is an account's.
func Handle(s string) (Place, bool) {
	s = strings.Trim(strings.TrimSpace(s), "/")
	prefix, name, found := strings.Cut(s, "/")
	if !found {
		prefix, name = "u", strings.TrimPrefix(s, "@")
	}
	return named(strings.ToLower(prefix), name)
}

// named reads the first two segments of a path.
func named(prefix, name string) (Place, bool) {
	switch prefix {
	case "u", "user":
		return Place{User: name}, UserName(name)
	case "r":
		if user, ok := strings.CutPrefix(strings.ToLower(name), "u_"); ok && UserName(user) {
			return Place{User: name[len("u_"):]}, true
		}
		return Place{Subreddit: name}, SubredditName(name)
	}
	return Place{}, false
}

// Parse reads an address on any host of Reddit, or redd.it. Links that only Reddit can
// resolve (/r/NAME/s/CODE) are none.
func Parse(u *url.URL) (Place, bool) {
	path := strings.Split(strings.Trim(u.Path, "/"), "/")
	host := strings.ToLower(u.Hostname())
	switch {
	case host == "redd.it":
		return post(Place{}, path)
	case host != "reddit.com" && !strings.HasSuffix(host, ".reddit.com"):
		return Place{}, false
	case path[0] == "comments" || path[0] == "gallery" || path[0] == "tb":
		return post(Place{}, path[1:])
	case len(path) < 2:
		return Place{}, false
	}
	p, ok := named(path[0], strings.TrimSuffix(strings.TrimSuffix(path[1], ".rss"), ".json"))
	if !ok || len(path) < 3 || path[2] != "comments" || len(path) == 3 && p.User != "" {
		return p, ok && (len(path) < 3 || path[2] != "s")
	}
	return post(Place{Subreddit: p.Subreddit}, path[3:])
}

// post reads ID, ID/SLUG or ID/SLUG/COMMENT.
func post(p Place, path []string) (Place, bool) {
	if len(path) == 0 {
		return Place{}, false
	}
	p.Post = strings.ToLower(path[0])
	if len(path) > 2 && ID(strings.ToLower(path[2])) {
		p.Comment = strings.ToLower(path[2])
	}
	return p, ID(p.Post)
}
