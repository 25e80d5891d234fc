package hackernews

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Thread is an item and what answers it.
type Thread struct {
	// Post has the official API's counts, or Algolia's points when that did not answer.
	Post social.Item
	// Known is how many comments there are below it that can be given.
	Known int

	root    *node
	partial string // why comments are missing; empty when none are
}

// Thread reads an item with its comments: at once from Algolia, and its counts and the
// order of its first level from the official API. Where Algolia does not answer, or does
// not know the item yet, comments are read from the official API one by one, at most
// want of them and at most 100. Errors: target_error and permanent for an item that does
// not exist, was deleted or is hidden; and those of upstream.Client.
func (c *Client) Thread(ctx context.Context, id string, want int) (*Thread, error) {
	var root *node
	var e *entry
	var treeErr, entryErr error
	var both sync.WaitGroup
	both.Go(func() { root, treeErr = c.tree(ctx, id) })
	both.Go(func() { e, entryErr = c.entry(ctx, id) })
	both.Wait()
	gone := errs.As(entryErr)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case gone != nil && gone.Code == errs.TargetError && gone.Permanent:
		return nil, entryErr
	case treeErr == nil && root.live():
		return newThread(c.polled(ctx, root, e), e, ""), nil
	case entryErr == nil:
		return c.slowly(ctx, e, want)
	}
	// The search returns an item that it does not have; the other may have had it.
	return nil, cmp.Or(treeErr, entryErr)
}

// tree asks Algolia. An item that it does not have is no error and not live.
func (c *Client) tree(ctx context.Context, id string) (*node, error) {
	resp, err := c.search.Do(ctx, upstream.Call{Path: "/items/" + url.PathEscape(id), Final: []int{http.StatusNotFound}})
	if err != nil || resp.Status == http.StatusNotFound {
		return nil, err
	}
	var n *node
	if err := c.search.Decode(resp, &n); err != nil {
		return nil, err
	}
	if n == nil || n.ID.String() != id {
		return nil, unreadable(c.search.Name, "with another item")
	}
	return n, nil
}

// polled asks the official API for the options of a poll that came without.
func (c *Client) polled(ctx context.Context, root *node, e *entry) *node {
	if e == nil || len(e.Parts) == 0 || len(root.Options) > 0 {
		return root
	}
	if n, err := c.node(ctx, e); err == nil {
		root.Options = n.Options
	}
	return root
}

// growTime leaves a worker of a minute time to write down what was read.
const growTime = 25 * time.Second

// slowly reads a thread from the official API alone.
func (c *Client) slowly(ctx context.Context, e *entry, want int) (*Thread, error) {
	root, err := c.node(ctx, e)
	if err != nil {
		return nil, err
	}
	calls := min(want, maxCalls)
	growing, cancel := context.WithTimeout(ctx, growTime)
	defer cancel()
	whole, err := c.grow(growing, root, e.Kids, &calls)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	partial := ""
	if err != nil || !whole {
		partial = "The search of Hacker News, which has whole discussions, did not give this one, so comments were read one by one."
	}
	return newThread(root, e, partial), nil
}

func newThread(root *node, e *entry, partial string) *Thread {
	if e != nil {
		inOrder(root.Children, e.Kids)
		inOrder(root.Options, e.Parts)
	}
	t := &Thread{Post: root.item(), root: root, partial: partial}
	if story := reference(root.StoryID); t.Post.Type == comment && story != nil {
		t.Post.Thread = story
	}
	if e != nil {
		t.Post.Counts.Score, t.Post.Counts.Comments = cmp.Or(e.Score, t.Post.Counts.Score), e.Descendants
	}
	for range t.comments() {
		t.Known++
	}
	return t
}

// inOrder sorts nodes as the page shows them: Algolia sorts by points, which comments
// do not have. What the page did not show yet comes last.
func inOrder(nodes []*node, shown []json.Number) {
	place := map[json.Number]int{}
	for i, id := range shown {
		place[id] = i + 1
	}
	slices.SortStableFunc(nodes, func(a, b *node) int {
		return cmp.Compare(cmp.Or(place[a.ID], len(shown)+1), cmp.Or(place[b.ID], len(shown)+1))
	})
}

// comments yields the nodes that somebody wrote, each before its answers, each once.
func (t *Thread) comments() iter.Seq[*node] {
	return func(yield func(*node) bool) {
		seen := map[json.Number]bool{t.root.ID: true}
		var walk func([]*node) bool
		walk = func(nodes []*node) bool {
			for _, n := range nodes {
				if n == nil || seen[n.ID] {
					continue
				}
				seen[n.ID] = true
				if n.live() && !yield(n) || !walk(n.Children) {
					return false
				}
			}
			return true
		}
		walk(t.root.Children)
	}
}

// Comments are up to limit comments from an offset on, in the order of the page, each
// before its answers; none of them holds its answers.
func (t *Thread) Comments(offset, limit int) []social.Item {
	items := []social.Item{}
	for n := range t.comments() {
		if offset--; offset >= 0 {
			continue
		}
		if len(items) == limit {
			break
		}
		items = append(items, n.item())
	}
	return items
}

// Coverage says whether so many comments are all that there are.
func (t *Thread) Coverage(returned int) social.Coverage {
	official := int64(t.Known)
	if t.Post.Counts.Comments != nil {
		official = *t.Post.Counts.Comments
	}
	switch {
	case returned < t.Known:
		return social.Coverage{Reason: fmt.Sprintf("The first %d of %d comments, as many as were requested.", returned, max(official, int64(t.Known)))}
	case t.partial != "":
		return social.Coverage{Reason: t.partial}
	case official > int64(t.Known):
		return social.Coverage{Reason: fmt.Sprintf("Hacker News counts %d comments and its search has %d of them; the newest may be missing for some minutes.", official, t.Known)}
	}
	return social.Coverage{Complete: true}
}
