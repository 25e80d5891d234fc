package firecrawl_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl"
)

const (
	hits = `200 {"data":{"jobId":"job_s","status":"succeeded","creditsCharged":2,"result":{"provider":"google","results":[
		{"index":1,"title":"One","url":"http://a.test/1","snippet":"S1"},{"index":2,"title":"Wall","url":"http://w.test/","snippet":"S2"}]}}}`
	madeOne   = `202 {"data":{"batchId":"bat_1"}}`
	linksPage = `{"url":"http://a.test/1","jobId":"job_1","status":"succeeded","creditsCharged":1,"result":{"url":"http://a.test/1","finalUrl":"http://a.test/one","status":200,"title":"Own",
		"markdown":"# One","links":[{"url":"http://a.test/2"}]}}`
	linksToo   = `{"query":"q","limit":2,"scrapeOptions":{"formats":["markdown","links"]}}`
	unreadPage = `{"url":"http://w.test/","jobId":"job_2","status":%q,"creditsCharged":1,"error":{"code":"cancelled","message":"The job was cancelled."}}`
)

// batchOf is a batch that cost that much, with items.
func batchOf(status string, charged, refunded int, items ...string) string {
	return fmt.Sprintf(`200 {"data":{"batchId":"bat_1","status":%q,"creditsCharged":%d,"creditsRefunded":%d,"jobs":[%s]}}`, status, charged, refunded, strings.Join(items, ","))
}

// TestSearchOfFormats: pages of results are one batch, each beside its result; one that could not be read says why.
func TestSearchOfFormats(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &api{key: "k1", answers: map[string][]string{
			"POST /search": {hits}, "POST /scrape/batch": {madeOne}, "GET /batches/bat_1": {batchOf("running", 2, 0), batchOf("finished", 2, 1, linksPage, wall)},
		}}
		w, got := ask(t, a, http.MethodPost, "/v2/search", `{"query":"q","limit":2,"scrapeOptions":{"formats":["markdown","links"],"maxAge":60000,"waitFor":20000,"onlyMainContent":true}}`)
		if diff := cmp.Diff([]string{
			`POST /search {"q":"q","maxResults":2,"waitTimeoutMs":25000}`,
			`POST /scrape/batch {"urls":["http://a.test/1","http://w.test/"],"formats":["markdown","links","metadata"],"options":{"waitFor":20000,"onlyMainContent":true},"cacheTtlSec":60}`,
			"GET /batches/bat_1", "GET /batches/bat_1", "GET /balance", "GET /batches/bat_1?limit=50&results=true",
		}, a.calls); diff != "" {
			t.Errorf("calls of the API (-want +got):\n%s", diff)
		}
		if search, pages := a.heads[0].Get("Idempotency-Key"), a.heads[1].Get("Idempotency-Key"); search != "k1" || pages != "k1#pages" || job.WholeOf(a.contexts[1]) == nil {
			t.Errorf("got keys %q and %q, want the caller's and one of its own, for all pages or none", search, pages)
		}
		want := map[string]any{
			"success": true, "id": "job_s", "creditsUsed": 3.0,
			"warning": "scrapeOptions.waitFor is 20000, and a page is waited for 15000 at most; actions can wait for an element; " +
				"1 of 2 pages could not be read, each has metadata.error, and cost nothing.",
			"data": map[string]any{"web": []any{
				map[string]any{
					"url": "http://a.test/1", "title": "One", "description": "S1", "position": 1.0, "markdown": "# One", "links": []any{"http://a.test/2"},
					"metadata": map[string]any{
						"title": "Own", "description": "S1", "sourceURL": "http://a.test/1", "url": "http://a.test/one", "statusCode": 200.0, "scrapeId": "job_1", "creditsUsed": 1.0,
						"cacheState": "miss", "proxyUsed": "basic",
					},
				},
				map[string]any{
					"url": "http://w.test/", "title": "Wall", "description": "S2", "position": 2.0,
					"metadata": map[string]any{
						"title": "Wall", "description": "S2", "sourceURL": "http://w.test/", "url": "http://w.test/", "scrapeId": "job_9", "error": "upstream_blocked: A wall",
					},
				},
			}},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		if charged := w.Header().Get("X-Credits-Charged"); charged != "3" {
			t.Errorf("got %s credits, want 3: 2 of the search and 1 of the page that was read", charged)
		}
	})
}

