package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBatchIsAThing: it has counts, pages and results, and is cancelled with exact refunds.
func TestBatchIsAThing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made := s.batch(t, `{"texts":["a","b","nowhere"]}`)
	path, _ := made.field("data", "pollUrl").(string)
	done := eventually(t, func() (answer, bool) {
		a := s.call(t, http.MethodGet, path+"?results=true", "")
		return a, a.field("data", "status") == "finished"
	})
	want := map[string]any{"total": 3.0, "queued": 0.0, "running": 0.0, "succeeded": 2.0, "failed": 0.0, "cancelled": 0.0, "invalid": 1.0}
	if diff := cmp.Diff(any(want), done.field("data", "counts")); diff != "" {
		t.Errorf("counts mismatch (-want +got):\n%s", diff)
	}
	bad := done.items(t)[2]
	if refused, _ := bad["error"].(map[string]any); bad["url"] != "nowhere" || refused["code"] != "invalid_url" || refused["message"] != "nowhere is no public target" {
		t.Errorf("got item %v, want the third with the error that the call returned", bad)
	}
	if strings.Count(done.raw, `"result":{`) != 2 || done.field("data", "exhausted") != true {
		t.Errorf("got body %s, want two results on the only page", done.raw)
	}
	if diff := cmp.Diff(made.items(t)[2], bad); diff != "" {
		t.Errorf("refused entry mismatch of call and poll (-want +got):\n%s", diff)
	}
	page := s.call(t, http.MethodGet, path+"?limit=1", "")
	cursor, _ := page.field("data", "nextCursor").(string)
	rest := s.call(t, http.MethodGet, path+"?limit=1&cursor="+cursor, "")
	cursor, _ = rest.field("data", "nextCursor").(string)
	last := s.call(t, http.MethodGet, path+"?limit=1&cursor="+cursor, "")
	if len(page.items(t)) != 1 || page.items(t)[0]["url"] != "a" || rest.items(t)[0]["url"] != "b" || rest.field("data", "exhausted") != false {
		t.Errorf("got pages %s and %s, want a and then b", page.raw, rest.raw)
	}
	if len(last.items(t)) != 1 || last.items(t)[0]["url"] != "nowhere" || last.field("data", "exhausted") != true {
		t.Errorf("got last page %s, want the entry that made no job", last.raw)
	}
	s.queue.idle.Store(true)
	path, _ = s.batch(t, `{"texts":["c","d"]}`).field("data", "pollUrl").(string)
	for range 2 {
		a := s.call(t, http.MethodPost, path+"/cancel", "")
		if a.status != http.StatusOK || a.field("data", "counts", "cancelled") != 2.0 || a.field("data", "creditsRefunded") != 2.0 {
			t.Errorf("got status %d, body %s; want 2 cancelled and refunded", a.status, a.raw)
		}
	}
	for _, item := range s.call(t, http.MethodGet, path, "").items(t) {
		if item["creditsCharged"] != 1.0 || item["creditsRefunded"] != 1.0 {
			t.Errorf("got item %v, want 1 credit charged and refunded", item)
		}
	}
	if b := s.money(t); b.Balance != 98 {
		t.Errorf("got balance %d, want 98", b.Balance)
	}
	for _, unknown := range []string{"/v1/public/batches/bat_x", strings.Replace(path, path[len(path)-4:], "0000", 1)} {
		if a := s.call(t, http.MethodGet, unknown, ""); a.code() != "batch_not_found" {
			t.Errorf("%s: got status %d, body %s; want batch_not_found", unknown, a.status, a.raw)
		}
	}
}

