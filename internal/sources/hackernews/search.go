package hackernews

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews/permalink"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// reach is how many items of one query Algolia gives, and the most of one answer.
const reach = 1000

// Query is what to look for; the zero value finds everything.
type Query struct {
	Text string // words, "a phrase", -without
	Tags string // story, comment, poll, pollopt, job, show_hn, author_NAME, story_ID …: a comma is and, (a,b) is or
	// Since and Until are Unix seconds, both included; 0 is no bound.
	Since, Until int64
	// In are the fields to look in: title, url, story_text, comment_text, author. None is all.
	In    []string
	Exact bool // no misspelt words: right for the names of brands
}

// Page is a part of what a query finds.
type Page struct {
	Items     []social.Item // never nil
	Next      string        // the position of the next page; empty when there is none
	Exhausted bool          // nothing more is to be found
	Reason    string        // why a part cannot be reached; empty when all can
	// Total is how many items the whole query finds, on pages that have it; it is an
	// estimate unless TotalExact.
	Total      *int64
	TotalExact bool
}

// results is an answer of Algolia's search.
type results struct {
	Hits       *[]hit `json:"hits"`
	Total      *int64 `json:"nbHits"`
	TotalExact bool   `json:"exhaustiveNbHits"`
	Exhaustive struct {
		Total bool `json:"nbHits"`
	} `json:"exhaustive"`
}

// ended reports that the answer to an asked number of hits, from the first one on, holds
// all that there are.
func (r *results) ended(asked int) bool {
	hits := int64(len(*r.Hits))
	return hits < int64(asked) || r.exact() && r.Total != nil && hits >= *r.Total
}

func (r *results) exact() bool { return r.TotalExact || r.Exhaustive.Total }

// Relevant returns up to n items from a position on, "" being the first, the best first
// by Algolia's order: how well they match, then points, then comments. That order ends
// at 1000 items, which Page.Reason then says. Errors: invalid_cursor for a position that
// it did not give, parse_failed, and those of upstream.Client.
func (c *Client) Relevant(ctx context.Context, q Query, position string, n int) (Page, error) {
	offset := 0
	if position != "" {
		var err error
		if offset, err = strconv.Atoi(position); err != nil || offset < 0 || offset >= reach {
			return Page{}, errs.Of(errs.InvalidCursor)
		}
	}
	n = max(1, min(n, reach-offset))
	number, size := window(offset, n)
	found, err := c.find(ctx, "/search", q, number, size)
	if err != nil {
		return Page{}, err
	}
	skip := offset - number*size
	hits := (*found.Hits)[min(skip, len(*found.Hits)):]
	page := Page{Exhausted: len(hits) < n || found.exact() && found.Total != nil && int64(offset+n) >= *found.Total}
	page.Total, page.TotalExact = found.Total, found.exact()
	page.add(distinct(hits[:min(n, len(hits))], nil))
	switch {
	case page.Exhausted:
	case offset+n >= reach:
		page.Reason = fmt.Sprintf("Hacker News' search ranks %d items and no more; sort by date to go on, or narrow the query.", reach)
	default:
		page.Next = strconv.Itoa(offset + n)
	}
	return page, nil
}

// window is the smallest page of equal pages that holds n items, at least 1, from an offset on, so
// that one call is enough whatever the sizes of the pages before were.
func window(offset, n int) (number, size int) {
	for size = n; offset/size != (offset+n-1)/size; size++ {
	}
	return offset / size, size
}

// find makes one call. It refuses hits that are not what a caller could name again.
func (c *Client) find(ctx context.Context, path string, q Query, page, size int) (*results, error) {
	var found results
	if err := c.search.JSON(ctx, upstream.Call{Path: path, Query: q.values(page, size)}, &found); err != nil {
		return nil, err
	}
	if found.Hits == nil {
		return nil, unreadable(c.search.Name, "without hits")
	}
	for _, h := range *found.Hits {
		if !permalink.ID(h.ID.String()) || h.CreatedAt <= 0 {
			return nil, unreadable(c.search.Name, "with an item that has no id or time")
		}
	}
	return &found, nil
}

func (q Query) values(page, size int) url.Values {
	v := url.Values{"query": {q.Text}, "hitsPerPage": {strconv.Itoa(size)}, "page": {strconv.Itoa(page)}}
	set := func(name, value string) {
		if value != "" {
			v.Set(name, value)
		}
	}
	set("tags", q.Tags)
	set("restrictSearchableAttributes", strings.Join(q.In, ","))
	if q.Exact {
		set("typoTolerance", "false")
	}
	var filters []string
	if q.Since > 0 {
		filters = append(filters, fmt.Sprintf("created_at_i>=%d", q.Since))
	}
	if q.Until > 0 {
		filters = append(filters, fmt.Sprintf("created_at_i<=%d", q.Until))
	}
	set("numericFilters", strings.Join(filters, ","))
	return v
}

func (p *Page) add(hits []hit) {
	p.Items = make([]social.Item, len(hits))
	for i, h := range hits {
		p.Items[i] = h.item()
	}
}

// newestFirst sorts what Algolia has sorted already, but for an index that is just
// being renewed.
func newestFirst(hits []hit) {
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.CreatedAt, a.CreatedAt) })
}
