package reddittest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// API stands for oauth.reddit.com.
func API() site.Site {
	return site.Site{
		Host:     "redditapi.upstream.test",
		Title:    "Reddit, API",
		About:    "A replay of the API of Reddit. It takes the token that the feeds' host gives, and fails for the same names. r/harbourmasters is private, r/wreckers banned, r/smugglers quarantined.",
		Upstream: "redditapi",
		Rest:     serveAPI,
	}
}

func serveAPI(w http.ResponseWriter, r *http.Request) {
	if !strings.EqualFold(r.Header.Get("Authorization"), "bearer "+token) {
		refuse(w, http.StatusUnauthorized, "Unauthorized", "")
		return
	}
	w.Header().Set("X-Ratelimit-Remaining", "596.0")
	world, q := theWorld(), r.URL.Query()
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case len(path) == 3 && path[2] == "about":
		world.about(w, path[0], path[1])
	case len(path) == 2 && path[0] == "comments":
		world.thread(w, path[1])
	case len(path) == 2 && path[0] == "duplicates":
		world.duplicates(w, path[1], q)
	default:
		if posts, ok := world.list(w, r.URL.Path, q); ok {
			site.SendJSON(w, http.StatusOK, world.listing(posts, q))
		}
	}
}

func refuse(w http.ResponseWriter, status int, message, reason string) {
	body := map[string]any{"message": message, "error": status}
	if reason != "" {
		body["reason"] = reason
	}
	site.SendJSON(w, status, body)
}

// refuses answers for what is no list, and reports whether it did.
func (world *world) refuses(w http.ResponseWriter, kind, name string) bool {
	if serveFailure(w, name) {
		return true
	}
	refusal, known := "", false
	switch kind {
	case "user":
		u := world.user(name)
		known = u != nil && !u.Suspended
		if u != nil && u.Suspended {
			refuse(w, http.StatusForbidden, "Forbidden", "")
			return true
		}
	case "r":
		if c := world.community(name); c != nil {
			refusal, known = c.Refusal, true
		}
	}
	switch {
	case refusal == "banned":
		refuse(w, http.StatusNotFound, "Not Found", refusal)
	case refusal != "":
		refuse(w, http.StatusForbidden, "Forbidden", refusal)
	case !known:
		refuse(w, http.StatusNotFound, "Not Found", "")
	}
	return refusal != "" || !known
}

// list returns the posts of a path, or answers itself and returns false.
func (world *world) list(w http.ResponseWriter, path string, q url.Values) ([]*post, bool) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	name := ""
	if len(parts) > 1 {
		name = parts[1]
	}
	var holds func(*post) bool
	switch {
	case parts[0] == "search":
		if serveFailure(w, q.Get("q")) {
			return nil, false
		}
		holds = func(p *post) bool { return p.matches(q.Get("q")) && p.By != "fogbound" }
	case parts[0] == "domain":
		if serveFailure(w, name) {
			return nil, false
		}
		holds = func(p *post) bool { return p.names(name, true) && p.By != "fogbound" }
	case world.refuses(w, parts[0], name):
		return nil, false
	case parts[0] == "user":
		u := world.user(name)
		holds = func(p *post) bool { return p.By == u.Name && !u.Hides }
	default:
		holds = func(p *post) bool { return strings.EqualFold(p.Sub, name) }
	}
	posts := world.where(holds)
	return posts[:min(len(posts), reach)], true
}

// part is what follows after among some posts. Behind a post that is not among them
// there is nothing.
func (world *world) part(posts []*post, q url.Values) []*post {
	if after := strings.TrimPrefix(q.Get("after"), "t3_"); after != "" {
		i := slices.IndexFunc(posts, func(p *post) bool { return p.ID == after })
		if i < 0 {
			return nil
		}
		posts = posts[i+1:]
	}
	return posts[:min(len(posts), limit(q.Get("limit"), 25))]
}

func (world *world) listing(posts []*post, q url.Values) map[string]any {
	part := world.part(posts, q)
	children, after := []any{}, any(nil)
	for _, p := range part {
		children = append(children, thing("t3", p.object(world, true)))
	}
	if len(part) > 0 && part[len(part)-1] != posts[len(posts)-1] {
		after = "t3_" + part[len(part)-1].ID
	}
	return list(children, after)
}

func thing(kind string, data any) map[string]any { return map[string]any{"kind": kind, "data": data} }

func list(children []any, after any) map[string]any {
	return thing("Listing", map[string]any{"modhash": nil, "dist": len(children), "children": children, "after": after, "before": nil})
}

