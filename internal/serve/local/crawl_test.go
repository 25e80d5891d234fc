package local_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/webtest/maze"
)

var whole = flag.Bool("whole", false, "crawl the sites that a release is held to, and not a part of each")

// pagesOfSite is how many pages a site has: few with every run of the tests, and all with -whole.
func pagesOfSite(few, all int) int {
	if *whole {
		return all
	}
	return few
}

// crawled is a crawl as callers see it.
type crawled struct {
	CrawlID, Status, TruncatedBy    string
	Counts                          map[string]int64
	FailedBy, SkippedBy, Changes    map[string]int64
	SkippedSamples                  map[string][]string
	CreditsCharged, CreditsRefunded int64
	MaxCredits                      int64
	Error                           *struct {
		Code      string
		Retryable bool
	}
}

// mazeService is a service beside a maze.
func mazeService(t *testing.T, m http.Handler, dir string) *local.Service {
	t.Helper()
	site := httptest.NewServer(m)
	t.Cleanup(site.Close)
	o := options(dir)
	o.Hosts = []string{"open:*.test=" + site.Listener.Addr().String()}
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	return s
}

func data(t *testing.T, info *local.Info, method, path, body string, into any) {
	t.Helper()
	code, raw := status(t, info, method, path, body)
	if code >= 300 {
		t.Fatalf("%s %s: got %d %s, want 2xx", method, path, code, raw)
	}
	must(t, json.Unmarshal([]byte(raw), &struct {
		Data any `json:"data"`
	}{into}))
}

// crawl makes a crawl and waits for its end.
func crawl(t *testing.T, info *local.Info, body string) crawled {
	t.Helper()
	var c crawled
	data(t, info, http.MethodPost, "/v1/public/crawl", body, &c)
	return ended(t, info, c.CrawlID)
}

func ended(t *testing.T, info *local.Info, id string) (c crawled) {
	t.Helper()
	for c.Status == "" || c.Status == "running" {
		c = crawled{}
		data(t, info, http.MethodGet, "/v1/public/crawl/"+id, "", &c)
		time.Sleep(50 * time.Millisecond)
	}
	return c
}

// pagesOf are the pages of a crawl by their status.
func pagesOf(t *testing.T, info *local.Info, id string) map[string][]string {
	t.Helper()
	found, cursor := map[string][]string{}, ""
	for {
		var list struct {
			Items []struct {
				URL, Status, Change string
				CreditsCharged      int64
			}
			NextCursor string
			Exhausted  bool
		}
		path := "/v1/public/crawl/" + id + "/pages?limit=100"
		if cursor != "" {
			path += "&cursor=" + cursor
		}
		data(t, info, http.MethodGet, path, "", &list)
		for _, p := range list.Items {
			found[p.Status] = append(found[p.Status], p.URL)
			if p.Change != "" {
				found[p.Change] = append(found[p.Change], p.URL)
			}
		}
		if list.Exhausted {
			for _, urls := range found {
				slices.Sort(urls)
			}
			return found
		}
		cursor = list.NextCursor
	}
}

// TestCrawlFindsExactlyItsPages: of a site with traps, walls, redirects, duplicates, soft errors and a robots.txt a
// crawl finds the pages that there are, each once, and charges those that succeeded.
func TestCrawlFindsExactlyItsPages(t *testing.T) {
	t.Parallel()
	m := maze.New(pagesOfSite(400, 2000))
	s := mazeService(t, m, t.TempDir())
	c := crawl(t, s.Info(), fmt.Sprintf(`{"url":%q,"limit":50000,"sitemap":"skip"}`, m.Root()))
	exact(t, m, pagesOf(t, s.Info(), c.CrawlID))
	wantSucceeded, wantFailed := m.Set()
	if c.Status != "finished" || c.TruncatedBy != "" {
		t.Errorf("got status %s, truncated by %q; want finished, nothing", c.Status, c.TruncatedBy)
	}
	if got, want := c.CreditsCharged-c.CreditsRefunded, int64(len(wantSucceeded)); got != want {
		t.Errorf("got %d credits charged in all, want %d: those that succeeded", got, want)
	}
	if c.Counts["failed"] != int64(len(wantFailed)) || c.Counts["queued"]+c.Counts["running"]+c.Counts["cancelled"] != 0 {
		t.Errorf("got counts %v, want %d failed and none left", c.Counts, len(wantFailed))
	}
	for _, why := range []string{"robots", "trap", "offsite"} {
		if c.SkippedBy[why] == 0 {
			t.Errorf("got skipped by %v, want some by %s", c.SkippedBy, why)
		}
	}
	for path, n := range m.Bodies() {
		if n != 1 && path != "/" && path[:2] != "/p" {
			t.Errorf("got %s sent %d times, want once", path, n)
		}
	}
}

