package adlibrary

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/shape"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/window"
)

// state is where a walk stands.
type state struct {
	Surface string `json:"s"`
	// Pages are those whose ads are read, the present one first. Without any the ads are
	// found by words.
	Pages []string    `json:"p,omitempty"`
	Plan  window.Plan `json:"w,omitempty"` // of the public page: what of the present page is ahead
	After string      `json:"a,omitempty"` // of the API: its cursor
	Size  int         `json:"n,omitempty"` // of the API: how many ads it was last able to give
}

const (
	// mostPages is how many pages of one company are read.
	mostPages = 8
	// longestCursor leaves room for the rest in 1500 bytes, which is what a state may have.
	longestCursor = 1100
)

// opened is when the library opened. Nothing older is found by days.
var opened = time.Date(2018, time.May, 1, 0, 0, 0, 0, time.UTC)

// whole is the time of a query.
func whole(q ads.Query) window.Span {
	from := q.Floor
	if from.Before(opened) {
		from = opened
	}
	return window.Span{From: window.On(from), To: window.On(q.Until)}
}

// begin is the first state of a query. The API does not have what a page is called in its
// address.
func begin(q ads.Query, surface string) state {
	s := state{Surface: surface, Pages: known(q.Subject)}
	if s.Pages == nil && q.PageName != "" {
		s.Surface = Page
	}
	if s.Surface == Page {
		s.Plan = window.Whole(whole(q))
	}
	return s
}

// known are the ids that a subject names itself.
func known(s ads.Subject) []string {
	switch {
	case s.AdvertiserID != "":
		return []string{s.AdvertiserID}
	case shape.IsID(s.PageName):
		return []string{s.PageName}
	}
	return nil
}

// open reads a state, or begins.
func (c *Client) open(q ads.Query, at string) (state, error) {
	if at == "" && c.api.Key != "" {
		return begin(q, API), nil
	}
	if at == "" {
		return begin(q, Page), nil
	}
	var s state
	stale := errs.Of(errs.InvalidCursor)
	if err := json.Unmarshal([]byte(at), &s); err != nil || len(s.Pages) > mostPages {
		return state{}, stale
	}
	if slices.ContainsFunc(s.Pages, func(id string) bool { return !shape.IsID(id) }) {
		return state{}, stale
	}
	switch s.Surface {
	case Page:
		if len(s.Plan) == 0 || !s.Plan.Within(whole(q)) {
			return state{}, stale
		}
	case API:
		if c.api.Key == "" || s.Size < 0 {
			return state{}, stale // the operator took the key away
		}
	default:
		return state{}, stale
	}
	return s, nil
}

func (s state) write() string {
	raw, _ := json.Marshal(s) // strings and numbers always can be
	return string(raw)
}
