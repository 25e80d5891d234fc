package adstransparency

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
)

// Search is which ads are wanted: those of advertisers, or those that lead to a domain.
type Search struct {
	Domain      string
	Advertisers []string // AR…
	Country     string   // ISO 3166-1 alpha-2; empty is anywhere
	From, To    time.Time
	Size        int    // ads a page, 1 to 100
	Token       string // of the page; empty for the first
	AsOf        time.Time
}

// Page is a page of a search.
type Page struct {
	Ads    []ads.Ad
	Next   string     // the next page's token; empty when there is none
	Total  *ads.Range // of the search, as Google estimates it
	Unread int        // ads in a form that is not understood
}

// Creatives asks for a page of a search. The dates count only when both are given: ads
// that were shown in between. Errors: those of call, and invalid_cursor for a token that
// Google no longer takes.
func (c *Client) Creatives(ctx context.Context, s Search) (Page, error) {
	request, err := s.request()
	if err != nil {
		return Page{}, err
	}
	o, err := c.call(ctx, "SearchService/SearchCreatives", request)
	switch {
	case s.Token != "" && errs.Is(err, errs.TargetError):
		return Page{}, errs.Wrap(err, errs.InvalidCursor, "Google no longer accepts the token in this cursor, which is valid for some time only; start again without it.")
	case err != nil:
		return Page{}, err
	}
	return readPage(o, s.AsOf)
}

func (s *Search) request() (map[string]any, error) {
	filter := map[string]any{"12": map[string]any{"1": s.Domain, "2": true}}
	if len(s.Advertisers) > 0 {
		filter["13"] = map[string]any{"1": s.Advertisers}
	}
	if s.Country != "" {
		n, ok := region(s.Country)
		if !ok {
			return nil, errs.Newf(errs.TargetError, "The Google Ads Transparency Center does not support the country %s.", s.Country)
		}
		filter["8"] = []int{n}
	}
	if !s.From.IsZero() && !s.To.IsZero() {
		filter["6"], filter["7"] = day(s.From), day(s.To)
	}
	from, _ := region(cmp.Or(s.Country, anywhere))
	request := map[string]any{"2": s.Size, "3": filter, "7": map[string]any{"1": 1, "2": 0, "3": from}}
	if s.Token != "" {
		request["4"] = s.Token
	}
	return request, nil
}

// day is a date as a number: 20260131.
func day(t time.Time) int {
	n, _ := strconv.Atoi(t.UTC().Format("20060102")) // digits always are
	return n
}

// readPage reads a page, and the proof that there is none: an object that says nothing,
// or that says 0. Anything else without ads is not understood.
func readPage(o object, asOf time.Time) (Page, error) {
	p := Page{Ads: []ads.Ad{}}
	var all []json.RawMessage
	var low, high *number
	for _, err := range []error{o.read("1", &all), o.read("2", &p.Next), o.read("4", &low), o.read("5", &high)} {
		if err != nil {
			return Page{}, errs.Wrap(err, errs.ParseFailed, unreadable).Later()
		}
	}
	p.Total = between(low, high)
	if all == nil && !saysNone(o, high) {
		return Page{}, errs.New(errs.ParseFailed, unreadable).Later()
	}
	for _, raw := range all {
		var one creative
		if err := json.Unmarshal(raw, &one); err != nil || one.Advertiser == "" || one.ID == "" {
			p.Unread++
			continue
		}
		p.Ads = append(p.Ads, one.ad(asOf))
	}
	if len(all) > 0 && len(p.Ads) == 0 {
		return Page{}, errs.New(errs.ParseFailed, unreadable).Later()
	}
	return p, nil
}

// saysNone reports whether an answer without ads says that there are none: it is {}, or
// has nothing but estimates of 0 and the token of a page behind.
func saysNone(o object, high *number) bool {
	known := 0
	for _, key := range []string{"2", "4", "5"} {
		if _, ok := o[key]; ok {
			known++
		}
	}
	return known == len(o) && (high == nil || *high == 0)
}

// suggested is how many suggestions are asked for.
const suggested = 10

// Suggestions lists the advertisers and domains that Google offers for a text, best
// first. None is proven.
func (c *Client) Suggestions(ctx context.Context, text string) ([]ads.Candidate, error) {
	o, err := c.call(ctx, "SearchService/SearchSuggestions", map[string]any{"1": text, "2": suggested, "3": suggested})
	if err != nil {
		return nil, err
	}
	var raw []json.RawMessage
	if err := o.read("1", &raw); err != nil || raw == nil && len(o) > 0 {
		return nil, errs.Wrap(err, errs.ParseFailed, unreadable).Later()
	}
	all := []ads.Candidate{}
	for _, item := range raw {
		var s suggestion
		if json.Unmarshal(item, &s) != nil {
			continue
		}
		if candidate, ok := s.candidate(); ok {
			all = append(all, candidate)
		}
	}
	if len(raw) > 0 && len(all) == 0 {
		return nil, errs.New(errs.ParseFailed, unreadable).Later()
	}
	return all, nil
}