func exact(t *testing.T, m *maze.Maze, got map[string][]string) {
	t.Helper()
	succeed, fail := m.Set()
	want := map[string][]string{"succeeded": succeed}
	if len(fail) > 0 {
		want["failed"] = fail
	}
	for _, change := range []string{"new", "changed", "same", "gone"} {
		delete(got, change)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages by status %v mismatch (-want +got):\n%s", slices.Sorted(maps.Keys(got)), diff)
	}
}

// audited holds that an operator's audit finds no differences.
func audited(t *testing.T, info *local.Info) {
	t.Helper()
	body, err := json.Marshal(admin.Request{Op: "audit", Org: info.OrganizationID})
	must(t, err)
	url := info.AdminURL + "/2015-03-31/functions/" + local.AdminFunction + "/invocations"
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(body))
	must(t, err)
	req.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+info.AdminKey+"/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0")
	res, err := http.DefaultClient.Do(req)
	must(t, err)
	defer func() { _ = res.Body.Close() }()
	raw := readAll(t, res.Body)
	var report admin.Audit
	must(t, json.Unmarshal([]byte(raw), &report))
	if !report.Balanced || len(report.Organizations) != 1 || report.Organizations[0].Jobs == 0 {
		t.Errorf("got %d %s, want no differences", res.StatusCode, raw)
	}
}

// TestCrawlOfChanges: a crawl that is compared with an earlier one fetches the bodies of the hundredth that has changed, and
// says what is new, changed, the same and gone.
func TestCrawlOfChanges(t *testing.T) {
	t.Parallel()
	pages := pagesOfSite(200, 2000)
	m := maze.New(pages)
	s := mazeService(t, m, t.TempDir())
	body := fmt.Sprintf(`{"url":%q,"limit":50000,"sitemap":"skip"`, m.Root())
	first := crawl(t, s.Info(), body+"}")
	m.Bodies()
	var changed []string
	for n := 19; n <= pages; n += 100 { // none is walled, gone, moved or away
		m.Change(n)
		changed = append(changed, fmt.Sprintf("http://maze.test/page/%d", n))
	}
	slices.Sort(changed)
	m.Remove(50)
	second := crawl(t, s.Info(), body+`,"againstCrawlId":"`+first.CrawlID+`"}`)
	got := pagesOf(t, s.Info(), second.CrawlID)
	if diff := cmp.Diff(changed, got["changed"]); diff != "" {
		t.Errorf("changed pages mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"http://maze.test/page/50"}, got["gone"]); diff != "" {
		t.Errorf("gone pages mismatch (-want +got):\n%s", diff)
	}
	same := first.Counts["succeeded"] - int64(len(changed)) - 1
	if len(got["new"]) != 0 || second.Changes["same"] != same {
		t.Errorf("got changes %v, new %v; want %d the same, none new", second.Changes, got["new"], same)
	}
	var sent []string
	for path := range m.Bodies() {
		if strings.HasPrefix(path, "/page/") {
			sent = append(sent, "http://maze.test"+path)
		}
	}
	slices.Sort(sent)
	if diff := cmp.Diff(changed, sent); diff != "" {
		t.Errorf("bodies that were sent mismatch (-want +got):\n%s", diff)
	}
}

// TestCrawlSince: pages are asked for what has changed since a time; one that has not is the same, costs what
// resolve does, and its body is not sent.
func TestCrawlSince(t *testing.T) {
	t.Parallel()
	m := maze.New(80)
	m.Change(5, 6)
	s := mazeService(t, m, t.TempDir())
	c := crawl(t, s.Info(), fmt.Sprintf(`{"url":%q,"sitemap":"only","since":%q}`, m.Root(), maze.Made().Format(time.RFC3339)))
	got := pagesOf(t, s.Info(), c.CrawlID)
	if diff := cmp.Diff([]string{"http://maze.test/page/5", "http://maze.test/page/6"}, got["changed"]); diff != "" || c.Status != "finished" {
		t.Errorf("status %s, changed pages mismatch (-want +got):\n%s", c.Status, diff)
	}
	if len(got["succeeded"]) != 81 || len(got["same"]) != 78 {
		t.Errorf("got %d pages, %d of them the same; want 81, 78", len(got["succeeded"]), len(got["same"]))
	}
	for path, n := range m.Bodies() {
		if strings.HasPrefix(path, "/page/") && path != "/page/5" && path != "/page/6" {
			t.Errorf("got the body of %s sent %d times, want that of changed pages only", path, n)
		}
	}
	code, body := status(t, s.Info(), http.MethodPost, "/v1/public/crawl", `{"url":"http://maze.test/","againstCrawlId":"crl_01jzzzzzzzzzzzzzzzzzzzzzzz"}`)
	if code != http.StatusNotFound || !strings.Contains(body, "crawl_not_found") {
		t.Errorf("got %d %s of another's crawl to compare with, want 404 crawl_not_found", code, body)
	}
}

// TestCrawlExport: the files of a crawl have each of its pages once, in order, with their results; also when the
// export is asked for after the end.
func TestCrawlExport(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pages  int
		during bool
	}{"while it runs": {pagesOfSite(130, 5000), true}, "after its end": {130, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := maze.New(c.pages)
			s := mazeService(t, m, t.TempDir())
			made := crawl(t, s.Info(), fmt.Sprintf(`{"url":%q,"limit":50000,"sitemap":"skip","export":%t}`, m.Root(), c.during))
			if path := "/v1/public/crawl/" + made.CrawlID + "/export"; !c.during {
				if code, body := status(t, s.Info(), http.MethodGet, path, ""); code != http.StatusBadRequest {
					t.Errorf("got %d %s of a crawl that is not exported, want 400", code, body)
				}
				data(t, s.Info(), http.MethodPost, path, "", &made)
			}
			found, numbers := exported(t, s.Info(), made.CrawlID)
			exact(t, m, found)
			for i, n := range numbers {
				if n != i+1 {
					t.Fatalf("got page %d in line %d, want the pages in order", n, i+1)
				}
			}
			if samples := made.SkippedSamples; len(samples["robots"]) == 0 || len(samples["trap"]) == 0 || len(samples["robots"]) > 3 {
				t.Errorf("got samples %v, want one to three for robots and trap", samples)
			}
		})
	}
}

