package quarry_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	quarry "github.com/quarryapi/quarry/clients/go"
	"github.com/quarryapi/quarry/clients/go/api"
)

const page = "http://article.test/"

// in is a client of the service in a trouble that tools/clients/lossy makes.
func in(t *testing.T, trouble string, options quarry.Options) *quarry.Client {
	t.Helper()
	if os.Getenv("QUARRY_URL") == "" {
		t.Skip("run by make clients-test")
	}
	options.BaseURL = os.Getenv("QUARRY_URL") + "/~" + trouble
	if options.Attempts == 0 {
		options.Attempts = 2
	}
	options.Outage = -1
	if options.Deadline == 0 {
		options.Deadline = time.Minute
	}
	client, err := quarry.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestAllAnswersLost(t *testing.T) {
	t.Parallel()
	for _, trouble := range []string{"lost", "cut", "page"} {
		t.Run(trouble, func(t *testing.T) {
			t.Parallel()
			_, err := in(t, trouble, quarry.Options{}).Scrape(t.Context(), api.ScrapeRequest{URL: page, Fresh: new(true)})
			var lost *quarry.NetworkError
			if !errors.As(err, &lost) || lost.Attempts != 2 || lost.IdempotencyKey == "" || !strings.Contains(err.Error(), lost.IdempotencyKey) {
				t.Errorf("got %v, want a NetworkError after 2 attempts that names its key", err)
			}
		})
	}
}

func TestAskAgainAfterAllAnswersWereLost(t *testing.T) {
	t.Parallel()
	body := api.ScrapeRequest{URL: page, Fresh: new(true)}
	_, err := in(t, "lost", quarry.Options{}).Scrape(t.Context(), body)
	key := quarry.ResumeOf(err).IdempotencyKey
	got, err := in(t, "none", quarry.Options{}).Scrape(quarry.WithIdempotencyKey(t.Context(), key), body)
	if err != nil || got.Data.Status != "succeeded" || got.Data.Meta == nil || (*got.Data.Meta)["idempotency"] == nil {
		t.Errorf("got %+v (%v), want the job that the key %s has made", got, err, key)
	}
}

func TestPollsLost(t *testing.T) {
	t.Parallel()
	client := in(t, "orphan", quarry.Options{})
	_, err := client.Scrape(t.Context(), api.ScrapeRequest{URL: page, Fresh: new(true), WaitTimeoutMs: new(0)})
	left := quarry.ResumeOf(err)
	if left.JobID == "" || left.IdempotencyKey == "" {
		t.Fatalf("got %v, want an error with the key and the job", err)
	}
	if _, err := in(t, "none", quarry.Options{}).WaitJob(t.Context(), left.JobID); err != nil {
		t.Errorf("got %v, want the job's end", err)
	}
	_, err = client.Batch(t.Context(), batchOf(page))
	if left := quarry.ResumeOf(err); left.BatchID == "" || left.IdempotencyKey == "" {
		t.Errorf("got %v, want an error with the key and the batch", err)
	}
}

func TestNobodyThere(t *testing.T) {
	t.Parallel()
	client, err := quarry.New(quarry.Options{BaseURL: "http://127.0.0.1:1", Token: "t", Attempts: 2})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.GetBalance(t.Context())
	var lost *quarry.NetworkError
	var refused *net.OpError
	if !errors.As(err, &lost) || !errors.As(err, &refused) {
		t.Errorf("got %v, want a NetworkError with its reason", err)
	}
}

func TestSilence(t *testing.T) {
	t.Parallel()
	for _, trouble := range []string{"stall", "trickle"} {
		t.Run(trouble, func(t *testing.T) {
			t.Parallel()
			_, err := in(t, trouble, quarry.Options{Timeout: 300 * time.Millisecond}).Scrape(t.Context(), api.ScrapeRequest{URL: page})
			var lost *quarry.NetworkError
			if !errors.As(err, &lost) || lost.IdempotencyKey == "" {
				t.Errorf("got %v, want a NetworkError with its key", err)
			}
			_, err = in(t, trouble, quarry.Options{Deadline: 500 * time.Millisecond}).Scrape(t.Context(), api.ScrapeRequest{URL: page})
			var late *quarry.TimeoutError
			if !errors.As(err, &late) || !errors.Is(err, context.DeadlineExceeded) || late.IdempotencyKey == "" {
				t.Errorf("got %v, want a TimeoutError with its key", err)
			}
			ctx, stop := context.WithCancel(t.Context())
			time.AfterFunc(300*time.Millisecond, stop)
			_, err = in(t, trouble, quarry.Options{}).Scrape(ctx, api.ScrapeRequest{URL: page})
			var cancelled *quarry.CanceledError
			if !errors.As(err, &cancelled) || !errors.Is(err, context.Canceled) || cancelled.IdempotencyKey == "" {
				t.Errorf("got %v, want a CanceledError with its key", err)
			}
		})
	}
}

func TestGateway(t *testing.T) {
	t.Parallel()
	_, err := in(t, "gateway", quarry.Options{}).GetBalance(t.Context())
	var own *quarry.Error
	if !errors.As(err, &own) || own.Code != "http_502" || !own.Retryable {
		t.Errorf("got %v, want http_502", err)
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	client := in(t, "date", quarry.Options{})
	if got, err := client.Scrape(t.Context(), api.ScrapeRequest{URL: page, Fresh: new(true)}); err != nil || got.Data.Status != "succeeded" {
		t.Errorf("got %+v (%v), want the call sent again after the seconds of Retry-After, with its key", got, err)
	}
	if _, err := client.GetTokenInfo(t.Context()); err != nil {
		t.Errorf("got %v, want the call sent again after the date of Retry-After", err)
	}
}

func TestRetryAfterIsBounded(t *testing.T) {
	t.Parallel()
	client := in(t, "later", quarry.Options{Attempts: 5, Deadline: 3 * time.Hour})
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Second, stop)
	_, byNumber := client.Scrape(ctx, api.ScrapeRequest{URL: page})
	_, byDate := client.GetBalance(ctx)
	for _, err := range []error{byNumber, byDate} {
		var own *quarry.Error
		if !errors.As(err, &own) || own.Code != "rate_limited" || own.RetryAfter != time.Hour || own.RequestID != "req_proxy" {
			t.Errorf("got %v, want rate_limited at once, to be sent again after an hour", err)
		}
	}
}

func TestPollsAreNotBusy(t *testing.T) {
	t.Parallel()
	ctx := quarry.WithIdempotencyKey(t.Context(), "go-eager")
	var seen quarry.Progress
	ctx = quarry.WithProgress(ctx, func(p quarry.Progress) { seen = p })
	_, err := in(t, "eager", quarry.Options{Deadline: 2 * time.Second}).Scrape(ctx, api.ScrapeRequest{URL: page})
	var late *quarry.TimeoutError
	if !errors.As(err, &late) || late.JobID != "job_eager_go-eager" || late.IdempotencyKey != "go-eager" {
		t.Errorf("got %v, want a TimeoutError with the job and the key", err)
	}
	if want := (quarry.Progress{JobID: "job_eager_go-eager", Status: "running", Stage: "pages", Done: 1, Total: 3}); seen != want {
		t.Errorf("got the progress %+v, want %+v", seen, want)
	}
}

func TestCursorThatLeadsToItself(t *testing.T) {
	t.Parallel()
	for _, err := range in(t, "stuck", quarry.Options{}).Jobs(t.Context(), api.ListJobsParams{}) {
		if err == nil {
			t.Fatal("got a job, want an error")
		}
		return
	}
	t.Error("got no jobs, want an error")
}

func TestStreamsGoOnAfterTheyBroke(t *testing.T) {
	t.Parallel()
	client := in(t, "broken", quarry.Options{})
	made, err := client.ScrapeBatch(t.Context(), batchOf(page, "http://wall.test/", "http://feed.test/"))
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, item := range made.Data.Jobs {
		want = append(want, *item.JobID)
	}
	var last quarry.Event
	for event, err := range client.BatchEvents(t.Context(), *made.Data.BatchID, "") {
		if err != nil {
			t.Fatal(err)
		}
		var item api.BatchItem
		if strings.HasPrefix(event.Type, "job.") {
			if err := event.Decode(&item); err != nil {
				t.Fatal(err)
			}
			got = append(got, *item.JobID)
		}
		last = event
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || last.Type != "batch.finished" {
		t.Errorf("got the ends of %v and at last %s, want those of %v and batch.finished", got, last.Type, want)
	}
	for event, err := range client.JobEvents(t.Context(), want[0], "") {
		if err != nil {
			t.Fatal(err)
		}
		last = event
	}
	for event, err := range client.JobEvents(t.Context(), want[0], last.ID) {
		t.Errorf("got %v (%v) after the last event %v, want nothing", event, err, last)
	}
}

func TestStreamsThatCannotBe(t *testing.T) {
	t.Parallel()
	for trouble, good := range map[string]func(error) bool{
		"none":  func(err error) bool { return errors.Is(err, quarry.JobNotFound) },
		"lost":  func(err error) bool { return errors.As(err, new(*quarry.NetworkError)) },
		"stall": func(err error) bool { return errors.As(err, new(*quarry.TimeoutError)) },
	} {
		t.Run(trouble, func(t *testing.T) {
			t.Parallel()
			var last error
			for _, err := range in(t, trouble, quarry.Options{Deadline: 3 * time.Second}).JobEvents(t.Context(), "job_none", "") {
				last = err
			}
			if !good(last) || quarry.ResumeOf(last).JobID != "job_none" {
				t.Errorf("got %v, want another error", last)
			}
		})
	}
}

func TestMisuse(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", "ключ", "a\nb"} {
		_, err := in(t, "none", quarry.Options{}).Scrape(quarry.WithIdempotencyKey(t.Context(), key), api.ScrapeRequest{URL: page})
		if err == nil || errors.As(err, new(*quarry.NetworkError)) {
			t.Errorf("key %q: got %v, want an error before anything is sent", key, err)
		}
	}
	if _, err := quarry.New(quarry.Options{BaseURL: "example.com", Token: "t"}); err == nil {
		t.Error("got a client of an address without a scheme, want an error")
	}
}

func TestEventsThatArriveInPieces(t *testing.T) {
	t.Parallel()
	const sent = "retry: 1000\r\n\r\n: still here\n\nid: 1\nevent: job.running\ndata: {\"jobId\":\ndata: \"\u0085\u2028\U0001F30A\"}\n\nid: 2\nevent: job.failed\ndata: {}\n\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for i := range len(sent) {
			_, _ = io.WriteString(w, sent[i:i+1])
			_ = http.NewResponseController(w).Flush()
		}
	}))
	t.Cleanup(server.Close)
	client, err := quarry.New(quarry.Options{BaseURL: server.URL, Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for event, err := range client.JobEvents(t.Context(), "job_1", "") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, event.ID, event.Type, string(event.Data))
	}
	want := []string{"1", "job.running", "{\"jobId\":\n\"\u0085\u2028\U0001F30A\"}", "2", "job.failed", "{}"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCallsWithoutAnID: they are no calls of something else, and not sent at all.
func TestCallsWithoutAnID(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("got a request, want none") }))
	t.Cleanup(server.Close)
	client, err := quarry.New(quarry.Options{BaseURL: server.URL, Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]func(context.Context) error{
		"a crawl": func(ctx context.Context) error { _, err := client.CrawlHandle("").Wait(ctx); return err },
		"a job":   func(ctx context.Context) error { _, err := client.WaitJob(ctx, ""); return err },
		"a batch": func(ctx context.Context) error { _, err := client.CancelBatch(ctx, ""); return err },
		"events": func(ctx context.Context) (err error) {
			for _, err = range client.JobEvents(ctx, "", "") {
			}
			return err
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := call(t.Context()); !errors.Is(err, quarry.ErrNoID) {
				t.Errorf("got %v, want %v", err, quarry.ErrNoID)
			}
		})
	}
}