// TestSearchOfOptions: the search itself reads the main content alone; whatever else is asked for is heeded page by page.
func TestSearchOfOptions(t *testing.T) {
	t.Parallel()
	for options, pages := range map[string]bool{
		`{"formats":["markdown"]}`: false, `{"formats":[{"type":"markdown"}],"onlyMainContent":true,"maxAge":0,"headers":{},"proxy":"auto","mobile":false}`: false, `{"onlyMainContent":false}`: false,
		`{"formats":[]}`: false, `{"formats":["html"]}`: true, `{"formats":["markdown"],"mobile":true}`: true, `{"formats":["markdown"],"maxAge":1000}`: true,
		`{"formats":["markdown"],"timeout":5000}`: true, `{"formats":["markdown"],"onlyMainContent":false}`: true, `{"formats":["markdown"],"location":{"languages":["de"]}}`: true,
	} {
		synctest.Test(t, func(t *testing.T) {
			a := &api{answers: map[string][]string{"POST /search": {hits}, "POST /scrape/batch": {madeOne}, "GET /batches/bat_1": {batchOf("finished", 2, 1, linksPage, wall)}}}
			for path, list := range map[string]string{"/v2/search": "map[web:[", "/v1/search": "["} {
				a.calls = nil
				w, got := ask(t, a, http.MethodPost, path, `{"query":"q","scrapeOptions":`+options+`}`)
				if w.Code != http.StatusOK || (len(a.calls) > 1) != pages || !strings.HasPrefix(fmt.Sprint(got["data"]), list) {
					t.Errorf("%s of %s: got %d %v by %q, want a batch: %t", path, options, w.Code, got, a.calls, pages)
				}
				if contents := strings.Contains(a.calls[0], `"contents":true`); contents != (!pages && strings.Contains(options, "markdown")) {
					t.Errorf("%s of %s: got the search %s", path, options, a.calls[0])
				}
			}
		})
	}
}

// TestSearchWithoutItsPages: what was found is charged, and so it is answered, with what became of the pages and what
// they cost.
func TestSearchWithoutItsPages(t *testing.T) {
	t.Parallel()
	const late = "1 of 2 pages were not read in the time of this call; they were cancelled and cost nothing."
	cancelled, running := fmt.Sprintf(unreadPage, "cancelled"), fmt.Sprintf(unreadPage, "running")
	for name, c := range map[string]struct {
		made    string
		batches []string
		want    string // status, pages, credits, warning
	}{
		"refused": {`402 {"error":{"code":"insufficient_credits","message":"Too low."}}`, nil, "200 0 2 no page could be read: insufficient_credits, Too low."},
		"walls": {
			madeOne,
			[]string{batchOf("finished", 2, 2, strings.ReplaceAll(wall, "w.test/", "a.test/1"), wall)},
			"200 0 2 2 of 2 pages could not be read, each has metadata.error, and cost nothing.",
		},
		"late":    {madeOne, []string{batchOf("running", 2, 0), batchOf("running", 2, 0), batchOf("finished", 2, 1, linksPage, cancelled)}, "200 1 3 " + late},
		"running": {madeOne, []string{batchOf("running", 2, 0, linksPage, running)}, "200 1 4 1 of 2 pages were not read in the time of this call and could not be cancelled; they go on as the jobs in metadata.scrapeId."},
		"not listed": {
			madeOne,
			[]string{batchOf("finished", 2, 0), `500 {"error":{"code":"internal_error","message":"m"}}`},
			"200 0 4 no page could be read: internal_error, m; GET /v1/public/batches/bat_1?results=true has what was read.",
		},
		"another key": {`400 {"error":{"code":"invalid_idempotency_key","message":"m","details":[{"field":"batchId","issue":"bat_1"}]}}`, nil, "409 0 0 "},
	} {
		synctest.Test(t, func(t *testing.T) {
			a := &api{answers: map[string][]string{"POST /search": {hits}, "POST /scrape/batch": {c.made}, "GET /batches/bat_1": c.batches, "POST /batches/bat_1/cancel": {`200 {"data":{}}`}}}
			w, got := ask(t, a, http.MethodPost, "/v2/search", strings.Replace(linksToo, "{", `{"timeout":2500,`, 1))
			text, _ := got["warning"].(string)
			said := fmt.Sprint(w.Code, " ", strings.Count(w.Body.String(), `"markdown":`), " ", w.Header().Get("X-Credits-Charged"), " ", text)
			if said != c.want || w.Code == http.StatusOK && fmt.Sprint(got["creditsUsed"]) != w.Header().Get("X-Credits-Charged") {
				t.Errorf("%s: got %s, %v credits used, want %s", name, said, got["creditsUsed"], c.want)
			}
			if lacks := strings.Count(w.Body.String(), `"error":`); w.Code == http.StatusOK && lacks != 2-strings.Count(w.Body.String(), `"markdown":`) {
				t.Errorf("%s: got %v, want each page that was not read to say why", name, got)
			}
			if name == "late" && !strings.Contains(w.Body.String(), `"error":"job_timeout: The page was not read in the time that this call may take"`) {
				t.Errorf("%s: got %v, want the page to say that it was late", name, got)
			}
			if cancels := slices.Contains(a.calls, "POST /batches/bat_1/cancel"); cancels != (name == "late" || name == "running") {
				t.Errorf("%s: got calls %q", name, a.calls)
			}
		})
	}
}

