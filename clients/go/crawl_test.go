package quarry_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	quarry "github.com/quarryapi/quarry/clients/go"
	"github.com/quarryapi/quarry/clients/go/api"
)

// mazeOf is a crawl of a few pages of the maze.
func mazeOf(limit int) api.CrawlRequest {
	return api.CrawlRequest{URL: "http://maze.test/", Limit: new(limit), Sitemap: new(api.CrawlRequestSitemapSkip), Format: new(api.CrawlRequestFormatMetadata)}
}

// numbers are those of pages, sorted.
func numbers(t *testing.T, pages iter.Seq2[api.CrawlPage, error]) (found []int) {
	t.Helper()
	for page, err := range pages {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, page.Number)
	}
	slices.Sort(found)
	return found
}

// TestCrawl follows a crawl through all sorts of trouble: each of its pages is there once.
func TestCrawl(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		client *quarry.Client
		limit  int
	}{
		"lost":   {service(t), 12},
		"flaky":  {in(t, "flaky", quarry.Options{}), 12},
		"broken": {in(t, "broken", quarry.Options{}), 2}, // a second for each
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, ctx := c.client, t.Context()
			crawl, err := client.Crawl(ctx, mazeOf(c.limit))
			if err != nil {
				t.Fatal(err)
			}
			var last quarry.Progress
			now, err := crawl.Wait(quarry.WithProgress(ctx, func(p quarry.Progress) { last = p }))
			if err != nil || now.Status != api.CrawlStatusFinished || now.TruncatedBy == nil || last.CrawlID != crawl.ID || last.Done != c.limit {
				t.Fatalf("got %+v (%v) after %+v, want a crawl of %d pages that its limit ended", now, err, last, c.limit)
			}
			if paid := now.CreditsCharged - now.CreditsRefunded; paid != now.Counts.Succeeded {
				t.Errorf("got %d credits for %d pages, want one for each", paid, now.Counts.Succeeded)
			}
			again := client.CrawlHandle(crawl.ID)
			for what, pages := range map[string]iter.Seq2[api.CrawlPage, error]{
				"all":   again.All(ctx, 0),
				"pages": again.Pages(ctx, api.ListCrawlPagesParams{Limit: new(5)}),
				"lines": again.Lines(ctx),
			} {
				if got, want := numbers(t, pages), []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}[:c.limit]; !slices.Equal(got, want) {
					t.Errorf("%s: got the pages %v, want %v", what, got, want)
				}
			}
			for page, err := range again.Pages(ctx, api.ListCrawlPagesParams{Status: new(api.ListCrawlPagesParamsStatusSucceeded), Results: new(true)}) {
				if err != nil || page.Result == nil || page.Status != api.CrawlPageStatusSucceeded {
					t.Errorf("got %+v (%v), want a page that succeeded, with its result", page, err)
				}
			}
			listed := false
			for one, err := range client.Crawls(ctx, api.ListCrawlsParams{Limit: new(2)}) {
				if err != nil {
					t.Fatal(err)
				}
				if listed = one.CrawlID == crawl.ID; listed {
					break
				}
			}
			if !listed {
				t.Errorf("got no crawl %s in the list of crawls, want it there", crawl.ID)
			}
			var final string
			for event, err := range again.Events(ctx, "") {
				if err != nil {
					t.Fatal(err)
				}
				final = event.Type
			}
			if final != "crawl.finished" {
				t.Errorf("got at last %s, want crawl.finished", final)
			}
		})
	}
}

// TestCrawlIsCancelledAndResumed, although the first answer to each call is lost.
func TestCrawlIsCancelledAndResumed(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	body := mazeOf(12)
	body.DelayMs = new(60_000) // so that it runs until it is cancelled
	crawl, err := service(t).Crawl(ctx, body)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := crawl.Cancel(ctx); err != nil {
		t.Fatal(err)
	}
	now, err := crawl.Wait(ctx)
	if err != nil || now.Status != api.CrawlStatusCancelled {
		t.Fatalf("got %+v (%v), want a crawl that was cancelled", now, err)
	}
	if now, err = crawl.Resume(ctx, 0); err != nil || now.Status != api.CrawlStatusRunning {
		t.Errorf("got %+v (%v), want a crawl that runs", now, err)
	}
	if now, err = crawl.Cancel(ctx); err != nil || now.CrawlID != crawl.ID {
		t.Errorf("got %+v (%v), want the crawl %s", now, err, crawl.ID)
	}
}

