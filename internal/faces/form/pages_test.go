package form_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/faces/form/formtest"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

const (
	blocked = `{"url":"http://b.test/","jobId":"job_2","status":"failed","error":{"code":"upstream_blocked","message":"A wall."}}`
	read    = `{"url":"http://a.test/","jobId":"job_1","status":"succeeded","result":{"url":"http://a.test/","markdown":"A"}}`
	large   = `{"url":"http://c.test/","jobId":"job_3","status":"succeeded"}`
	waiting = `{"url":"http://a.test/","jobId":"job_1","status":"running"}`
	ended   = `{"url":"http://c.test/","jobId":"job_3","status":"cancelled","error":{"code":"cancelled","message":"The job was cancelled."}}`
	busy    = `429 {"error":{"code":"rate_limited","message":"Over 5 requests a minute."}}`
)

func desk(a *formtest.API, bounded bool) *form.Desk {
	return &form.Desk{API: asked.New(a), Longest: time.Minute, Bounded: bounded}
}

func request(ctx context.Context) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://quarry.test/x", http.NoBody)
	r.Header.Set("Authorization", "Bearer satk_x")
	return r
}

func batch(status string, items ...string) string {
	return `200 {"data":{"batchId":"bat_1","status":"` + status + `","counts":{"total":2,"failed":1},"creditsCharged":3,"creditsRefunded":1,"jobs":[` + strings.Join(items, ",") + `]}}`
}

func outcomes(pages []*form.Page) (all []string) {
	for _, p := range pages {
		text := string(p.Failure.Code)
		if p.Result != nil && p.Result.Markdown != nil {
			text = *p.Result.Markdown
		}
		all = append(all, p.URL+" "+text)
	}
	return all
}

// TestPages: pages are read in one batch, in their order; each has a result or why there is none, and all are charged
// together. A wait heeds what it is refused with.
func TestPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &formtest.API{Answers: map[string][]string{
			"POST /scrape/batch": {`202 {"data":{"batchId":"bat_1"}}`},
			"GET /batches/bat_1": {batch("running"), busy, batch("finished"), batch("finished", large, blocked, read)},
			"GET /jobs/job_3":    {`200 {"data":{"jobId":"job_3","status":"succeeded","result":{"markdown":"C"}}}`},
			"GET /balance":       {`200 {"data":{"balance":93}}`},
		}}
		w, began := httptest.NewRecorder(), time.Now()
		pages, id, err := desk(a, false).Pages(w, request(t.Context()), "urls", []string{"http://a.test/", "nothing", "http://b.test/", "http://c.test/", "http://a.test/"},
			&form.Reading{Formats: []url.Format{url.Markdown}}, time.Minute)
		if err != nil || id != "bat_1" {
			t.Fatalf("got id %s, error %v, want bat_1, none", id, err)
		}
		if diff := cmp.Diff([]string{"http://a.test/ A", "nothing invalid_url", "http://b.test/ upstream_blocked", "http://c.test/ C"}, outcomes(pages)); diff != "" {
			t.Errorf("pages (-want +got):\n%s", diff)
		}
		if got := a.Calls()[0]; got != `POST /scrape/batch {"urls":["http://a.test/","http://b.test/","http://c.test/"],"formats":["markdown"]}` {
			t.Errorf("got call %s, want one batch of the public targets, each once", got)
		}
		if got := w.Header().Get("X-Credits-Charged"); got != "2" {
			t.Errorf("got %s credits, want 2 after the refund", got)
		}
		if got := w.Header().Get("X-Credits-Remaining"); got != "93" {
			t.Errorf("got %q credits left, want 93", got)
		}
		if waited := time.Since(began); waited != 11*time.Second {
			t.Errorf("got the pages after %s, want 11 s: two looks a second apart, and a third 9 s after the one that was refused", waited)
		}
	})
}

