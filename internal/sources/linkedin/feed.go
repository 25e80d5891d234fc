package linkedin

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
	"github.com/quarryapi/quarry/internal/sources/paging"
)

const (
	// batch is how many posts one answer has.
	batch = 10
	// maxBatches bounds a walk; the guest view has been seen to end at the seventh.
	maxBatches = 30
	// maxGiven is how many posts a position remembers: two batches.
	maxGiven = 2 * batch
)

// feed is where the posts of a page go on. Its token is good for the visitor who got it
// and for some time.
type feed struct {
	Company string `json:"c"`           // LinkedIn's number of it
	Token   string `json:"t"`           // empty when the page offers no more
	Session string `json:"k,omitempty"` // cookies
	Start   int    `json:"s"`           // posts that lie before
	After   string `json:"a,omitempty"` // id of the last post that was given
	Given   string `json:"g,omitempty"` // the posts that were given last
}

func (f feed) String() string {
	b, _ := json.Marshal(f) // strings and a number always can be
	return string(b)
}

// feedOf reads where a page's posts go on.
func feedOf(d *document) feed {
	f := feed{Session: d.session}
	u, err := url.Parse(hidden(d.page, "feedUpdatesBaseUrl"))
	if err != nil || u.Host != "" {
		return f
	}
	id, ok := strings.CutPrefix(u.Path, feedPath)
	if !ok || strings.Trim(id, "0123456789") != "" {
		return f
	}
	f.Company, f.Token = id, u.Query().Get("paginationToken")
	if f.Token == "" {
		f.Token = hidden(d.page, "paginationToken")
	}
	return f
}

const feedPath = "/organization-guest/api/feedUpdates/"

// Posts is a part of a page's posts, the newest first but for pinned ones.
type Posts struct {
	Items     []social.Item // never nil
	Next      string        // the position of the next part; empty when there is none
	Exhausted bool          // the page has no more
	Reason    string        // what is missing, and why; empty when nothing is known to be
}

// Reasons why a list is not whole.
const (
	hiddenPosts = "The page hides its posts from visitors without an account, so they cannot be listed."
	noFurther   = "LinkedIn shows visitors without an account only the newest posts of this page, and not whether there are older ones."
	guestEnd    = "LinkedIn's list for visitors without an account ends here; there may be older posts."
	repeating   = "LinkedIn gave the same posts again, so the list ends here."
)

// PostsOf returns the first n posts of a page that was just read, with further calls
// when it shows fewer. What fails behind its own ends the list early, so that they are
// not lost.
func (c *Client) PostsOf(ctx context.Context, company *Company, n int) (Posts, error) {
	if company.Hidden {
		return Posts{Items: []social.Item{}, Reason: hiddenPosts}, nil
	}
	w := walk{n: n, at: company.feed, posts: Posts{Items: []social.Item{}}}
	w.take(company.Posts, "")
	return c.onward(ctx, &w)
}

// PostsAfter returns n posts from a position on that Posts.Next gave for the page of a
// path. Errors: invalid_cursor for a position that it did not give, or whose token
// LinkedIn no longer takes; and those of Company.
func (c *Client) PostsAfter(ctx context.Context, path, position string, n int) (Posts, error) {
	var at feed
	known, err := false, json.Unmarshal([]byte(position), &at)
	given := paging.Given{}
	if err == nil {
		given, known = paging.ReadGiven(at.Given)
	}
	if !known || at.Start < 0 || !permalinkNumber(at.After) {
		return Posts{}, errs.Of(errs.InvalidCursor)
	}
	after := at.After
	w := walk{n: n, at: at, given: given, posts: Posts{Items: []social.Item{}}, resumed: true}
	if at.Start < batch {
		page, err := c.Company(ctx, path)
		if err != nil {
			return Posts{}, err
		}
		if page.Hidden {
			return Posts{Items: []social.Item{}, Reason: hiddenPosts}, nil
		}
		w.at, w.resumed = page.feed, false
		w.take(page.Posts, after)
	}
	w.after = after
	return c.onward(ctx, &w)
}

func permalinkNumber(id string) bool { return !permalink.Posted(id).IsZero() }