// object is a post; the archives have no HTML of its text.
func (p *post) object(w *world, live bool) map[string]any {
	self := p.URL == "" && p.Crosspost == ""
	domain := "self." + p.Sub
	if !self {
		domain = site.HostOf(p.link(w))
	}
	o := map[string]any{
		"id": p.ID, "name": "t3_" + p.ID, "title": p.Title, "selftext": p.Text, "url": p.link(w), "permalink": p.path(), "domain": domain,
		"subreddit": p.Sub, "subreddit_name_prefixed": "r/" + p.Sub, "author": "[deleted]", "created_utc": float64(p.At), "edited": false,
		"score": p.Score, "ups": p.Score, "upvote_ratio": p.Ratio, "hide_score": p.Hides, "num_comments": p.comments, "num_crossposts": p.crossposts,
		"is_self": self, "over_18": p.Over18, "stickied": false, "removed_by_category": site.Null(p.Removed), "link_flair_text": nil,
		"thumbnail": "self", "media": nil, "gallery_data": nil,
	}
	if u := w.user(p.By); u != nil {
		o["author"], o["author_fullname"] = u.Name, "t2_"+u.ID
	}
	if p.Thumbnail != "" {
		o["thumbnail"] = p.Thumbnail
	}
	if live && p.Text != "" {
		o["selftext_html"] = markup(p.Text)
	}
	if p.Crosspost != "" {
		o["crosspost_parent"] = "t3_" + p.Crosspost
		o["crosspost_parent_list"] = []any{w.post(p.Crosspost).object(w, live)}
	}
	return o
}

func (world *world) about(w http.ResponseWriter, kind, name string) {
	if u := world.user(name); kind == "user" && u != nil && u.Suspended {
		site.SendJSON(w, http.StatusOK, thing("t2", map[string]any{"name": u.Name, "is_suspended": true, "awardee_karma": 0, "total_karma": 0}))
		return
	}
	if world.refuses(w, kind, name) {
		return
	}
	if c := world.community(name); kind == "r" {
		site.SendJSON(w, http.StatusOK, thing("t5", map[string]any{
			"display_name": c.Name, "name": "t5_" + c.ID, "id": c.ID, "title": c.Title, "public_description": c.About, "subscribers": c.Subscribers,
			"created_utc": float64(c.Created), "over18": false, "lang": "en", "icon_img": "", "community_icon": "", "banner_background_image": "",
		}))
		return
	}
	u := world.user(name)
	site.SendJSON(w, http.StatusOK, thing("t2", map[string]any{
		"name": u.Name, "id": u.ID, "created_utc": float64(u.Created), "link_karma": u.PostKarma, "comment_karma": u.CommentKarma,
		"total_karma": u.TotalKarma, "awardee_karma": 0, "awarder_karma": 0, "is_gold": false, "is_mod": u.Mod, "is_employee": false,
		"verified": true, "has_verified_email": u.Verified, "icon_img": "https://www.redditstatic.com/avatars/defaults/v2/avatar_default_3.png",
		"snoovatar_img": "", "subreddit": map[string]any{
			"title": u.Title, "public_description": u.About, "banner_img": "", "subscribers": u.Followers, "over_18": false,
		},
	}))
}

// thread answers with a post and the tree of its comments.
func (world *world) thread(w http.ResponseWriter, id string) {
	p := world.post(id)
	if serveFailure(w, id) {
		return
	}
	if p == nil {
		refuse(w, http.StatusNotFound, "Not Found", "")
		return
	}
	site.SendJSON(w, http.StatusOK, []any{
		list([]any{thing("t3", p.object(world, true))}, nil), list(world.below(p, "", true), nil),
	})
}

func (world *world) below(p *post, parent string, live bool) []any {
	children := []any{}
	for _, c := range world.Comments {
		if c.Post == p.ID && c.Parent == parent {
			children = append(children, thing("t1", c.object(world, p, live)))
		}
	}
	return children
}

func (c *comment) object(w *world, p *post, live bool) map[string]any {
	parent := "t3_" + p.ID
	if c.Parent != "" {
		parent = "t1_" + c.Parent
	}
	o := map[string]any{
		"id": c.ID, "name": "t1_" + c.ID, "body": c.Text, "link_id": "t3_" + p.ID, "parent_id": parent, "permalink": p.path() + c.ID + "/",
		"subreddit": p.Sub, "author": "[deleted]", "created_utc": float64(c.At), "edited": false, "score": c.Score, "score_hidden": c.Hides,
		"controversiality": 0, "replies": "",
	}
	if u := w.user(c.By); u != nil {
		o["author"], o["author_fullname"] = u.Name, "t2_"+u.ID
	}
	if live {
		o["body_html"] = markup(c.Text)
	}
	if below := w.below(p, c.ID, live); len(below) > 0 {
		o["replies"] = list(below, nil)
	}
	return o
}

func (world *world) duplicates(w http.ResponseWriter, id string, q url.Values) {
	p := world.post(id)
	if p == nil {
		refuse(w, http.StatusNotFound, "Not Found", "")
		return
	}
	site.SendJSON(w, http.StatusOK, []any{
		list([]any{thing("t3", p.object(world, true))}, nil),
		world.listing(world.where(func(other *post) bool { return other.Crosspost == id }), q),
	})
}