// TestSearchThatTookItsTime: no page is begun for which no time is left.
func TestSearchThatTookItsTime(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{"POST /search": {hits}}}
	_, got := ask(t, a, http.MethodPost, "/v2/search", strings.Replace(linksToo, "{", `{"timeout":1000,`, 1))
	if len(a.calls) != 1 || got["creditsUsed"] != 2.0 || got["warning"] != "no page was read, and none charged: the search has taken the time of this call." {
		t.Errorf("got %v by %q, want the results alone, and why", got, a.calls)
	}
}

// TestSearchersThatLeave: nobody reads the pages of who has left, unless a key says that they are asked for again.
func TestSearchersThatLeave(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]bool{"": true, "k1": false} {
		synctest.Test(t, func(t *testing.T) {
			a := &api{answers: map[string][]string{
				"POST /search": {hits}, "POST /scrape/batch": {madeOne}, "GET /batches/bat_1": {batchOf("running", 2, 0)}, "POST /batches/bat_1/cancel": {`200 {"data":{}}`},
			}}
			ctx, leave := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			defer leave()
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://quarry.test/v2/search", strings.NewReader(linksToo))
			r.Header.Set("Authorization", "Bearer satk_x")
			r.Header.Set("X-Idempotency-Key", key)
			firecrawl.New(asked.New(a), firecrawl.Options{Longest: time.Minute}).ServeHTTP(httptest.NewRecorder(), r)
			if got := slices.Contains(a.calls, "POST /batches/bat_1/cancel"); got != want {
				t.Errorf("key %q: got calls %q, want the batch cancelled: %t", key, a.calls, want)
			}
		})
	}
}

// TestOnePage: a single page is a batch, too, which comes again with its key however long its caller waits.
func TestOnePage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		one := `200 {"data":{"jobId":"job_s","status":"succeeded","creditsCharged":2,"result":{"results":[{"index":1,"title":"One","url":"http://a.test/1"}]}}}`
		a := &api{key: "k1", answers: map[string][]string{"POST /search": {one}, "POST /scrape/batch": {madeOne}, "GET /batches/bat_1": {batchOf("finished", 1, 0, linksPage)}}}
		_, got := ask(t, a, http.MethodPost, "/v2/search", linksToo)
		if a.calls[1] != `POST /scrape/batch {"urls":["http://a.test/1"],"formats":["markdown","links","metadata"]}` || got["creditsUsed"] != 3.0 || got["warning"] != nil {
			t.Errorf("got %v by %q, want the page by a batch", got, a.calls)
		}
	})
}