// TestCrawlThatFails names its reason and its id, whoever follows it.
func TestCrawlThatFails(t *testing.T) {
	t.Parallel()
	client, ctx := service(t), t.Context()
	crawl, err := client.Crawl(ctx, api.CrawlRequest{URL: "http://wall.test/"})
	if err != nil {
		t.Fatal(err)
	}
	_, waited := crawl.Wait(ctx)
	var followed error
	for _, err := range crawl.All(ctx, 0) {
		followed = err
	}
	_, missing := client.CrawlHandle("crl_none").Status(ctx)
	for _, c := range []struct {
		name string
		got  error
		want quarry.Code
		id   string
	}{
		{"wait", waited, quarry.UpstreamBlocked, crawl.ID},
		{"all", followed, quarry.UpstreamBlocked, crawl.ID},
		{"status", missing, quarry.CrawlNotFound, "crl_none"},
	} {
		if !errors.Is(c.got, c.want) || quarry.ResumeOf(c.got).CrawlID != c.id {
			t.Errorf("%s: got %v, want %s of the crawl %s", c.name, c.got, c.want, c.id)
		}
	}
}

// ofCrawl serves a crawl by its path behind its id; what is not there is a finished crawl of 3 pages.
func ofCrawl(t *testing.T, routes map[string]http.HandlerFunc) *quarry.CrawlHandle {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimPrefix(r.URL.Path, "/v1/public/crawl/crl_1")
		if route, ok := routes[path]; ok && (r.Method == http.MethodGet || path != "/export") {
			route(w, r)
			return
		}
		_, _ = io.WriteString(w, `{"data":{"crawlId":"crl_1","status":"finished","counts":{"total":3,"succeeded":3}}}`)
	}))
	t.Cleanup(server.Close)
	client, err := quarry.New(quarry.Options{BaseURL: server.URL, Token: "t", Attempts: 3, Outage: -1, Deadline: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return client.CrawlHandle("crl_1")
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
}

func line(number int) string {
	return fmt.Sprintf(`{"number":%d,"url":"http://a.test/%d","jobId":"job_%d","status":"succeeded"}`, number, number, number)
}

// TestCutShortByCredits ends with an error, behind the pages.
func TestCutShortByCredits(t *testing.T) {
	t.Parallel()
	const short = `{"crawlId":"crl_1","status":"finished","truncatedBy":"credits","counts":{"total":3,"succeeded":3}}`
	crawl := ofCrawl(t, map[string]http.HandlerFunc{
		"": says(`{"data":` + short + `}`),
		"/events": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "event: crawl.finished\ndata: "+short+"\n\n")
		},
		"/pages": says(`{"data":{"items":[` + line(1) + "," + line(2) + "," + line(3) + `],"exhausted":true}}`),
	})
	var found []int
	var last error
	for page, err := range crawl.All(t.Context(), 1) {
		if last = err; err == nil {
			found = append(found, page.Number)
		}
	}
	if !errors.Is(last, quarry.InsufficientCredits) || quarry.ResumeOf(last).CrawlID != "crl_1" || !slices.Equal(found, []int{2, 3}) {
		t.Errorf("got pages %v and %v, want 2 and 3 and that the credits do not suffice", found, last)
	}
	if now, err := crawl.Wait(t.Context()); err != nil || now.TruncatedBy == nil || *now.TruncatedBy != api.CrawlTruncatedByCredits {
		t.Errorf("got %+v (%v), want a crawl that is truncated by credits", now, err)
	}
}

// TestPagesOfNoEvent are read from the list, and large results whole.
func TestPagesOfNoEvent(t *testing.T) {
	t.Parallel()
	finished := `{"crawlId":"crl_1","status":"finished","counts":{"total":3,"succeeded":3}}`
	cut := strings.Replace(line(2), "}", `,"resultTruncated":true,"result":{"markdown":"the"}}`, 1)
	crawl := ofCrawl(t, map[string]http.HandlerFunc{
		"/events": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = fmt.Fprintf(w, "id: 1\nevent: crawl.page\ndata: %s\n\nid: 2\nevent: crawl.progress\ndata: %s\n\nid: 3\nevent: crawl.page\ndata: %s\n\nid: 4\nevent: crawl.finished\ndata: %[2]s\n\n", cut, finished, line(1))
		},
		"/pages":                       says(`{"data":{"items":[` + line(1) + "," + cut + "," + line(3) + `],"exhausted":true}}`),
		"/v1/public/jobs/job_2/result": says(`{"markdown":"the whole of it"}`),
	})
	var got []string
	for page, err := range crawl.All(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		text := "no result"
		if page.Result != nil && page.Result.Markdown != nil {
			text = *page.Result.Markdown
		}
		got = append(got, fmt.Sprint(page.Number, " ", text))
	}
	if want := []string{"2 the whole of it", "1 no result", "3 no result"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLinesAreStreamed: a line is yielded before the next is sent, what broke off is read on by a new
// link, no line is there twice, and the token goes to the service alone.
func TestLinesAreStreamed(t *testing.T) {
	t.Parallel()
	next := make(chan struct{})
	var reads, links atomic.Int64
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("got the token at the files, want it at the service alone")
		}
		_, _ = io.WriteString(w, line(1)+"\n"+line(2)[:9])
		_ = http.NewResponseController(w).Flush()
		if reads.Add(1) == 1 {
			<-next
			panic(http.ErrAbortHandler)
		}
		_, _ = io.WriteString(w, line(2)[9:]+"\n"+line(3)+"\n")
	}))
	t.Cleanup(files.Close)
	crawl := ofCrawl(t, map[string]http.HandlerFunc{"/export": func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{
			"items": []any{map[string]any{"first": 1, "last": 3, "bytes": 9, "url": fmt.Sprintf("%s/%d", files.URL, links.Add(1))}}, "exhausted": true,
		}})
	}})
	var got []int
	for page, err := range crawl.Lines(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, page.Number); page.Number == 1 {
			close(next)
		}
	}
	if !slices.Equal(got, []int{1, 2, 3}) || links.Load() != 2 {
		t.Errorf("got the lines %v by %d links, want 1 to 3 by 2", got, links.Load())
	}
}

