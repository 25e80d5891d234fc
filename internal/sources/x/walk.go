package x

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/paging"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// Walk is how far to read a list.
type Walk struct {
	Position string // where to begin; "" is the beginning. Positions come from List.Next
	PageSize int    // how many items make a page, at least 1
	MaxPages int    // how many pages to read at most; 1 when 0
	MaxCalls int    // how many calls to make at most; no bound when 0
	// Known are ids of items that the caller has. They are left out.
	Known []string
	// EndAtKnown ends the walk at a page that holds nothing else; with Boundary also at
	// a call that gives nothing else.
	EndAtKnown, Boundary bool
}

// List is a part of a list.
type List[T any] struct {
	Items []T    // never nil, each once
	Next  string // the position of what comes behind; empty when nothing does or is known to
	// Exhausted says that the surface has nothing more to give.
	Exhausted bool
	// Chronological says that the surface lists the newest first, and that the items
	// are so.
	Chronological bool
	ReachedKnown  bool // a page of known items ended the walk
	Known         int  // how many known items were left out
	Pages         int
	Source        string // which surface gave it
	Reason        string // what is missing, in words; empty when nothing is known to be
	// Failed are the surfaces that were asked in vain.
	Failed []social.Failure
}

// Posts is a list of posts.
type Posts = List[social.Item]

// People is a list of accounts.
type People = List[social.Author]

// lister is a list of a surface that is about something: an account, a post, a query.
type lister[T any] func(ctx context.Context, about, token string, n int) (shape.Page[T], error)

// pager reads such a list page by page.
type pager[T any] struct {
	source string
	page   func(ctx context.Context, token string, n int) (shape.Page[T], error)
}

func pages[T any](source string, list lister[T], about string) pager[T] {
	return pager[T]{source, func(ctx context.Context, token string, n int) (shape.Page[T], error) {
		return list(ctx, about, token, n)
	}}
}

// once reads a list that has one page only.
func once[T any](source string, list func(ctx context.Context) (shape.Page[T], error)) pager[T] {
	return pager[T]{source, func(ctx context.Context, _ string, _ int) (shape.Page[T], error) { return list(ctx) }}
}

// position is where a list goes on: behind an item of the page that a token leads to.
type position struct {
	Source string `json:"s"`
	Token  string `json:"t,omitempty"`
	Asked  int    `json:"n,omitempty"` // how many items that page was asked for
	After  string `json:"a,omitempty"`
}

func (p position) write() string {
	b, _ := json.Marshal(p) // strings and a number always can be
	return string(b)
}

// walkTime leaves a worker of a minute time to write down what was read.
const walkTime = 40 * time.Second

// walk reads a list from the first surface that gives its first page, or from the one
// that a position is of.
func walk[T any](ctx context.Context, w Walk, pagers []pager[T], key func(*T) string) (List[T], error) {
	var at position
	if w.Position != "" {
		if err := json.Unmarshal([]byte(w.Position), &at); err != nil {
			return List[T]{}, shape.StaleToken()
		}
		pagers = slices.DeleteFunc(slices.Clone(pagers), func(p pager[T]) bool { return p.source != at.Source })
		if len(pagers) == 0 {
			return List[T]{}, shape.StaleToken() // of a surface that is not asked any more
		}
	}
	var tiers []tier[List[T]]
	for _, p := range pagers {
		tiers = append(tiers, tier[List[T]]{p.source, func(ctx context.Context) (List[T], error) {
			from := at
			from.Source = p.source
			walker := newWalker(w, p, from, key)
			err := walker.run(ctx)
			return walker.list, err
		}})
	}
	list, failed, err := first(ctx, tiers)
	list.Failed = failed
	return list, err
}

// walker is one walk through one surface.
type walker[T any] struct {
	Walk
	pager pager[T]
	key   func(*T) string
	at    position
	list  List[T]

	known, seen, tokens paging.Seen
	pending             *shape.Page[T] // what is left of the last page
	calls               int
	stale, idle         int  // items that were there before, and calls with nothing else, since the last new item
	ended               bool // nothing lies behind, or nothing that can be reached
	stopped             bool // nothing new came for so long that this walk ends; another may go on
}

func newWalker[T any](w Walk, p pager[T], at position, key func(*T) string) *walker[T] {
	wk := &walker[T]{
		Walk: w, pager: p, key: key, at: at, list: List[T]{Items: []T{}, Source: p.source, Chronological: true},
		known: paging.Seen{}, seen: paging.Seen{}, tokens: paging.Seen{},
	}
	for _, id := range w.Known {
		wk.known[id] = true
	}
	wk.MaxPages, wk.PageSize = max(1, w.MaxPages), max(1, w.PageSize)
	return wk
}

