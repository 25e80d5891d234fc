package adlibrary

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/shape"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// fields are what the official API is asked for. ad_snapshot_url is not among them: it
// holds the token.
const fields = "id,ad_delivery_start_time,ad_delivery_stop_time,ad_creative_bodies,ad_creative_link_titles,ad_creative_link_captions," +
	"ad_creative_link_descriptions,page_id,page_name,publisher_platforms,languages,bylines,currency,spend,impressions,estimated_audience_size," +
	"demographic_distribution,delivery_by_region,eu_total_reach,age_country_gender_reach_breakdown,beneficiary_payers"

// coverage is what the official API leaves out.
const coverage = "Through its official API the Meta Ad Library shows ads about politics and social issues, and of all others those that were shown in the EU or the UK in the past year; it has neither links nor media."

// leastSize is the fewest ads that a call asks for.
const leastSize = 5

// byAPI makes a step by the official API. Where it finds an answer too large it is asked
// for fewer ads; such a refusal is no load.
func (c *Client) byAPI(ctx context.Context, q ads.Query, s state) (ads.Load, error) {
	isFirst := s.After == "" && s.Size == 0
	s.Size = cmp.Or(s.Size, q.Limit)
	answer, err := c.ask(ctx, request(q, s), s.Size)
	for tooLarge(err) && s.Size > leastSize {
		s.Size = max(leastSize, s.Size/2)
		answer, err = c.ask(ctx, request(q, s), s.Size)
	}
	if err != nil {
		return ads.Load{}, err
	}
	load := ads.Load{Loads: 1}
	load.Ads, load.Elsewhere = pick(archived(answer, q), q.Subject, len(s.Pages) > 0)
	if isFirst {
		load.Missed = coverage
	}
	return onward(q, s, load, answer), nil
}

// archived are the ads of an answer.
func archived(answer *wire.Answer, q ads.Query) []ads.Ad {
	today := q.Until.UTC().Format(time.DateOnly)
	var all []ads.Ad
	for i := range *answer.Data {
		ad, ok := shape.Archived(&(*answer.Data)[i], today)
		if !ok {
			continue
		}
		if q.Status == ads.Active {
			ad.Active = new(true)
		}
		all = append(all, ad)
	}
	return all
}

// onward decides what comes after an answer.
func onward(q ads.Query, s state, load ads.Load, answer *wire.Answer) ads.Load {
	after := answer.Paging.Cursors.After
	if answer.Paging.Next == "" || after == s.After {
		after = ""
	}
	ids := pagesOf(load.Ads, q.Subject)
	switch {
	case len(s.Pages) == 0 && len(ids) > 0:
		s.Pages, s.After = ids, ""
	case after == "":
		return load
	case len(after) > longestCursor:
		load.Missed = strings.TrimSpace(load.Missed + " The rest has a cursor that is too long.")
		return load
	default:
		s.After = after
	}
	load.Next = s.write()
	return load
}

// request is a query in the API's words.
func request(q ads.Query, s state) url.Values {
	query := url.Values{
		"ad_reached_countries": {array(cmp.Or(q.Country, "ALL"))}, "ad_active_status": {strings.ToUpper(string(q.Status))}, "ad_type": {"ALL"},
		"fields": {fields},
	}
	if len(s.Pages) > 0 {
		query.Set("search_page_ids", array(s.Pages...))
	} else {
		query.Set("search_terms", words(q.Subject))
		query.Set("search_type", "KEYWORD_UNORDERED")
	}
	if !q.Floor.IsZero() {
		query.Set("ad_delivery_date_min", q.Floor.UTC().Format(time.DateOnly))
	}
	if s.After != "" {
		query.Set("after", s.After)
	}
	return query
}

func array(all ...string) string {
	raw, _ := json.Marshal(all) // strings always can be
	return string(raw)
}

// ask makes one call. The token goes in a header, so that no address holds it.
func (c *Client) ask(ctx context.Context, query url.Values, size int) (*wire.Answer, error) {
	query.Set("limit", strconv.Itoa(max(1, size)))
	resp, err := c.api.Do(ctx, upstream.Call{
		Path: "/ads_archive", Query: query, Timeout: 30 * time.Second, Header: http.Header{"Authorization": {"Bearer " + c.api.Key}},
		Final: []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusInternalServerError},
	})
	if err != nil {
		return nil, err
	}
	var answer wire.Answer
	if err := c.api.Decode(resp, &answer); err != nil {
		return nil, err
	}
	switch {
	case answer.Error != nil:
		return nil, meaning(answer.Error)
	case resp.Status >= http.StatusBadRequest || answer.Data == nil:
		return nil, unreadable(nil)
	}
	return &answer, nil
}
