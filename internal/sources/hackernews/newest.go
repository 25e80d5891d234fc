package hackernews

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/hackernews/permalink"
)

// maxTies is how many items of one second a position remembers. Hacker News gets about
// one item in three seconds.
const maxTies = 300

// Newest returns up to n items, 1 to 100, from a position on, "" being the first, the
// newest first. Each position is a moment and the items of that second that were given,
// so that pages neither overlap nor end at Algolia's 1000 items, and what is posted
// meanwhile shifts nothing. Page.Total is on the first page. Errors: as Relevant.
func (c *Client) Newest(ctx context.Context, q Query, position string, n int) (Page, error) {
	at, err := readMoment(position)
	if err != nil {
		return Page{}, err
	}
	if position != "" {
		q.Until = at.second
	}
	asked := min(n+len(at.given), reach)
	found, err := c.find(ctx, "/search_by_date", q, 0, asked)
	if err != nil {
		return Page{}, err
	}
	ended := found.ended(asked)
	hits := distinct(*found.Hits, at.given)
	newestFirst(hits)
	page := Page{Exhausted: len(hits) == 0 || ended && len(hits) <= n}
	hits = hits[:min(n, len(hits))]
	page.add(hits)
	if position == "" {
		page.Total, page.TotalExact = found.Total, found.exact()
	}
	if !page.Exhausted {
		page.Next, page.Reason = at.behind(hits).write()
	}
	return page, nil
}

// moment is how far a walk by date has come.
type moment struct {
	second int64
	given  []string // ids of this second that were given
}

// behind is the moment after some more hits, at least one.
func (m moment) behind(hits []hit) moment {
	next := moment{second: hits[len(hits)-1].CreatedAt}
	if next.second == m.second {
		next.given = append(next.given, m.given...)
	}
	for _, h := range hits {
		if h.CreatedAt == next.second {
			next.given = append(next.given, h.ID.String())
		}
	}
	return next
}

// write returns the moment as a position. A second with more items than a position
// remembers is left, and the reason says so.
func (m moment) write() (position, reason string) {
	if len(m.given) > maxTies {
		return strconv.FormatInt(m.second-1, 10),
			fmt.Sprintf("More than %d items have the time %s; the rest of them was left out.", maxTies, posted(m.second))
	}
	return strings.Join(append([]string{strconv.FormatInt(m.second, 10)}, m.given...), " "), ""
}

func readMoment(position string) (moment, error) {
	if position == "" {
		return moment{}, nil
	}
	parts := strings.Split(position, " ")
	second, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || second < 1 || len(parts) > maxTies+1 {
		return moment{}, errs.Of(errs.InvalidCursor)
	}
	for _, id := range parts[1:] {
		if !permalink.ID(id) {
			return moment{}, errs.Of(errs.InvalidCursor)
		}
	}
	return moment{second: second, given: parts[1:]}, nil
}