// walk gathers posts batch by batch.
type walk struct {
	n       int
	at      feed
	given   paging.Given
	after   string // what was given before, when a walk goes on within a batch
	resumed bool   // nothing was read yet in this walk: a refusal means a stale token
	posts   Posts
	last    int  // posts of the last batch
	cut     bool // some of it did not fit
}

// take adds a batch and moves the position behind what was given. With after, those up
// to it were given before.
func (w *walk) take(items []social.Item, after string) (fresh bool) {
	w.last, w.cut = len(items), false
	skip := 0
	for i, item := range items {
		if after != "" && item.ExternalID == after {
			skip = i + 1
		}
	}
	start := w.at.Start - w.at.Start%batch
	for i, item := range items {
		if i < skip || w.given.Has(item.ExternalID) {
			continue
		}
		if len(w.posts.Items) == w.n {
			w.cut = true
			return true
		}
		fresh = w.given.First(item.ExternalID)
		w.posts.Items = append(w.posts.Items, item)
		w.at.After = item.ExternalID // Start stays within the batch until all of it is given
	}
	w.at.Start = start + batch
	return fresh
}

// position is where the walk goes on, with what is needed to know it when it comes back
// to where it was.
func (w *walk) position() string {
	w.at.Given = w.given.Text(maxGiven)
	return w.at.String()
}

// onward reads until there is more than enough, or no more: a cursor is given only when
// something was seen behind it, so that one that is refused later is stale.
func (c *Client) onward(ctx context.Context, w *walk) (Posts, error) {
	switch {
	case w.cut:
		w.posts.Next = w.position()
		return w.posts, nil
	case w.at.Token == "":
		w.end(noFurther)
		return w.posts, nil
	case w.at.Start >= maxBatches*batch: // over all calls
		w.posts.Reason = guestEnd
		return w.posts, nil
	}
	end, err := paging.Walk[[]social.Item]{
		Most: maxBatches,
		Kept: func() bool { return len(w.posts.Items) > 0 },
		Read: func(ctx context.Context) ([]social.Item, error) {
			items, err := c.updates(ctx, w.at)
			if err == nil && len(items) == 0 && w.resumed {
				return nil, staleCursor()
			}
			return items, err
		},
		Take: w.ends,
	}.Run(ctx)
	if err != nil {
		return Posts{}, err
	}
	if end.Early != nil {
		w.posts.Reason = "The list ends early, and goes on from its cursor later: " + errs.As(end.Early).Message
	}
	if w.cut || !end.Taken {
		w.posts.Next = w.position()
	}
	return w.posts, nil
}

// ends adds the next batch and reports whether that is the last: there is more than
// enough, there is no more, or all of a full batch was given before.
func (w *walk) ends(items []social.Item) bool {
	if len(items) == 0 {
		w.end(guestEnd)
		return true
	}
	w.resumed = false
	w.at.Start -= w.at.Start % batch
	after := w.after
	w.after = ""
	if !w.take(items, after) && after == "" && len(items) >= batch {
		w.posts.Reason = repeating
		return true
	}
	return w.cut
}

// end tells a list that is whole from one that LinkedIn shows no further: whose last
// batch was full may have more.
func (w *walk) end(reason string) {
	if w.last > 0 && w.last < batch {
		w.posts.Exhausted = true
		return
	}
	if w.last == 0 && len(w.posts.Items) == 0 {
		w.posts.Exhausted = true // the section is there, and empty
		return
	}
	w.posts.Reason = reason
}

// updates reads a batch, which is empty when there is none behind the position.
func (c *Client) updates(ctx context.Context, at feed) ([]social.Item, error) {
	q := url.Values{"paginationToken": {at.Token}, "paginationStart": {strconv.Itoa(at.Start - at.Start%batch)}}
	d, err := c.get(ctx, feedPath+at.Company+"?"+q.Encode(), at.Session)
	switch {
	case err != nil:
		return nil, err
	case d.status == http.StatusBadRequest || d.status == http.StatusNotFound:
		return nil, nil
	case d.status != http.StatusOK:
		return nil, unreadable("its list of posts")
	}
	return cards(d.page), nil
}

func staleCursor() error {
	return errs.New(errs.InvalidCursor, "LinkedIn no longer accepts the token in this cursor, which is valid for a short time only; start again without it.")
}
