package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// told is one event of a stream.
type told struct{ id, event, data string }

// listen opens a stream and hands over its events as they come, until it ends.
func (s *service) listen(t *testing.T, base, path, last string) (status int, events <-chan told) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+string(s.token))
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan told)
	go func() {
		defer close(out)
		defer func() { _ = res.Body.Close() }()
		lines, e := bufio.NewScanner(res.Body), told{}
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "id":
				e.id = value
			case "event":
				e.event = value
			case "data":
				e.data = value
			case "":
				if e.event != "" {
					out <- e
				}
				e = told{}
			}
		}
	}()
	return res.StatusCode, out
}

// serve serves the API on loopback.
func (s *service) serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	return server.URL + "/v1/public"
}

// TestStreamOfAJob: what a job is now, then its end, and nothing to whoever has seen that.
func TestStreamOfAJob(t *testing.T) {
	t.Parallel()
	s := setup(t)
	base := s.serve(t)
	id, _ := s.post(t, `{"text":"x","block":true,"wait":false}`).field("data", "jobId").(string)
	_, events := s.listen(t, base, "/jobs/"+id+"/events", "")
	first := <-events
	if first.event != "job.queued" && first.event != "job.running" {
		t.Errorf("got first event %+v, want what the job is now", first)
	}
	close(s.release)
	last := first
	for e := range events {
		last = e
	}
	if last.event != "job.succeeded" || !strings.Contains(last.data, `"result":{"text":"x"}`) {
		t.Errorf("got last event %+v, want job.succeeded with the result", last)
	}
	if status, rest := s.listen(t, base, "/jobs/"+id+"/events", last.id); status != http.StatusNoContent {
		t.Errorf("got status %d and event %+v after the last event, want 204", status, <-rest)
	}
	if status, _ := s.listen(t, base, "/jobs/"+id+"x/events", ""); status != http.StatusNotFound {
		t.Errorf("got status %d of no job, want 404", status)
	}
}

// TestStreamOfABatch: each end once, and whoever resumes behind any event gets the others.
func TestStreamOfABatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	base := s.serve(t)
	id, _ := s.batch(t, `{"texts":["a","b","c"],"block":true}`).field("data", "batchId").(string)
	path := "/batches/" + id + "/events"
	_, events := s.listen(t, base, path, "")
	if first := <-events; first.event != "batch.progress" {
		t.Errorf("got first event %+v, want batch.progress", first)
	}
	close(s.release)
	var all []told
	for e := range events {
		if e.event != "batch.progress" {
			all = append(all, e)
		}
	}
	if diff := cmp.Diff([]string{"job.succeeded", "job.succeeded", "job.succeeded", "batch.finished"}, names(all)); diff != "" {
		t.Fatalf("events mismatch (-want +got):\n%s", diff)
	}
	for i, seen := range all {
		status, rest := s.listen(t, base, path, seen.id)
		var got []told
		for e := range rest {
			got = append(got, e)
		}
		if len(got)+i+1 != len(all) {
			t.Errorf("got events %v behind %d of %d, status %d; want each once", names(got), i+1, len(all), status)
		}
	}
}

// TestStreamOfLongResults: a batch with more results than one answer may carry shows each of them: what has no room in one
// look comes with the next.
func TestStreamOfLongResults(t *testing.T) {
	t.Parallel()
	s := setup(t)
	base := s.serve(t)
	texts := make([]string, 25) // of 200 KB, 5 MB together
	for i := range texts {
		texts[i] = fmt.Sprintf(`"long %d"`, i)
	}
	id, _ := s.batch(t, `{"texts":[`+strings.Join(texts, ",")+`]}`).field("data", "batchId").(string)
	_, events := s.listen(t, base, "/batches/"+id+"/events", "")
	ends, whole := 0, 0
	for e := range events {
		if e.event == "job.succeeded" {
			ends++
			if len(e.data) > 200<<10 {
				whole++
			}
		}
	}
	if ends != len(texts) || whole != len(texts) {
		t.Errorf("got %d ends, %d with their results; want %d, all with them", ends, whole, len(texts))
	}
}

func names(events []told) (list []string) {
	for _, e := range events {
		list = append(list, e.event)
	}
	return list
}

// TestMarksAreOfTheirStream: whoever comes with the mark of another job or batch has seen nothing
// of this one.
func TestMarksAreOfTheirStream(t *testing.T) {
	t.Parallel()
	s := setup(t)
	base := s.serve(t)
	var paths []string
	for range 2 {
		id, _ := s.batch(t, `{"texts":["a","b"]}`).field("data", "batchId").(string)
		paths = append(paths, "/batches/"+id+"/events")
	}
	for range 2 {
		id, _ := s.post(t, `{"text":"x"}`).field("data", "jobId").(string)
		paths = append(paths, "/jobs/"+id+"/events")
	}
	all, last := map[string]int{}, map[string]string{}
	read := func(path, mark string) (n int, seen string) {
		_, events := s.listen(t, base, path, mark)
		for e := range events {
			seen = e.id
			if e.event != "batch.progress" {
				n++
			}
		}
		return n, seen
	}
	for _, path := range paths {
		all[path], last[path] = read(path, "")
	}
	for _, path := range paths {
		for of, mark := range last {
			want := all[path]
			if of == path {
				want = 0
			}
			if got, _ := read(path, mark); got != want {
				t.Errorf("%s: got %d events behind %s, want %d", path, got, mark, want)
			}
		}
		for _, mark := range []string{"3-0", "finished", "succeeded-1", "x"} {
			if got, _ := read(path, mark); got != all[path] {
				t.Errorf("%s: got %d events behind %s, which is no mark, want %d", path, got, mark, all[path])
			}
		}
	}
}