// TestJobsAreListed by each filter, page by page, and never another tenant's.
func TestJobsAreListed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.queue.idle.Store(true)
	one, _ := s.post(t, `{"text":"x","wait":false}`).field("data", "jobId").(string)
	batch, _ := s.batch(t, `{"texts":["a","b"]}`).field("data", "batchId").(string)
	s.call(t, http.MethodPost, "/v1/public/jobs/"+one+"/cancel", "")
	for query, want := range map[string]int{
		"": 3, "?status=cancelled": 1, "?status=queued": 2, "?kind=echo": 3, "?kind=later": 0, "?action=url.page": 3,
		"?batchId=" + batch: 2, "?batchId=" + batch + "&status=cancelled": 0,
		"?since=2026-03-01T12:00:00Z": 3, "?until=2026-03-01": 0, "?since=1772366401": 0, "?since=20260301": 3, "?since=2026": 3, "?since=2027": 0, "?until=20260301": 0, "?since=0": 3, "?until=1950": 0, "?since=2026&until=2026": 0, "?since=2026-03-01t12:00:00z&until=2999": 3,
	} {
		a := s.call(t, http.MethodGet, "/v1/public/jobs"+query, "")
		list, _ := a.field("data", "items").([]any)
		if a.status != http.StatusOK || len(list) != want {
			t.Errorf("%s: got status %d and %d jobs, want 200 and %d: %s", query, a.status, len(list), want, a.raw)
		}
	}
	other, _ := s.batch(t, `{"texts":["c","d"]}`).field("data", "batchId").(string)
	first := s.call(t, http.MethodGet, "/v1/public/jobs?limit=1&batchId="+batch, "")
	next, _ := first.field("data", "nextCursor").(string)
	if !strings.Contains(first.raw, `"target":"b"`) {
		t.Errorf("got body %s, want b first, the newest job of the batch", first.raw)
	}
	if a := s.call(t, http.MethodGet, "/v1/public/jobs?limit=1&batchId="+other+"&cursor="+next, ""); a.code() != "invalid_cursor" {
		t.Errorf("got status %d, body %s with the cursor of another batch, want invalid_cursor", a.status, a.raw)
	}
	for _, query := range []string{"?limit=1", "?limit=1&batchId=" + batch} {
		seen, cursor := map[any]bool{}, ""
		for range 6 {
			a := s.call(t, http.MethodGet, "/v1/public/jobs"+query+cursor, "")
			list, _ := a.field("data", "items").([]any)
			for _, item := range list {
				shown, _ := item.(map[string]any)
				seen[shown["jobId"]] = true
			}
			next, _ := a.field("data", "nextCursor").(string)
			if cursor = "&cursor=" + next; next == "" {
				break
			}
		}
		if want := map[string]int{"?limit=1": 5}[query]; len(seen) != max(want, 2) {
			t.Errorf("%s: got %d jobs on all pages, want each once", query, len(seen))
		}
	}
	for _, query := range []string{"?status=done", "?kind=x", "?action=x", "?since=soon", "?since=@1772366400", "?since=202603", "?batchId=x", "?until=0001-01-01", "?since=2027&until=2026"} {
		if a := s.call(t, http.MethodGet, "/v1/public/jobs"+query, ""); a.status != http.StatusBadRequest {
			t.Errorf("%s: got status %d, want 400", query, a.status)
		}
	}
	s.token = s.Token(t, s.Org(t, 1, 1), 100, 100)
	for _, path := range []string{"/jobs", "/jobs?batchId=" + batch} {
		if a := s.call(t, http.MethodGet, "/v1/public"+path, ""); !strings.Contains(a.raw, `"items":[]`) {
			t.Errorf("%s: got body %s for another tenant, want nothing", path, a.raw)
		}
	}
}

// TestBatchesAreListed by each filter, page by page, as a poll shows them, and never another tenant's.
func TestBatchesAreListed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	done, _ := s.batch(t, `{"texts":["a","nowhere"]}`).field("data", "pollUrl").(string)
	eventually(t, func() (answer, bool) {
		a := s.call(t, http.MethodGet, done, "")
		return a, a.field("data", "status") == "finished"
	})
	held, _ := s.batch(t, `{"texts":["b","c"],"block":true}`).field("data", "pollUrl").(string)
	eventually(t, func() (answer, bool) {
		a := s.call(t, http.MethodGet, held, "")
		return a, a.field("data", "counts", "running") == 2.0
	})
	s.queue.idle.Store(true)
	waiting, _ := s.batch(t, `{"texts":["d"]}`).field("data", "pollUrl").(string)
	for query, want := range map[string][]string{
		"": {waiting, held, done}, "?status=queued": {waiting}, "?status=running": {held}, "?status=finished": {done},
		"?kind=echo": {waiting, held, done}, "?kind=later": nil, "?action=url.page": {waiting, held, done},
		"?since=20260301": {waiting, held, done}, "?since=1772366401": nil, "?until=2026-03-01": nil,
	} {
		a := s.call(t, http.MethodGet, "/v1/public/batches"+query, "")
		if diff := cmp.Diff(want, s.polls(t, a)); a.status != http.StatusOK || diff != "" {
			t.Errorf("%s: got status %d, want 200; batches mismatch (-want +got):\n%s", query, a.status, diff)
		}
	}
	var seen []string
	for cursor := ""; len(seen) < 4; {
		a := s.call(t, http.MethodGet, "/v1/public/batches?limit=1"+cursor, "")
		seen = append(seen, s.polls(t, a)...)
		next, more := a.field("data", "nextCursor").(string)
		if a.field("data", "exhausted") == more {
			t.Errorf("got body %s, want exhausted %t", a.raw, !more)
		}
		if cursor = "&cursor=" + next; !more {
			break
		}
		if other := s.call(t, http.MethodGet, "/v1/public/batches?limit=1&until=2026-06-01"+cursor, ""); other.code() != "invalid_cursor" {
			t.Errorf("got body %s for a cursor of another until, want invalid_cursor", other.raw)
		}
	}
	if diff := cmp.Diff([]string{waiting, held, done}, seen); diff != "" {
		t.Errorf("batches of all pages mismatch (-want +got):\n%s", diff)
	}
	for _, query := range []string{"?status=failed", "?kind=x", "?action=x", "?since=soon", "?batchId=x", "?limit=0", "?until=0001-01-01", "?since=2027&until=2026"} {
		if a := s.call(t, http.MethodGet, "/v1/public/batches"+query, ""); a.status != http.StatusBadRequest {
			t.Errorf("%s: got status %d, want 400", query, a.status)
		}
	}
	close(s.release)
	s.token = s.Token(t, s.Org(t, 1, 1), 100, 100)
	if a := s.call(t, http.MethodGet, "/v1/public/batches", ""); !strings.Contains(a.raw, `"items":[]`) {
		t.Errorf("got body %s for another tenant, want nothing", a.raw)
	}
}