// exported are the URLs in the files of a crawl by their status, and the numbers of its pages.
func exported(t *testing.T, info *local.Info, id string) (found map[string][]string, numbers []int) {
	t.Helper()
	found = map[string][]string{}
	for cursor := ""; ; {
		var list struct {
			Items []struct {
				First, Last int
				URL         string
			}
			NextCursor string
			Exhausted  bool
		}
		data(t, info, http.MethodGet, "/v1/public/crawl/"+id+"/export?limit=1"+cursor, "", &list)
		for _, part := range list.Items {
			if !strings.Contains(part.URL, "&X-Amz-Expires=3600&") {
				t.Errorf("got link %s, want it signed for an hour", part.URL)
			}
			for line := range strings.Lines(fetched(t, part.URL)) {
				var page struct {
					Number int    `json:"number"`
					URL    string `json:"url"`
					Status string `json:"status"`
					Result *struct {
						Markdown string `json:"markdown"`
					} `json:"result"`
				}
				must(t, json.Unmarshal([]byte(line), &page))
				found[page.Status] = append(found[page.Status], page.URL)
				numbers = append(numbers, page.Number)
				if page.Status == "succeeded" && (page.Result == nil || page.Result.Markdown == "") {
					t.Errorf("got %s, want its markdown", line)
				}
			}
		}
		if list.Exhausted {
			break
		}
		cursor = "&cursor=" + list.NextCursor
	}
	for _, urls := range found {
		slices.Sort(urls)
	}
	return found, numbers
}

func fetched(t *testing.T, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	must(t, err)
	res, err := http.DefaultClient.Do(req)
	must(t, err)
	defer func() { _ = res.Body.Close() }()
	return readAll(t, res.Body)
}

