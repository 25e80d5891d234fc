package reddit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/paging"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

const (
	// most is how many items one call of any source gives.
	most = 100
	// reach is how many items Reddit's own lists have, whatever there is.
	reach = 1000
	// almost is from when on a list that ends is taken for one that ends at reach:
	// Reddit leaves removed posts out of the thousand.
	almost = 900
	// maxCalls bounds one page of ours: a whole list has ten of Reddit's.
	maxCalls = 12
)

// Page is a part of a list, the newest first.
type Page struct {
	Items     []social.Item // never nil
	Next      string        // the position of the next page; empty when there is none
	Exhausted bool          // nothing more is to be found
	Reason    string        // what is missing, and why; empty when nothing is known to be
	Source    string        // the upstream that gave it
	Origin    string        // live or archive
}

// Window bounds the time of items in Unix seconds, both included; 0 is no bound.
type Window struct{ Since, Until int64 }

func (w Window) early(r record) bool { return w.Since > 0 && r.at > 0 && r.at < w.Since }
func (w Window) late(r record) bool  { return w.Until > 0 && r.at > w.Until }

// list is what one upstream has of what is asked for, the newest first.
type list struct {
	source
	// read returns what follows a mark, "" being the start.
	read func(ctx context.Context, mark string, n int) (batch, error)
	// mark is where the list goes on behind some records, at least one, that followed
	// a mark.
	mark func(before string, given []record) string
	// valid reports whether a string can be a mark.
	valid func(string) bool
}

// batch is one answer.
type batch struct {
	records []record
	more    bool // there is more behind it
}

// position is how far a walk has come, and in which list.
type position struct {
	list  string
	depth int // items of the list that lie before
	mark  string
}

func (p position) String() string { return p.list + " " + strconv.Itoa(p.depth) + " " + p.mark }

// walk reads the first of some lists that answers, or the one of a position. An archive
// that has nothing is no answer when Reddit itself gave none: then Reddit's failure is
// the outcome.
func walk(ctx context.Context, lists []list, w Window, at string, n int) (Page, error) {
	if at != "" {
		return resume(ctx, lists, w, at, n)
	}
	var failed error
	for i, l := range lists {
		page, err := l.page(ctx, position{list: l.name}, w, n)
		switch {
		case ctx.Err() != nil:
			return Page{}, context.Cause(ctx)
		case err != nil && definite(err):
			return Page{}, err
		case err != nil:
			failed = cmp.Or(failed, err)
			continue
		case failed != nil && l.origin == social.Archive && len(page.Items) == 0 && page.Next == "":
			continue
		}
		if failed != nil && l.origin == social.Archive {
			page.Reason = strings.TrimSpace("Reddit itself could not be read, so these are an archive's copies; posts may be missing. Reddit's error: " + errs.As(failed).Message + " " + page.Reason)
		}
		return onward(page, lists[i+1:]), nil
	}
	return Page{}, failed
}

func resume(ctx context.Context, lists []list, w Window, at string, n int) (Page, error) {
	name, rest, _ := strings.Cut(at, " ")
	depth, mark, _ := strings.Cut(rest, " ")
	for i, l := range lists {
		p := position{list: name, mark: mark}
		var err error
		if p.depth, err = strconv.Atoi(depth); l.name != name || err != nil || !l.valid(mark) {
			continue
		}
		page, err := l.page(ctx, p, w, n)
		if err != nil {
			return Page{}, err
		}
		if l.origin == social.Archive && page.Reason == "" {
			page.Reason = "These are an archive's copies; posts may be missing."
		}
		return onward(page, lists[i+1:]), nil
	}
	return Page{}, errs.Of(errs.InvalidCursor)
}

// onward lets a walk that came to the end of what Reddit lists go on in the first of
// some archives.
func onward(p Page, later []list) Page {
	if p.Exhausted || p.Next != "" || p.Origin != social.Live || len(p.Items) == 0 {
		return p
	}
	given := []record{}
	for _, item := range p.Items {
		given = append(given, record{item, first(item.PublishedAt).Unix()})
	}
	i := slices.IndexFunc(later, func(l list) bool { return l.origin == social.Archive })
	if i >= 0 && given[len(given)-1].at > 0 {
		p.Next = position{list: later[i].name, mark: later[i].mark("", given)}.String()
	}
	return p
}

// page reads up to n items, in as many calls as that takes. What fails behind the first
// items ends the page early, so that they are not lost.
func (l list) page(ctx context.Context, at position, w Window, n int) (Page, error) {
	page := Page{Items: []social.Item{}, Source: l.name, Origin: l.origin}
	met := met{items: paging.Seen{at.mark: true}, marks: paging.Seen{at.mark: true}}
	resumed := at.depth > 0 && l.origin == social.Live
	end, err := paging.Walk[batch]{
		Most: maxCalls,
		Kept: func() bool { return len(page.Items) > 0 },
		Read: func(ctx context.Context) (batch, error) {
			asked := min(most, n) // never the few that are missing: those may be repeated ones
			if w != (Window{}) {
				asked = most
			}
			b, err := l.read(ctx, at.mark, asked)
			if err == nil && len(b.records) == 0 && resumed && len(page.Items) == 0 && at.depth < almost {
				return b, staleCursor()
			}
			return b, err
		},
		Take: func(b batch) bool { return page.take(&at, l, b, w, n, met) || len(page.Items) == n },
	}.Run(ctx)
	if err != nil {
		return Page{}, err
	}
	if end.Early != nil {
		page.Reason = "The page ends early, and goes on from its cursor later: " + errs.As(end.Early).Message
	}
	if !end.Taken {
		page.Next = at.String()
	}
	return page, nil
}

// met is what a walk has come past.
type met struct{ items, marks paging.Seen }

// take adds what fits of a batch, moves the position behind that, and reports whether
// the walk ends there: the list has ended, leads to where it was before, or gave a whole
// batch without anything new.
func (p *Page) take(at *position, l list, b batch, w Window, n int, met met) bool {
	var given []record
	fresh := false
	for _, r := range b.records {
		if len(p.Items) == n {
			break
		}
		if w.early(r) {
			p.Exhausted = true
			return true
		}
		given = append(given, r)
		if !met.items.First(r.ExternalID) {
			continue
		}
		fresh = true
		if !w.late(r) {
			p.Items = append(p.Items, r.Item)
		}
	}
	if len(given) > 0 {
		at.mark = l.mark(at.mark, given)
		at.depth += len(given)
	}
	switch {
	case len(given) == len(b.records) && !b.more && l.origin == social.Live && at.depth >= almost:
		p.Reason = fmt.Sprintf("Reddit lists %d posts and no more.", reach)
	case len(given) == len(b.records) && !b.more:
		p.Exhausted = true
	case !met.marks.First(at.mark):
		p.Reason = "Reddit gave the same posts again, so the list ends here."
	case !fresh && len(given) >= min(most, n):
		p.Reason = "Reddit gave nothing new for a while; the cursor goes on behind that."
		p.Next = at.String()
		return true
	default:
		p.Next = at.String()
		return false
	}
	p.Next = ""
	return true
}

// behindLast marks lists that go on behind a full name.
func behindLast(_ string, given []record) string { return given[len(given)-1].ExternalID }

// live is a list of Reddit's own.
func live(name string, read func(ctx context.Context, after string, n int) (batch, error)) list {
	return list{source: source{name, social.Live}, read: read, mark: behindLast, valid: permalink.FullName}
}
