package adlibrary

import (
	"context"
	"fmt"
	"net/url"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/window"
)

// byPage makes a step on the public page.
func (c *Client) byPage(ctx context.Context, q ads.Query, s state) (ads.Load, error) {
	span, ok := s.Plan.Next()
	if !ok {
		return ads.Load{}, errs.New(errs.InvalidRequest, "The range of days ends before it starts.")
	}
	all := whole(q)
	query := question(q, s)
	if span != all || !q.Floor.IsZero() {
		query.Set("start_date[min]", span.From.String())
		query.Set("start_date[max]", span.To.String())
	}
	list, err := c.search(ctx, query)
	if err != nil {
		return ads.Load{}, err
	}
	if span == all && list.hidesAll() {
		return ads.Load{}, blocked(fmt.Errorf("%d ads counted and none shown", *list.Count), "it reported ads but showed none")
	}
	load := ads.Load{Loads: 1}
	load.Ads, load.Elsewhere = pick(list.Ads, q.Subject, len(s.Pages) > 0)
	if span == all && len(s.Pages) == 1 && list.Count != nil {
		load.Total = &ads.Range{Lower: list.Count, Upper: list.Count}
	}
	return c.proceed(q, s, load, list)
}

// proceed decides what comes after a page.
func (c *Client) proceed(q ads.Query, s state, load ads.Load, list *list) (ads.Load, error) {
	span, _ := s.Plan.Next()
	var lost bool
	if s.Plan, lost = s.Plan.After(list.isFull() && !list.hidesAll()); lost || list.hidesAll() {
		load.Missed = missed(span, list)
	}
	if ids := pagesOf(load.Ads, q.Subject); len(s.Pages) == 0 && len(ids) > 0 {
		s.Pages, s.Plan = ids, window.Whole(whole(q))
	} else if len(s.Plan) == 0 && len(s.Pages) > 1 {
		s.Pages, s.Plan = s.Pages[1:], window.Whole(whole(q))
	}
	if ahead, ok := s.Plan.Ahead(); ok {
		load.Next, load.Ahead = s.write(), ahead.String()
		if more := len(s.Pages) - 1; more > 0 {
			load.Ahead += fmt.Sprintf(", and %d more pages of the name", more)
		}
		return load, nil
	}
	if len(s.Pages) > 0 || q.Domain != "" && q.PageName == "" {
		return load, nil
	}
	if q.PageName != "" {
		return ads.Load{}, unknownPage(q.PageName)
	}
	load.NoAdvertiser = load.Missed == ""
	return load, nil
}

func missed(span window.Span, list *list) string {
	if list.Count == nil {
		return fmt.Sprintf("Of %s the library shows %d ads and may have more.", span, len(list.Ads))
	}
	return fmt.Sprintf("Of %s the library counts %d ads and shows %d.", span, *list.Count, len(list.Ads))
}

func unknownPage(name string) error {
	return &errs.Error{Code: errs.TargetError, Permanent: true, Message: fmt.Sprintf("The Meta Ad Library identifies pages by numbers, and no ad that it finds shows the number of facebook.com/%s; "+
		"pass the number, the view_all_page_id in the address of the page's ads there, as advertiserId.", name)}
}

// question is a query in the page's words, without its days.
func question(q ads.Query, s state) url.Values {
	query := url.Values{
		"active_status": {string(q.Status)}, "ad_type": {"all"}, "country": {"ALL"}, "media_type": {"all"},
		"sort_data[mode]": {"total_impressions"}, "sort_data[direction]": {"desc"},
	}
	if q.Country != "" {
		query.Set("country", q.Country)
	}
	if len(s.Pages) > 0 {
		query.Set("search_type", "page")
		query.Set("view_all_page_id", s.Pages[0])
	} else {
		query.Set("search_type", "keyword_unordered")
		query.Set("q", words(q.Subject))
	}
	return query
}