// polls are the addresses of the batches of a list, each of which is as a poll shows it.
func (s *service) polls(t *testing.T, list answer) (paths []string) {
	t.Helper()
	items, _ := list.field("data", "items").([]any)
	for _, item := range items {
		listed, _ := item.(map[string]any)
		path, _ := listed["pollUrl"].(string)
		polled, _ := s.call(t, http.MethodGet, path, "").field("data").(map[string]any)
		for _, page := range []string{"jobs", "nextCursor", "exhausted"} {
			delete(polled, page)
		}
		if diff := cmp.Diff(polled, listed); diff != "" {
			t.Errorf("batch mismatch of poll and list (-want +got):\n%s", diff)
		}
		paths = append(paths, path)
	}
	return paths
}

// TestEventFilterOfAnEndpoint: it is kept in one form, read back, and holds.
func TestEventFilterOfAnEndpoint(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, _ := s.endpoint(t, "http://hooks.test/in")
	a := s.call(t, http.MethodPatch, path, `{"events":["job.failed","batch.finished","job.failed"]}`)
	if diff := cmp.Diff(any([]any{"batch.finished", "job.failed"}), a.field("data", "endpoint", "events")); diff != "" {
		t.Errorf("events mismatch (-want +got):\n%s", diff)
	}
	s.post(t, `{"text":"x","webhookUrl":"http://hooks.test/in"}`)
	s.post(t, `{"text":"x","fail":"target_error","webhookUrl":"http://hooks.test/in"}`)
	list := s.call(t, http.MethodGet, deliveriesPath, "")
	if strings.Contains(list.raw, "job.succeeded") || !strings.Contains(list.raw, "job.failed") {
		t.Errorf("got deliveries %s, want job.failed alone", list.raw)
	}
	if a := s.call(t, http.MethodPatch, path, `{"events":["job.done"]}`); a.status != http.StatusBadRequest || !strings.Contains(a.raw, "events[0]") {
		t.Errorf("got status %d, body %s; want 400 at events[0]", a.status, a.raw)
	}
	if a := s.call(t, http.MethodPatch, path, `{"events":[]}`); !strings.Contains(a.raw, `"events":["*"]`) {
		t.Errorf("got body %s, want all events again", a.raw)
	}
}

// TestSucceededJobsShowTheWhole in polls, lists, batches and events, whatever their run reported last.
func TestSucceededJobsShowTheWhole(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made := s.batch(t, `{"texts":["reports"]}`)
	batch, _ := made.field("data", "pollUrl").(string)
	id, _ := made.items(t)[0]["jobId"].(string)
	eventually(t, func() (answer, bool) {
		a := s.call(t, http.MethodGet, batch, "")
		return a, a.field("data", "status") == "finished"
	})
	job := "/v1/public/jobs/" + id
	for _, path := range []string{job, "/v1/public/jobs", batch, job + "/events"} {
		if a := s.call(t, http.MethodGet, path, ""); !strings.Contains(a.raw, `"progress":{"done":4,"total":4,"stage":"done"}`) {
			t.Errorf("%s: got body %s, want the progress of the whole", path, a.raw)
		}
	}
}