// TestSpellings: an address that is written in another way than the API writes it, or in several, is read once, and has its page.
func TestSpellings(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &formtest.API{Answers: map[string][]string{
			"POST /scrape":       {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"markdown":"A"}}}`},
			"POST /scrape/batch": {`202 {"data":{"batchId":"bat_1"}}`},
			"GET /batches/bat_1": {batch("finished", read, blocked)},
		}}
		for _, c := range []struct{ list, call, want string }{
			{"http://a.test HTTP://A.test:80/#x http://b.test/", `POST /scrape/batch {"urls":["http://a.test/","http://b.test/"]}`, "http://a.test A HTTP://A.test:80/#x A http://b.test/ upstream_blocked"},
			{"http://a.test HTTP://A.test/", `POST /scrape {"url":"http://a.test/","waitTimeoutMs":25000}`, "http://a.test A HTTP://A.test/ A"},
			{"http://a.test http://lost.test", `POST /scrape/batch {"urls":["http://a.test/","http://lost.test/"]}`, "http://a.test A http://lost.test internal_error"},
		} {
			before := len(a.Calls())
			pages, _, err := desk(a, false).Pages(httptest.NewRecorder(), request(t.Context()), "urls", strings.Fields(c.list), &form.Reading{}, time.Minute)
			if got := strings.Join(outcomes(pages), " "); err != nil || got != c.want {
				t.Errorf("%s: got pages %s, error %v, want %s", c.list, got, err, c.want)
			}
			if got := a.Calls()[before]; got != c.call {
				t.Errorf("%s: got call %s, want %s", c.list, got, c.call)
			}
		}
	})
}

// TestNoPage: where none could be read the error is that of the first.
func TestNoPage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &formtest.API{Answers: map[string][]string{
			"POST /scrape":       {`200 {"data":` + blocked + `}`},
			"POST /scrape/batch": {`202 {"data":{"batchId":"bat_1"}}`},
			"GET /batches/bat_1": {batch("finished", blocked)},
		}}
		for _, list := range [][]string{{"http://b.test/"}, {"http://b.test/", "http://c.test/"}} {
			_, _, err := desk(a, false).Pages(httptest.NewRecorder(), request(t.Context()), "urls", list, &form.Reading{}, time.Minute)
			if err == nil || !strings.Contains(err.Error(), "A wall.") {
				t.Errorf("%v: got error %v, want the wall", list, err)
			}
		}
		for _, list := range [][]string{nil, {"nothing"}, make([]string, 51)} {
			if _, _, err := desk(a, false).Pages(httptest.NewRecorder(), request(t.Context()), "urls", list, &form.Reading{}, time.Minute); err == nil || !strings.HasPrefix(err.Error(), "urls") {
				t.Errorf("%d URLs: got error %v, want one about urls", len(list), err)
			}
		}
	})
}

// TestBounded: behind a gateway an answer has results until it is full; of the others it says where they are.
func TestBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		big := `200 {"data":{"jobId":"job_3","status":"succeeded","result":{"markdown":"` + strings.Repeat("C", 3<<20) + `"}}}`
		a := &formtest.API{Answers: map[string][]string{
			"POST /scrape/batch": {`202 {"data":{"batchId":"bat_1"}}`},
			"GET /batches/bat_1": {batch("finished", large, strings.ReplaceAll(large, "c.test", "d.test"))},
			"GET /jobs/job_3":    {big},
		}}
		pages, _, err := desk(a, true).Pages(httptest.NewRecorder(), request(t.Context()), "urls", []string{"http://c.test/", "http://d.test/"}, &form.Reading{}, time.Minute)
		if err != nil || pages[0].Result == nil || pages[1].Result != nil || pages[1].Failure.Code != errs.PayloadTooLarge || !strings.Contains(pages[1].Failure.Message, "/jobs/job_3/result") {
			t.Errorf("got pages %v, error %v, want the first, and where the second is", outcomes(pages), err)
		}
	})
}

// TestLate: what takes longer than its caller waits is cancelled, and what was read until then is answered. A caller who
// leaves has it cancelled, too, unless there is a key to ask for it again.
func TestLate(t *testing.T) {
	t.Parallel()
	answers := func() map[string][]string {
		return map[string][]string{
			"POST /scrape/batch":         {`202 {"data":{"batchId":"bat_1"}}`},
			"GET /batches/bat_1":         {batch("running"), batch("running"), batch("finished"), batch("finished", read, strings.ReplaceAll(waiting, "a.test", "b.test"), ended)},
			"POST /batches/bat_1/cancel": {`200 {"data":{}}`},
		}
	}
	list := []string{"http://a.test/", "http://b.test/", "http://c.test/"}
	cancelled := func(a *formtest.API) bool {
		return strings.Contains(strings.Join(a.Calls(), "\n"), "POST /batches/bat_1/cancel")
	}
	synctest.Test(t, func(t *testing.T) {
		a := &formtest.API{Answers: answers()}
		pages, _, err := desk(a, false).Pages(httptest.NewRecorder(), request(t.Context()), "urls", list, &form.Reading{}, 2500*time.Millisecond)
		if diff := cmp.Diff([]string{"http://a.test/ A", "http://b.test/ job_timeout", "http://c.test/ job_timeout"}, outcomes(pages)); err != nil || diff != "" || !cancelled(a) {
			t.Errorf("got error %v, calls %v, pages (-want +got):\n%s", err, a.Calls(), diff)
		}
	})
	for key, want := range map[string]bool{"": true, "k1": false} {
		synctest.Test(t, func(t *testing.T) {
			a := &formtest.API{Answers: answers()}
			ctx, leave := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer leave()
			r := request(ctx)
			r.Header.Set("Idempotency-Key", key)
			if _, _, err := desk(a, false).Pages(httptest.NewRecorder(), r, "urls", list, &form.Reading{}, time.Minute); err == nil || cancelled(a) != want || a.Keys()[0] != key {
				t.Errorf("key %q: got error %v, cancelled %t, keys %v, want it cancelled: %t", key, err, cancelled(a), a.Keys(), want)
			}
		})
	}
}

// TestCrawl: a crawl has the pages that were read and says what it lacks; without any it is the error of a page.
func TestCrawl(t *testing.T) {
	t.Parallel()
	const path = "GET /crawl/crl_1"
	crawl := func(more string) string {
		return `200 {"data":{"crawlId":"crl_1","status":"finished","counts":{"total":3,"failed":1},"creditsCharged":3,"creditsRefunded":1` + more + `}}`
	}
	list := func(items string) string {
		return `200 {"data":{"items":[` + items + `],"nextCursor":"","exhausted":true}}`
	}
	for name, c := range map[string]struct {
		answers map[string][]string
		want    string
	}{
		"pages": {
			map[string][]string{path: {crawl(`,"truncatedBy":"limit"`)}, path + "/pages": {`200 {"data":{"items":[` + read + `],"nextCursor":"n"}}`, list(read)}},
			"2 1 of 3 pages failed and cost nothing; GET /v1/public/crawl/crl_1/pages?status=failed lists them; the site has more pages than were crawled, because of: limit. <nil>",
		},
		"no page":         {map[string][]string{path: {crawl("")}, path + "/pages": {list(""), list(blocked)}}, "0  failed: A wall."},
		"a crawl's error": {map[string][]string{path: {crawl(`,"error":{"code":"dns_failed","message":"No name."}`)}, path + "/pages": {list("")}}, "0  failed: No name."},
	} {
		synctest.Test(t, func(t *testing.T) {
			c.answers["POST /crawl"] = []string{`202 {"data":{"crawlId":"crl_1"}}`}
			a := &formtest.API{Answers: c.answers}
			got, err := desk(a, false).Crawl(httptest.NewRecorder(), request(t.Context()), &url.CrawlArgs{URL: "http://a.test/", Limit: 3}, time.Minute)
			if got == nil {
				got = &form.Crawled{}
			}
			if said := fmt.Sprint(len(got.Pages), " ", form.Text(got.Notes), " ", err); said != c.want {
				t.Errorf("%s: got %s, want %s", name, said, c.want)
			}
		})
	}
}

// TestKeysOfOthers: what a key made for another call is no answer to this one.
func TestKeysOfOthers(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{
		"POST /crawl":        {`202 {"data":{"crawlId":"crl_1","bodyMatched":false}}`},
		"POST /scrape/batch": {`400 {"error":{"code":"invalid_idempotency_key","message":"m","details":[{"field":"batchId","issue":"bat_1"}]}}`},
	}}
	d, w := desk(a, false), httptest.NewRecorder()
	_, crawled := d.Crawl(w, request(t.Context()), &url.CrawlArgs{URL: "http://a.test/"}, time.Minute)
	_, _, read := d.Pages(w, request(t.Context()), "urls", []string{"http://a.test/", "http://b.test/"}, &form.Reading{}, time.Minute)
	for made, err := range map[string]error{"crawl crl_1": crawled, "batch bat_1": read} {
		refused, ok := errors.AsType[*asked.RefusedError](err)
		if !ok || refused.Status != http.StatusConflict || !strings.Contains(refused.Message, "used by another call, for "+made) {
			t.Errorf("%s: got error %v, want 409 and what the key made", made, err)
		}
	}
}
