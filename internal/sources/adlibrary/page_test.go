package adlibrary_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// What the page is asked.
func TestQuestions(t *testing.T) {
	t.Parallel()
	always := url.Values{
		"active_status": {"all"}, "ad_type": {"all"}, "country": {"ALL"}, "media_type": {"all"}, "sort_data[mode]": {"total_impressions"}, "sort_data[direction]": {"desc"},
	}
	byWords := func(words string) url.Values { return url.Values{"search_type": {"keyword_unordered"}, "q": {words}} }
	for name, tc := range map[string]struct {
		query ads.Query
		also  url.Values
	}{
		"an id":             {ads.Query{Subject: ads.Subject{AdvertiserID: "12345", CompanyName: "A"}}, url.Values{"search_type": {"page"}, "view_all_page_id": {"12345"}}},
		"a domain":          {ads.Query{Subject: ads.Subject{Domain: "company.test"}}, byWords("company.test")},
		"a name and domain": {ads.Query{Subject: ads.Subject{Domain: "company.test", CompanyName: "A & B"}}, byWords("A & B")},
		"a page":            {ads.Query{Subject: ads.Subject{PageName: "a.b-c_d"}}, byWords("a b c d")},
		"a country":         {ads.Query{Subject: ads.Subject{Domain: "a.test"}, Country: "GB", Status: ads.Active}, url.Values{"country": {"GB"}, "active_status": {"active"}, "search_type": {"keyword_unordered"}, "q": {"a.test"}}},
		"a time": {
			ads.Query{Subject: ads.Subject{Domain: "a.test"}, Floor: today.AddDate(0, 0, -7)},
			url.Values{"start_date[min]": {"2026-02-02"}, "start_date[max]": {"2026-02-09"}, "search_type": {"keyword_unordered"}, "q": {"a.test"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked *http.Request
			c := setup(t, "", instead(func(w http.ResponseWriter, r *http.Request) {
				asked = r
				webclient.Answer(http.StatusOK, page(`{"count":0,"edges":[],"page_info":{"has_next_page":false}}`))(w, r)
			}))
			q := tc.query
			q.Until = today
			if q.Status == "" {
				q.Status = ads.AnyStatus
			}
			if load, err := c.Load(t.Context(), q, ""); q.PageName == "" && (err != nil || len(load.Ads) != 0 || load.Next != "") {
				t.Errorf("got load %+v, error %v; want (no error, no Ads, empty Next if PageName is empty)", load, err)
			}
			want := maps.Clone(always)
			maps.Copy(want, tc.also)
			if asked.URL.Path != "/ads/library/" || !strings.HasPrefix(asked.Header.Get("Accept"), "text/html") {
				t.Errorf("asked %s", asked.URL)
			}
			if diff := cmp.Diff(want, asked.URL.Query()); diff != "" {
				t.Errorf("Query mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// page is a page around results.
func page(connection string) string {
	return `<html><body><script>var a = 1;</script><script type="application/json" data-sjs>{"require":[{"data":{"ad_library_main":{"search_results_connection":` + connection + `}}}]}</script></body></html>`
}

// Refusals are told as what they are, and what an operator can do.
func TestWalls(t *testing.T) {
	t.Parallel()
	c := setup(t, "")
	for name, tc := range map[string]struct {
		code errs.Code
		says string
	}{
		"walled": {errs.UpstreamBlocked, "403 Forbidden"}, "challenge": {errs.UpstreamBlocked, "does not do"}, "login": {errs.LoginRequired, "login"},
		"loginredirect": {errs.LoginRequired, "login"}, "bare": {errs.UpstreamBlocked, "without results"}, "hidden": {errs.UpstreamBlocked, "showed none"},
		"quota": {errs.UpstreamRateLimited, "429"}, "down": {errs.ProviderUnavailable, "503"}, "garbled": {errs.ParseFailed, "unknown format"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for what, err := range map[string]error{
				"load":    second(c.Load(t.Context(), query(ads.Subject{Domain: name + ".test"}), "")),
				"resolve": second(c.Resolve(t.Context(), ads.Subject{CompanyName: name})),
			} {
				e := errs.As(err)
				if e == nil || e.Code != tc.code || !strings.Contains(e.Message, tc.says) {
					t.Errorf("%s: got error %v, want an error, Code %q, Message with %q", what, err, tc.code, tc.says)
					continue
				}
				if isWall := e.Code == errs.UpstreamBlocked || e.Code == errs.LoginRequired; isWall && (!strings.Contains(e.Message, "adlibraryapi in QUARRY_KEYS") || !strings.Contains(e.Message, "proxy")) {
					t.Errorf("%s names no remedy: %s", what, e.Message)
				}
			}
		})
	}
}

func second[T any](_ T, err error) error { return err }

// A challenge is left alone: nothing is sent to where it asks for.
func TestChallengesAreNotAnswered(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	for _, status := range []int{http.StatusOK, http.StatusForbidden} {
		asked.Store(0)
		c := setup(t, "", instead(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1); r.Method != http.MethodGet || r.URL.Path != "/ads/library/" {
				t.Errorf(`got method %s, URL %s; want Method "GET", Path "/ads/library/"`, r.Method, r.URL)
			}
			w.Header().Set("Set-Cookie", "rd_challenge=x")
			w.WriteHeader(status)
			_, _ = fmt.Fprint(w, `<html><script>fetch('/__rd_verify_x?challenge=1', {method: 'POST'}).then(() => location.reload())</script></html>`)
		}))
		if _, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), ""); !errs.Is(err, errs.UpstreamBlocked) || asked.Load() != 1 {
			t.Errorf("%d: %v after %d requests", status, err, asked.Load())
		}
	}
}

// No ads is what the library counts, and nothing else.
func TestEmptiness(t *testing.T) {
	t.Parallel()
	const ad = `{"node":{"collated_results":[{"ad_archive_id":"123456"}]}}`
	for name, tc := range map[string]struct {
		body string
		ads  int
		code errs.Code
	}{
		"counted":             {page(`{"count":0,"edges":[]}`), 0, ""},
		"counted as a text":   {page(`{"count":"0","edges":[]}`), 0, ""},
		"counted, no list":    {page(`{"count":0}`), 0, ""},
		"not counted":         {page(`{"edges":[]}`), 0, errs.ParseFailed},
		"counted as null":     {page(`{"count":null,"edges":[]}`), 0, errs.ParseFailed},
		"an empty object":     {page(`{}`), 0, errs.ParseFailed},
		"null":                {page(`null`), 0, errs.UpstreamBlocked},
		"a list":              {page(`[]`), 0, errs.UpstreamBlocked},
		"more than shown":     {page(`{"count":7,"edges":[]}`), 0, errs.UpstreamBlocked},
		"an ad, not counted":  {page(`{"edges":[` + ad + `]}`), 1, ""},
		"an ad and a decoy":   {page(`{"count":0,"edges":[]}`) + page(`{"count":1,"edges":[`+ad+`]}`), 1, ""},
		"a decoy, broken":     {page(`{"count":1,"edges":[`+ad+`]}`) + `<script type="application/json">{"search_results_connection":{"count":`, 1, ""},
		"ads without ids":     {page(`{"count":2,"edges":[{"node":{"collated_results":[{"page_name":"A"},{"ad_archive_id":"x<y"}]}}]}`), 0, errs.ParseFailed},
		"a login form beside": {`<form id="login_form"></form>` + page(`{"count":0,"edges":[]}`), 0, ""},
		"within a text":       {`<script type="application/json">{"ad_library_main":"\"search_results_connection\":{\"count\":0}"}</script>`, 0, errs.UpstreamBlocked},
		"no page":             {``, 0, errs.UpstreamBlocked},
		"data":                {`{"search_results_connection":{"count":0,"edges":[]}}`, 0, errs.UpstreamBlocked},
		"not UTF-8":           {page("{\"count\":1,\"edges\":[{\"node\":{\"collated_results\":[{\"ad_archive_id\":\"123456\",\"page_name\":\"Caf\xe9\"}]}}]}"), 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := setup(t, "", instead(webclient.Answer(http.StatusOK, tc.body)))
			q := query(ads.Subject{AdvertiserID: marrowfen})
			load, err := c.Load(t.Context(), q, "")
			if got := errs.As(err); (got == nil) != (tc.code == "") || got != nil && got.Code != tc.code || len(load.Ads) != tc.ads {
				t.Errorf("%d ads, %v", len(load.Ads), err)
			}
		})
	}
}

// A page that is made to take time and memory takes little of both.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	const size = 2 << 20
	many := func(part string) string { return strings.Repeat(part, size/len(part)) }
	one := func(ad string) string {
		return page(`{"count":1,"edges":[{"node":{"collated_results":[{"ad_archive_id":"123456",` + ad + `}]}}]}`)
	}
	for name, tc := range map[string]struct {
		body string
		most int
	}{
		"edges":      {page(`{"count":1,"edges":[` + many(`{},`) + `{}]}`), 0},
		"results":    {page(`{"count":1,"edges":[{"node":{"collated_results":[` + many(`{"ad_archive_id":"1"},`) + `{}]}}]}`), 0},
		"ads":        {page(`{"count":1,"edges":[{"node":{"collated_results":[` + many(`{"ad_archive_id":"12345"},`) + `{}]}}]}`), 1},
		"cards":      {one(`"snapshot":{"cards":[` + many(`{"title":"a"},`) + `{}]}`), 1},
		"categories": {one(`"categories":[` + many(`"A",`) + `"B"]`), 1},
		"a text":     {one(`"snapshot":{"body":{"text":"` + many(`a`) + `"}}`), 1},
		"a deep one": {one(`"snapshot":` + many(`{"body":`)), 0},
		"a number":   {one(`"start_date":` + many(`9`)), 1},
		"brackets":   {page(`{"count":1,"edges":` + many(`[`)), 0},
		"deep lists": {page(`{"count":1,"edges":` + strings.Repeat(`[`, 1<<20) + strings.Repeat(`]`, 1<<20) + `}`), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := setup(t, "", instead(webclient.Answer(http.StatusOK, tc.body)))
			load, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), "")
			if len(load.Ads) != tc.most || (err != nil) != (tc.most == 0) {
				t.Errorf("%d ads, %v", len(load.Ads), err)
			}
			for _, ad := range load.Ads {
				if len(ad.Variations) > 250 || len(ad.Categories) > 250 {
					t.Errorf("%d variations, %d categories", len(ad.Variations), len(ad.Categories))
				}
			}
		})
	}
}

