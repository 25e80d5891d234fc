package reddit

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// atOnce is how many comments Reddit gives with a post.
const atOnce = 500

// Discussion is a post with its comments.
type Discussion struct {
	Post social.Item
	// Comments stand one behind the other, each before its answers, in the order of the
	// page; a feed has the newest only, in no tree. None has its replies in it, and each
	// that is not deleted has its author. Never nil.
	Comments []social.Item
	Coverage social.Coverage // of the comments
	Source   string
	Origin   string
}

// Discussion reads a post by its id (without t3_) with up to 500 comments: from the API
// or the feed, else from an archive, which knows what the counts were when it saw the
// post. Errors: as Posts.
func (c *Client) Discussion(ctx context.Context, id string) (*Discussion, error) {
	ways := []func(context.Context, string) (*Discussion, error){c.feedDiscussion, c.archivedDiscussion}
	if c.Configured() {
		ways = append([]func(context.Context, string) (*Discussion, error){c.apiDiscussion}, ways...)
	}
	var failed error
	for _, way := range ways {
		d, err := way(ctx, id)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil && definite(err):
			return nil, err
		case err == nil && d != nil:
			if d.Origin == social.Archive && failed != nil {
				d.Coverage.Reason = "Reddit itself could not be read, so this is an archive's copy. Reddit's error: " + errs.As(failed).Message
			}
			return d, nil
		case failed == nil:
			failed = err
		}
	}
	return nil, failed
}

func (c *Client) apiDiscussion(ctx context.Context, id string) (*Discussion, error) {
	var pair []listing
	query := url.Values{"limit": {strconv.Itoa(atOnce)}, "sort": {"confidence"}, "threaded": {"true"}}
	if err := c.ask(ctx, "/comments/"+url.PathEscape(id), query, "the post "+id, &pair); err != nil {
		return nil, err
	}
	if len(pair) != 2 || pair[0].Data == nil || pair[1].Data == nil {
		return nil, unreadable(API, "without a post and its comments")
	}
	s := source{API, social.Live}
	posts, err := s.records(API, pair[0].Data.Children)
	if err != nil {
		return nil, err
	}
	if len(posts) != 1 || posts[0].ExternalID != permalink.PostPrefix+id {
		return nil, unreadable(API, "with another post")
	}
	return s.discussion(posts[0], pair[1].Data.Children)
}

// discussion reads the tree of comments. Those that are left out are counted.
func (s source) discussion(post record, things []thing) (*Discussion, error) {
	d := &Discussion{Post: post.Item, Comments: []social.Item{}, Source: s.name, Origin: s.origin}
	hidden, err := s.flatten(d, things, 0)
	if err != nil {
		return nil, err
	}
	switch known := len(d.Comments); {
	case hidden > 0:
		d.Coverage.Reason = fmt.Sprintf("Reddit gives the first %d comments with a post and leaves out about %d.", known, hidden)
	case s.origin == social.Archive:
		d.Coverage.Reason = "These are an archive's copies; comments may be missing."
	default:
		d.Coverage.Complete = true
	}
	return d, nil
}

// maxDepth bounds trees: Reddit shows ten levels at once.
const maxDepth = 100

func (s source) flatten(d *Discussion, things []thing, depth int) (hidden int64, err error) {
	if depth > maxDepth {
		return int64(len(things)), nil
	}
	for _, t := range things {
		if t.Kind == "more" {
			var m stub
			_ = json.Unmarshal(t.Data, &m) // what cannot be read hides one at least: "continue this thread"
			hidden += max(1, int64(m.Count))
			continue
		}
		if t.Kind == "" {
			return 0, unreadable(s.name, "with a comment in an unknown format")
		}
		if t.Kind != "t1" {
			continue
		}
		var r remark
		if err := json.Unmarshal(t.Data, &r); err != nil || !permalink.ID(r.ID) {
			return 0, unreadable(s.name, "with a comment in an unknown format")
		}
		d.Comments = append(d.Comments, s.comment(&r).Item)
		var below listing
		if json.Unmarshal(r.Replies, &below) != nil || below.Data == nil {
			continue // "" is no answers
		}
		more, err := s.flatten(d, below.Data.Children, depth+1)
		if err != nil {
			return 0, err
		}
		hidden += more
	}
	return hidden, nil
}

// feedDiscussion reads the feed of a post: the post first, then comments.
func (c *Client) feedDiscussion(ctx context.Context, id string) (*Discussion, error) {
	f, err := c.readFeed(ctx, "/comments/"+url.PathEscape(id)+"/.rss", url.Values{"limit": {strconv.Itoa(atOnce)}, "sort": {"new"}}, "the post "+id)
	if err != nil {
		return nil, err
	}
	d := &Discussion{Comments: []social.Item{}, Source: Feeds, Origin: social.Live}
	for _, r := range f.records() {
		switch {
		case r.ExternalID == permalink.PostPrefix+id:
			d.Post = r.Item
		case strings.HasPrefix(r.ExternalID, permalink.CommentPrefix):
			d.Comments = append(d.Comments, r.Item)
		}
	}
	if d.Post.ExternalID == "" {
		return nil, unreadable(Feeds, "without the post")
	}
	d.Coverage.Reason = "Feeds of Reddit have the newest comments only, and no counts."
	return d, nil
}

// archivedDiscussion reads Arctic Shift. It returns nil when that does not know the post.
func (c *Client) archivedDiscussion(ctx context.Context, id string) (*Discussion, error) {
	var posts []*link
	if err := consult(ctx, c.arctic, "/api/posts/ids", url.Values{"ids": {id}}, &posts); err != nil {
		return nil, err
	}
	if len(posts) > 0 && (posts[0] == nil || posts[0].ID == "") {
		return nil, unreadable(ArcticShift, "with a post that has no id")
	}
	if len(posts) == 0 || posts[0].ID != id {
		return nil, nil //nolint:nilnil // the archive has no such post, which says nothing of Reddit
	}
	var tree []thing
	query := url.Values{"link_id": {permalink.PostPrefix + id}, "limit": {strconv.Itoa(atOnce)}}
	if err := consult(ctx, c.arctic, "/api/comments/tree", query, &tree); err != nil {
		return nil, err
	}
	s := source{ArcticShift, social.Archive}
	return s.discussion(s.post(posts[0]), tree)
}

// Crossposts returns up to n posts that repeat a post, from a position on, the newest
// first. The feeds do not have them: without an app they are an archive's. Errors: as
// Posts.
func (c *Client) Crossposts(ctx context.Context, id, position string, n int) (Page, error) {
	lists := []list{}
	if c.Configured() {
		lists = append(lists, live(API, func(ctx context.Context, after string, n int) (batch, error) { return c.duplicates(ctx, id, after, n) }))
	}
	variants := []url.Values{{"crosspost_parent_id": {permalink.PostPrefix + id}}}
	return walk(ctx, append(lists, archived(c.arctic, query{path: arcticPosts, variants: variants, size: "limit"})), Window{}, position, n)
}

func (c *Client) duplicates(ctx context.Context, id, after string, n int) (batch, error) {
	s := surface{what: "the post " + id, query: url.Values{"crossposts_only": {"true"}, "sort": {"new"}}}
	var pair []listing
	if err := c.ask(ctx, "/duplicates/"+url.PathEscape(id), s.values(after, n), s.what, &pair); err != nil {
		return batch{}, err
	}
	if len(pair) != 2 || pair[1].Data == nil {
		return batch{}, unreadable(API, "without a list")
	}
	records, err := source{API, social.Live}.records(API, pair[1].Data.Children)
	return batch{records, pair[1].Data.After != ""}, err
}
