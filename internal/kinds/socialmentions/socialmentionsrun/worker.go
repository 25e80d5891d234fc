// Package socialmentionsrun performs jobs of kind social_mentions: it asks a platform's search and
// keeps what really names what was asked for. It links the readers of the platforms, so
// only a worker may import it.
package socialmentionsrun

import (
	"context"
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions"
	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/paging"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// Search is a platform's.
type Search interface {
	// Find returns up to n posts that the platform finds for a query from a position on,
	// "" being the first, the newest first.
	Find(ctx context.Context, q mention.Query, position string, n int) (Found, error)
}

// Found is a page of a platform's search, before anything is left out.
type Found struct {
	Items     []social.Item
	Next      string // the position of the next page; empty when there is none
	Exhausted bool   // the search has nothing more
	Reason    string // what is missing, and why; empty when nothing is known to be
	Source    string
}

// Platforms are the searches by their platforms.
type Platforms map[socialmentions.Platform]Search

// From returns the searches of a process's upstreams. A nil now is time.Now.
func From(set upstream.Upstreams, now func() time.Time) Platforms {
	return Platforms{
		socialmentions.HackerNews: HackerNews{hackernews.From(set)},
		socialmentions.Reddit:     Reddit{reddit.From(set, now)},
		socialmentions.X:          X{x.From(set, now)},
	}
}

// Worker performs jobs of kind social_mentions. It is safe for concurrent use.
type Worker struct {
	platforms Platforms
	cursors   cursor.Sealer
}

// New returns a Worker.
func New(platforms Platforms, cursors cursor.Sealer) *Worker {
	return &Worker{platforms: platforms, cursors: cursors}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[socialmentions.Args]) (Output, error) {
	args := run.Args
	position, err := r.cursors.Open(run.OrgID, args.Walk(), args.Cursor)
	if err != nil {
		return Output{}, err
	}
	at, err := readPlace(position)
	if err != nil {
		return Output{}, err
	}
	search, ok := r.platforms[args.Platform]
	if !ok {
		return Output{}, errs.Internal(fmt.Errorf("no search of %q", args.Platform))
	}
	p := page{query: args.Terms(), limit: int(args.Limit), at: at, tokens: paging.Seen{at.Position: true}, result: socialmentions.Result{Items: []socialmentions.Mention{}}}
	if err := p.fill(ctx, search); err != nil {
		return Output{}, err
	}
	p.result.NextCursor = r.cursors.Seal(run.OrgID, args.Walk(), p.next)
	p.result.Coverage = social.Covered(p.result.Coverage.Reason, p.result.NextCursor, p.result.Exhausted)
	return Output{Result: p.result}, nil
}

const (
	// maxCalls bounds how often one job asks for more because little of what was found
	// names what is wanted.
	maxCalls = 5
	// maxEmpty bounds it while the page has nothing: an empty page is charged like any other.
	maxEmpty = 20
	// leastAsked is how many posts are asked for at least. A small page would take a call
	// for each post that does not name what is wanted.
	leastAsked = 20
	// fillTime leaves a worker of a minute time for the last call to end.
	fillTime = 30 * time.Second
)

// page is a page of a result that is being filled.
type page struct {
	query  mention.Query
	limit  int
	at     place
	tokens paging.Seen // positions that lie behind
	calls  int
	next   string
	result socialmentions.Result
}

// fill asks until the page is half full: to fill it up would take many calls for few
// posts. What fails behind the first posts ends the page early.
func (p *page) fill(ctx context.Context, search Search) error {
	end, err := paging.Walk[Found]{
		Most: maxEmpty, Time: fillTime,
		Kept: func() bool { return len(p.result.Items) > 0 },
		Read: func(ctx context.Context) (Found, error) {
			return p.ask(ctx, search)
		},
		Take: func(found Found) bool {
			p.calls++
			ends, kept := p.take(found), len(p.result.Items)
			return ends || 2*kept >= p.limit || p.calls >= maxCalls && kept > 0
		},
	}.Run(ctx)
	if end.Early != nil {
		p.missing("The page ends early, and goes on from its cursor later: " + errs.As(end.Early).Message)
		p.next = p.at.write()
	}
	return err
}

// ask gives no more of what is wanted than has room, so that the search's position is that
// of the page, too: where more was found, it asks again for fewer posts.
func (p *page) ask(ctx context.Context, search Search) (Found, error) {
	room := p.limit - len(p.result.Items)
	found, err := search.Find(ctx, p.query, p.at.Position, max(room, leastAsked))
	if n := p.upTo(found.Items, room); err == nil && n < len(found.Items) {
		return search.Find(ctx, p.query, p.at.Position, n)
	}
	return found, err
}

// upTo is how many of the posts fill the room: all of them when no more are wanted.
func (p *page) upTo(items []social.Item, room int) int {
	last := 0
	for i := range items {
		if !p.wants(&items[i]) || p.at.given.Has(items[i].ExternalID) {
			continue
		}
		if room--; room < 0 {
			return last
		}
		last = i + 1
	}
	return len(items)
}

// wants reports whether a post names what is asked for.
func (p *page) wants(item *social.Item) bool {
	return item.RepostOf == nil && !item.Deleted && p.query.In(textOf(item))
}

// take adds what names what is wanted and was not given before. It reports whether the
// walk ends there: the search has come to its end, leads to where it was, or gave a whole
// page without anything new. A few posts that are all known say nothing: a search that
// grows shows the last ones again.
func (p *page) take(found Found) (ends bool) {
	p.result.Source = found.Source
	if found.Reason != "" {
		p.missing(found.Reason)
	}
	fresh := len(found.Items) == 0
	for i := range found.Items {
		item := &found.Items[i]
		if !p.at.first(item.ExternalID) {
			continue
		}
		fresh = true
		if p.wants(item) {
			p.result.Items = append(p.result.Items, mentionOf(item))
		}
	}
	p.at.Position = found.Next
	switch {
	case found.Next == "":
		p.result.Exhausted, p.next = found.Exhausted, ""
		return true
	case !p.tokens.First(found.Next):
		p.missing("The search returned the same results again, so later ones could not be reached.")
		p.next = ""
		return true
	case !fresh && len(found.Items) >= p.limit:
		p.missing("The search returned nothing new for a while; nextCursor goes on behind that.")
		p.next = p.at.write()
		return true
	}
	p.next = p.at.write()
	return false
}

func (p *page) missing(reason string) { p.result.Coverage.Reason = reason }

// textOf is what of a post can name something. An answer names the account that it
// answers, which platforms do not always repeat in its text.
func textOf(item *social.Item) mention.Text {
	parts := []string{item.Title, item.Text, item.LinkURL}
	for _, o := range item.PollOptions {
		parts = append(parts, o.Text)
	}
	if item.InReplyTo != nil && item.InReplyTo.Author != "" {
		parts = append(parts, "@"+item.InReplyTo.Author)
	}
	return mention.NewText(parts...)
}

func mentionOf(item *social.Item) socialmentions.Mention {
	m := socialmentions.Mention{
		Platform: item.Platform, ExternalID: item.ExternalID, URL: item.URL, Title: item.Title, Text: item.Text,
		PublishedAt: item.PublishedAt, PostedAt: item.PublishedAt, Score: item.Counts.Score,
	}
	if item.Author != nil {
		m.Author = item.Author.Username
	}
	if item.Platform == social.X {
		m.Score = item.Counts.Likes
	}
	return m
}