// TestCrawlThatFails: a first page that is walled fails the crawl with that code, at no cost, and a foreign id is
// of nothing.
func TestCrawlThatFails(t *testing.T) {
	t.Parallel()
	s := mazeService(t, maze.New(100), t.TempDir())
	for url, want := range map[string]string{
		"http://maze.test/page/97": "upstream_blocked", "http://maze.test/private/1": "upstream_blocked", "http://maze.test/none": "target_error",
	} {
		c := crawl(t, s.Info(), fmt.Sprintf(`{"url":%q}`, url))
		if c.Status != "failed" || c.Error == nil || c.Error.Code != want || c.Error.Retryable && strings.Contains(url, "private") || c.CreditsCharged != c.CreditsRefunded {
			t.Errorf("%s: got %+v, error %v; want it failed with %s and refunded", url, c, c.Error, want)
		}
	}
	var list struct {
		Items []crawled
	}
	data(t, s.Info(), http.MethodGet, "/v1/public/crawls?status=failed", "", &list)
	for _, c := range list.Items {
		want := map[string]int64{c.Error.Code: 1}
		if diff := cmp.Diff(want, c.FailedBy); diff != "" || c.Counts["failed"] != 1 || c.Counts["queued"] != 0 {
			t.Errorf("got counts %v, failures mismatch (-want +got):\n%s", c.Counts, diff)
		}
	}
	if len(list.Items) != 3 {
		t.Errorf("got %d failed crawls in the list, want 3", len(list.Items))
	}
	for _, path := range []string{"crl_01jzzzzzzzzzzzzzzzzzzzzzzz", "nothing"} {
		if code, body := status(t, s.Info(), http.MethodGet, "/v1/public/crawl/"+path, ""); code != http.StatusNotFound || !strings.Contains(body, "crawl_not_found") {
			t.Errorf("%s: got %d %s, want 404 crawl_not_found", path, code, body)
		}
	}
}

// TestCrawlStopsAndGoesOn: credits that run out end a crawl, which goes on where it was when there are more; so does
// one that was cancelled.
func TestCrawlStopsAndGoesOn(t *testing.T) {
	t.Parallel()
	m := maze.New(60)
	s := mazeService(t, m, t.TempDir())
	var c crawled
	data(t, s.Info(), http.MethodPost, "/v1/public/crawl", fmt.Sprintf(`{"url":%q,"sitemap":"skip","limit":1000,"idempotencyKey":"k"}`, m.Root()), &c)
	data(t, s.Info(), http.MethodPost, "/v1/public/crawl/"+c.CrawlID+"/cancel", "", &c)
	if c = ended(t, s.Info(), c.CrawlID); c.Status != "cancelled" || c.TruncatedBy != "cancelled" || c.Counts["succeeded"] > 40 {
		t.Errorf("got %+v, want it cancelled", c)
	}
	data(t, s.Info(), http.MethodPost, "/v1/public/crawl/"+c.CrawlID+"/resume", "", &c)
	c = ended(t, s.Info(), c.CrawlID)
	exact(t, m, pagesOf(t, s.Info(), c.CrawlID))
	if code, body := status(t, s.Info(), http.MethodPost, "/v1/public/crawl/"+c.CrawlID+"/resume", ""); code != http.StatusConflict || !strings.Contains(body, "crawl_not_resumable") {
		t.Errorf("got %d %s, want 409 crawl_not_resumable of one that is through", code, body)
	}
	few := crawl(t, s.Info(), fmt.Sprintf(`{"url":%q,"sitemap":"skip","limit":1000,"maxCredits":7}`, m.Root()))
	if few.Status != "finished" || few.TruncatedBy != "credits" || few.CreditsCharged-few.CreditsRefunded != 7 {
		t.Errorf("got %+v, want it finished by credits, with 7 of them", few)
	}
	if code, body := status(t, s.Info(), http.MethodPost, "/v1/public/crawl/"+few.CrawlID+"/resume", ""); code != http.StatusConflict || !strings.Contains(body, "maxCredits of 7") {
		t.Errorf("got %d %s, want 409 with a remedy where maxCredits are used up", code, body)
	}
	data(t, s.Info(), http.MethodPost, "/v1/public/crawl/"+few.CrawlID+"/resume", `{"maxCredits":9}`, &few)
	few = ended(t, s.Info(), few.CrawlID)
	if few.MaxCredits != 9 || few.TruncatedBy != "credits" || few.CreditsCharged-few.CreditsRefunded != 9 {
		t.Errorf("got %+v, want it resumed with 9 credits, and these used up", few)
	}
	if code, body := status(t, s.Info(), http.MethodPost, "/v1/public/crawl/"+few.CrawlID+"/resume", `{"maxCredits":8}`); code != http.StatusConflict || !strings.Contains(body, "maxCredits of 8") {
		t.Errorf("got %d %s of a limit below what it cost, want 409", code, body)
	}
	if code, body := status(t, s.Info(), http.MethodPost, "/v1/public/crawl", `{"url":"http://maze.test/","since":"2999-01-01"}`); code != http.StatusBadRequest || !strings.Contains(body, `"field":"since"`) {
		t.Errorf("got %d %s of a time to come, want 400 that names since", code, body)
	}
	audited(t, s.Info())
}