// ahead is a store in which something happens behind every look at a batch.
type ahead struct {
	*store.Store

	happen func()
}

func (a ahead) Batch(ctx context.Context, org, id string) (*store.Batch, error) {
	b, err := a.Store.Batch(ctx, org, id)
	a.happen()
	return b, err
}

// TestProgressIsThatOfTheEvents: the counts of a batch are those of the ends that its stream has shown,
// also when jobs end while it looks.
func TestProgressIsThatOfTheEvents(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.queue.idle.Store(true)
	made := s.batch(t, `{"texts":["a","b","c"]}`)
	var ids []any
	for _, item := range made.items(t) {
		ids = append(ids, item["jobId"])
	}
	plain := *s
	hasty := api.New(api.Deps{
		Store: ahead{s.Store, func() {
			if len(ids) > 0 {
				plain.call(t, http.MethodPost, fmt.Sprint("/v1/public/jobs/", ids[0], "/cancel"), "")
				ids = ids[1:]
			}
		}},
		Results: result.New(s.Store, s.blobs), Queue: s.queue, Kinds: []kind.Definition{echo, later}, Hosts: hosts(t), Lookup: lookup,
		Log: slog.New(slog.DiscardHandler), Now: s.Clock.Now,
	})
	s.handler = hasty.Handler()
	_, events := s.listen(t, s.serve(t), fmt.Sprint("/batches/", made.field("data", "batchId"), "/events"), "")
	ended, told := 0, 0
	for e := range events {
		if strings.HasPrefix(e.event, "job.") {
			ended++
			continue
		}
		var b struct {
			Counts struct {
				Cancelled int `json:"cancelled"`
				Queued    int `json:"queued"`
			} `json:"counts"`
		}
		if err := json.Unmarshal([]byte(e.data), &b); err != nil || b.Counts.Cancelled != ended || b.Counts.Queued != 3-ended {
			t.Errorf("got %s with %+v, error %v; want %d cancelled of 3", e.event, b.Counts, err, ended)
		}
		told++
	}
	if ended != 3 || told < 2 {
		t.Errorf("got %d ends and %d counts, want 3 ends, and their counts on the way", ended, told)
	}
}

// buffered is a way that passes nothing on before the end, as a function's does not.
type buffered struct{ http.ResponseWriter }

// TestStreamWithoutAWay is a long poll: it ends with the first events.
func TestStreamWithoutAWay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.queue.idle.Store(true)
	id, _ := s.post(t, `{"text":"x","wait":false}`).field("data", "jobId").(string)
	rec := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/public/jobs/"+id+"/events", http.NoBody)
	r.Header.Set("Authorization", "Bearer "+string(s.token))
	s.handler.ServeHTTP(buffered{rec}, r)
	if got := rec.Body.String(); rec.Code != http.StatusOK || strings.Count(got, "event: ") != 1 || !strings.Contains(got, "event: job.queued\n") {
		t.Errorf("got status %d, body %s; want 200 with one event", rec.Code, got)
	}
}

// TestStreamsAreBounded: one organization has so many at once, and a place that was left is
// another's.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.queue.idle.Store(true)
	base := s.serve(t)
	id, _ := s.post(t, `{"text":"x","wait":false}`).field("data", "jobId").(string)
	for n := range 32 {
		status, events := s.listen(t, base, "/jobs/"+id+"/events", "")
		if e := <-events; status != http.StatusOK || e.event != "job.queued" {
			t.Fatalf("stream %d: got status %d, event %+v; want 200 and job.queued", n, status, e)
		}
	}
	if status, _ := s.listen(t, base, "/jobs/"+id+"/events", ""); status != http.StatusTooManyRequests {
		t.Errorf("got status %d for one more, want 429", status)
	}
	s.call(t, http.MethodPost, "/v1/public/jobs/"+id+"/cancel", "")
	eventually(t, func() (answer, bool) {
		status, _ := s.listen(t, base, "/jobs/"+id+"/events", "")
		return answer{status: status}, status == http.StatusOK
	})
}

// TestPlacesOfStreamsAreGivenBack: all organizations have 512 at once, however many came before, and one
// that has left is forgotten.
func TestPlacesOfStreamsAreGivenBack(t *testing.T) {
	t.Parallel()
	s := &api.Streams{}
	for round := range 2 {
		var leave []func()
		for n := range 512 {
			left, err := s.Enter(fmt.Sprint(n / 32))
			if err != nil {
				t.Fatalf("round %d, stream %d: got error %v, want a place", round, n, err)
			}
			leave = append(leave, left)
		}
		if _, err := s.Enter("another"); !errs.Is(err, errs.TooManyStreams) {
			t.Errorf("got error %v for one more than all, want too_many_streams", err)
		}
		for _, left := range leave {
			left()
		}
		if n := s.Organizations(); n != 0 {
			t.Errorf("got %d organizations counted without a stream, want none", n)
		}
	}
}

// TestEndSeenTooEarly: a mark of the end, of a batch that has not ended, does not close its stream.
func TestEndSeenTooEarly(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.queue.idle.Store(true)
	base := s.serve(t)
	made := s.batch(t, `{"texts":["a"]}`)
	id, _ := made.field("data", "batchId").(string)
	status, events := s.listen(t, base, "/batches/"+id+"/events", id+".finished")
	if status != http.StatusOK {
		t.Fatalf("got status %d, want 200 while jobs are left", status)
	}
	s.call(t, http.MethodPost, "/v1/public/batches/"+id+"/cancel", "")
	for e := range events {
		t.Errorf("got event %+v, want none behind the end that was seen", e)
	}
}