// TestFilesThatCannotBeRead end with an error that names the crawl.
func TestFilesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]http.HandlerFunc{
		"gone":     http.NotFound,
		"a page":   says("<html>Log in to this network.</html>"),
		"too few":  says(line(1) + "\n"),
		"cut line": says(line(1) + "\n" + line(2)[:9]),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := httptest.NewServer(file)
			t.Cleanup(files.Close)
			crawl := ofCrawl(t, map[string]http.HandlerFunc{"/export": says(`{"data":{"items":[{"first":1,"last":3,"bytes":9,"url":"` + files.URL + `"}],"exhausted":true}}`)})
			var last error
			for _, err := range crawl.Lines(t.Context()) {
				last = err
			}
			var lost *quarry.NetworkError
			if !errors.As(last, &lost) || lost.Attempts != 3 || lost.CrawlID != "crl_1" {
				t.Errorf("got %v, want a NetworkError after 3 attempts of the crawl crl_1", last)
			}
		})
	}
}

// TestListsOfAFaultyService end, with an error where they are no lists.
func TestListsOfAFaultyService(t *testing.T) {
	t.Parallel()
	client := func(next func(cursor string) string) *quarry.Client {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, next(r.URL.Query().Get("cursor")))
		}))
		t.Cleanup(server.Close)
		made, err := quarry.New(quarry.Options{BaseURL: server.URL, Token: "t", Attempts: 1, Outage: -1})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	circle := func(cursor string) string {
		to := map[string]string{"": "a", "a": "b", "b": "a"}[cursor]
		return `{"data":{"items":[],"jobs":[],"nextCursor":"` + to + `","exhausted":false}}`
	}
	for name, c := range map[string]struct {
		answer func(cursor string) string
		good   bool
	}{
		"null":                   {func(string) string { return `{"data":{"items":null,"jobs":null,"exhausted":true}}` }, false},
		"text":                   {func(string) string { return `{"data":{"items":"none","jobs":"none","exhausted":true}}` }, false},
		"circle":                 {circle, false},
		"exhausted and a cursor": {func(string) string { return `{"data":{"items":[],"jobs":[],"nextCursor":"a","exhausted":true}}` }, true},
		"empty cursor":           {func(string) string { return `{"data":{"items":[],"jobs":[],"nextCursor":"","exhausted":false}}` }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, of := t.Context(), client(c.answer)
			for list, err := range map[string]error{
				"jobs":        ends(of.Jobs(ctx, api.ListJobsParams{})),
				"batches":     ends(of.Batches(ctx, api.ListBatchesParams{})),
				"requests":    ends(of.Requests(ctx, api.ListRequestsParams{})),
				"crawls":      ends(of.Crawls(ctx, api.ListCrawlsParams{})),
				"endpoints":   ends(of.Endpoints(ctx, api.ListEndpointsParams{})),
				"deliveries":  ends(of.Deliveries(ctx, api.ListDeliveriesParams{})),
				"batch":       ends(of.BatchJobs(ctx, "batch_1")),
				"crawl pages": ends(of.CrawlHandle("crl_1").Pages(ctx, api.ListCrawlPagesParams{})),
			} {
				if (err == nil) != c.good {
					t.Errorf("%s: got %v, want an error: %t", list, err, !c.good)
				}
			}
		})
	}
}

// ends is the error at the end of a list.
func ends[T any](list iter.Seq2[T, error]) (last error) {
	for _, err := range list {
		last = err
	}
	return last
}
