package quarry_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	quarry "github.com/quarryapi/quarry/clients/go"
	"github.com/quarryapi/quarry/clients/go/api"
)

// queued is what a call that creates a job is answered at first.
const queued = `{"data":{"jobId":"job_1","status":"queued"}}`

// foreign are answers with 200 of what stands between a client and the service.
var foreign = map[string]string{
	"message":      `{"message":"proxy"}`,
	"error":        `{"error":{"code":"proxy","message":"log in"}}`,
	"null":         `{"data":null}`,
	"text":         `{"data":"proxy"}`,
	"empty object": `{"data":{}}`,
	"deep":         strings.Repeat(`{"data":`, 1e5) + "1" + strings.Repeat("}", 1e5),
}

// answering is a client of a service that answers what creates with one body, and reads with another.
func answering(t *testing.T, kind, created, read string) *quarry.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Retry-After", "0")
		body := read
		if r.Method == http.MethodPost {
			body = created
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	client, err := quarry.New(quarry.Options{BaseURL: server.URL, Token: "t", Attempts: 2, Outage: -1, Deadline: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestForeignObjectsAreNoAnswers(t *testing.T) {
	t.Parallel()
	for name, body := range foreign {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const kind = "application/json"
			ctx := quarry.WithIdempotencyKey(t.Context(), "go-foreign")
			_, called := answering(t, kind, body, body).Scrape(ctx, api.ScrapeRequest{URL: page})
			_, polled := answering(t, kind, queued, body).Scrape(ctx, api.ScrapeRequest{URL: page})
			_, batched := answering(t, kind, `{"data":{"batchId":"batch_1","jobs":[]}}`, body).Batch(ctx, batchOf(page))
			var listed error
			for _, err := range answering(t, kind, body, body).Jobs(ctx, api.ListJobsParams{}) {
				listed = err
			}
			for _, one := range []struct {
				name string
				err  error
				want quarry.Resume
			}{
				{"call", called, quarry.Resume{IdempotencyKey: "go-foreign"}},
				{"poll", polled, quarry.Resume{IdempotencyKey: "go-foreign", JobID: "job_1"}},
				{"poll of a batch", batched, quarry.Resume{IdempotencyKey: "go-foreign", BatchID: "batch_1"}},
				{"list", listed, quarry.Resume{}},
			} {
				var lost *quarry.NetworkError
				if !errors.As(one.err, &lost) || lost.Attempts != 2 || lost.Resume != one.want {
					t.Errorf("%s: got %v, want a NetworkError after 2 attempts with %+v", one.name, one.err, one.want)
				}
			}
		})
	}
}

func TestACrawlIsNoJob(t *testing.T) {
	t.Parallel()
	got, err := answering(t, "application/json", `{"data":{"crawlId":"crawl_1","status":"running"}}`, "").Crawl(t.Context(), api.CrawlRequest{URL: page})
	if err != nil || got.ID != "crawl_1" {
		t.Errorf("got %+v (%v), want the crawl crawl_1", got, err)
	}
	var lost *quarry.NetworkError
	if _, err := answering(t, "application/json", queued, "").Crawl(t.Context(), api.CrawlRequest{URL: page}); !errors.As(err, &lost) {
		t.Errorf("got %v of an answer that is a job, want a NetworkError", err)
	}
}

func TestResultsAreNotHeldToData(t *testing.T) {
	t.Parallel()
	got, err := answering(t, "application/json", "", `{"title":"Tide"}`).GetJobResult(t.Context(), "job_1")
	if err != nil || (*got)["title"] != "Tide" {
		t.Errorf("got %v (%v), want the result as it is", got, err)
	}
}

func TestUsageIsNoList(t *testing.T) {
	t.Parallel()
	got, err := answering(t, "application/json", "", `{"data":{"creditsCharged":3}}`).GetUsage(t.Context(), api.GetUsageParams{})
	if err != nil {
		t.Errorf("got %v (%v), want the usage", got, err)
	}
}

func TestPagesInsteadOfStreams(t *testing.T) {
	t.Parallel()
	var last error
	for _, err := range answering(t, "text/html", "", "<html>Log in to this network.</html>").JobEvents(t.Context(), "job_1", "") {
		last = err
	}
	var lost *quarry.NetworkError
	if !errors.As(last, &lost) || lost.Attempts != 2 || lost.JobID != "job_1" {
		t.Errorf("got %v, want a NetworkError after 2 attempts", last)
	}
}

func TestBatchWithRefusedEntries(t *testing.T) {
	t.Parallel()
	const refused = `{"url":"nowhere","error":{"code":"invalid_url","message":"no URL"}}`
	created := `{"data":{"batchId":"batch_1","jobs":[{"url":"http://article.test/","jobId":"job_1"},` + refused + `]}}`
	read := `{"data":{"batchId":"batch_1","status":"finished","counts":{},"jobs":[` + refused + `,{"url":"http://article.test/","jobId":"job_1","status":"succeeded"}]}}`
	items, err := answering(t, "application/json", created, read).Batch(t.Context(), batchOf(page, "nowhere"))
	if err != nil || len(items) != 2 {
		t.Fatalf("got %+v (%v), want two items", items, err)
	}
	if items[0].Status == nil || *items[0].Status != "succeeded" || items[1].Error == nil || items[1].Error.Code != "invalid_url" {
		t.Errorf("got %+v, want a job that succeeded and an entry that was refused", items)
	}
}