// run reads pages. A failure after the first call ends the walk where it is: what was
// read is worth more than an error, and Next leads on.
func (w *walker[T]) run(ctx context.Context) error {
	end, err := paging.Walk[part[T]]{
		Most: w.MaxPages, Time: walkTime, Over: errs.New(errs.JobTimeout, "the time for one job was over."),
		Kept: func() bool { return w.calls > 0 },
		Read: w.readPage,
		Take: w.take,
	}.Run(ctx)
	if err != nil {
		return err
	}
	if end.Early != nil {
		w.list.Reason = "Reading ended early: " + errs.As(end.Early).Message
	}
	if !w.ended && !w.list.ReachedKnown {
		w.list.Next = w.at.write()
	}
	return nil
}

// part is a page of items: fresh ones, and how many there were that the caller has.
type part[T any] struct {
	fresh []T
	known int
}

func (p part[T]) size() int { return len(p.fresh) + p.known }

// readPage gathers a page, which may take several calls. Each asks for a whole page, of
// which the rest is kept: lists repeat items, and a call for the few that are missing may
// give nothing but repeated ones. What it has when one of them fails is added at once.
func (w *walker[T]) readPage(ctx context.Context) (part[T], error) {
	var p part[T]
	for !w.ended && !w.stopped && p.size() < w.PageSize && (w.pending != nil || w.MaxCalls == 0 || w.calls < w.MaxCalls) {
		page, err := w.call(ctx)
		if err != nil {
			if w.calls > 0 {
				w.add(p)
			}
			return p, err
		}
		taken, before, freshBefore := 0, len(w.seen), len(p.fresh)
		for i := range page.Items {
			if p.size() == w.PageSize {
				break
			}
			taken++
			key := w.key(&page.Items[i])
			switch {
			case !w.seen.First(key):
			case w.known[id(key)]:
				p.known++
			default:
				p.fresh = append(p.fresh, page.Items[i])
			}
		}
		w.list.ReachedKnown = w.EndAtKnown && w.Boundary && len(w.seen) > before && len(p.fresh) == freshBefore
		w.advance(page, taken, len(w.seen) == before)
		if w.list.ReachedKnown {
			break
		}
	}
	return p, nil
}

func (w *walker[T]) add(p part[T]) {
	w.list.Items = append(w.list.Items, p.fresh...)
	w.list.Known += p.known
	w.list.Pages++
}

// take adds a page and reports whether the walk ends there.
func (w *walker[T]) take(p part[T]) bool {
	w.add(p)
	if w.MaxCalls > 0 && w.calls >= w.MaxCalls {
		return true
	}
	w.list.ReachedKnown = w.list.ReachedKnown || w.EndAtKnown && p.known > 0 && len(p.fresh) == 0
	return w.ended || w.stopped || w.list.ReachedKnown
}

// call returns what is left of the last page, or else the next one.
func (w *walker[T]) call(ctx context.Context) (*shape.Page[T], error) {
	if w.pending != nil {
		return w.pending, nil
	}
	w.at.Asked = cmp.Or(w.at.Asked, w.PageSize)
	page, err := w.pager.page(ctx, w.at.Token, w.at.Asked)
	if err != nil {
		return nil, err
	}
	w.calls++
	w.list.Chronological = w.list.Chronological && page.Ordered
	w.list.Reason = cmp.Or(w.list.Reason, page.Reason)
	page.Items = w.behind(page.Items)
	return &page, nil
}

// id is the id within a key, which may say more.
func id(key string) string {
	id, _, _ := strings.Cut(key, " ")
	return id
}

// behind leaves out what a former walk has given of a page. If that item is gone, all of
// the page is given: rather an item twice than one lost.
func (w *walker[T]) behind(items []T) []T {
	if w.at.After == "" {
		return items
	}
	i := slices.IndexFunc(items, func(item T) bool { return w.key(&item) == w.at.After })
	return items[i+1:]
}

const (
	// ownPage is how many posts X's own pages have, whatever is asked for.
	ownPage = 20
	// maxIdle is after how many calls in a row without anything new a walk stops.
	maxIdle = 5
)

// advance moves behind the items that were taken of a page. Stale says that all of them
// were there before. A few of these are no sign of anything, as pages overlap; a walk stops
// where they make a page, and only a token that comes again ends the list.
func (w *walker[T]) advance(page *shape.Page[T], taken int, stale bool) {
	if w.stale, w.idle = w.stale+taken, w.idle+1; !stale || w.at.After != "" {
		w.stale, w.idle = 0, 0
	}
	if taken < len(page.Items) {
		w.at.After = w.key(&page.Items[taken-1])
		page.Items = page.Items[taken:]
		w.pending = page
		return
	}
	w.pending = nil
	w.tokens[w.at.Token] = true
	switch next := page.Next; {
	case next == "":
		w.ended, w.list.Exhausted = true, page.Ended
	case w.tokens[next]:
		w.ended, w.list.Reason = true, "X returned the same posts again, so older ones could not be reached."
	case w.stale >= max(w.PageSize, ownPage) || w.idle >= maxIdle:
		w.stopped, w.list.Reason = true, "X returned nothing new for a while; nextCursor goes on behind that."
	}
	w.at = position{Source: w.at.Source, Token: page.Next}
}