// Fields of types that nobody expects cost no ad.
func TestForeignTypes(t *testing.T) {
	t.Parallel()
	var odd []string
	for i, value := range []string{`null`, `7`, `"x"`, `[]`, `{}`, `true`, `[null,[],{}]`} {
		ad := fmt.Sprintf(`{"ad_archive_id":"1234%d"`, i)
		for _, field := range []string{
			"collation_id", "collation_count", "page_id", "page_name", "is_active", "start_date", "end_date", "publisher_platform", "categories", "currency", "spend", "impressions_with_index", "reach_estimate", "targeted_or_reached_countries",
		} {
			ad += `,"` + field + `":` + value
		}
		for _, field := range []string{"body", "title", "images", "videos", "cards", "extra_texts", "extra_links", "page_categories", "page_like_count", "page_profile_uri", "link_url", "display_format"} {
			odd = append(odd, ad+`,"snapshot":{"`+field+`":`+value+`}}`)
		}
		odd = append(odd, ad+`,"snapshot":`+value+`}`)
	}
	for i, ad := range odd {
		c := ad[:20] + fmt.Sprintf("%03d", i) + ad[20:] // an id of its own
		odd[i] = `{"node":{"collated_results":[` + c + `]}}`
	}
	c := setup(t, "", instead(webclient.Answer(http.StatusOK, page(`{"count":`+fmt.Sprint(len(odd))+`,"edges":[`+strings.Join(odd, ",")+`]}`))))
	load, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), "")
	if err != nil || len(load.Ads) != len(odd) {
		t.Fatalf("%d of %d ads, %v", len(load.Ads), len(odd), err)
	}
}

// The time of the caller is the time of the load.
func TestCancelled(t *testing.T) {
	t.Parallel()
	c := setup(t, token, instead(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
		webclient.Instead("adlibraryapi", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	q := query(ads.Subject{AdvertiserID: marrowfen})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Load(ctx, q, ""); err == nil || ctx.Err() == nil {
		t.Errorf("got error %v, want an error", err)
	}
}
