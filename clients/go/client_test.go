package quarry_test

import (
	"context"
	"errors"
	"os"
	"testing"

	quarry "github.com/quarryapi/quarry/clients/go"
	"github.com/quarryapi/quarry/clients/go/api"
)

// service is a client of a service that loses the first answer to each call: tools/clients/test.
func service(t *testing.T) *quarry.Client {
	t.Helper()
	if os.Getenv("QUARRY_URL") == "" {
		t.Skip("run by make clients-test")
	}
	client, err := quarry.New(quarry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestLostAnswersChargeOnce(t *testing.T) {
	t.Parallel()
	client := service(t)
	const page = "http://article.test/?once=go"
	got, err := client.Scrape(t.Context(), api.ScrapeRequest{URL: page, Fresh: new(true)})
	if err != nil || got.Data.Status != "succeeded" || got.Data.CreditsCharged != 1 {
		t.Fatalf("got %+v (%v), want a job that succeeded for 1 credit", got, err)
	}
	jobs := 0
	for item, err := range client.Requests(t.Context(), api.ListRequestsParams{}) {
		if err != nil {
			t.Fatal(err)
		}
		if item.Target == page {
			jobs++
		}
	}
	if jobs != 1 {
		t.Errorf("got %d jobs for one call, want 1", jobs)
	}
}

func TestCallsWaitForTheEnd(t *testing.T) {
	t.Parallel()
	client := service(t)
	got, err := client.Scrape(t.Context(), api.ScrapeRequest{URL: "http://article.test/", Fresh: new(true), WaitTimeoutMs: new(0)})
	if err != nil || got.Data.Status != "succeeded" || got.Data.Result == nil {
		t.Errorf("got %+v (%v), want an ended job", got, err)
	}
}

func TestKeyOfTheCaller(t *testing.T) {
	t.Parallel()
	client := service(t)
	ctx := quarry.WithIdempotencyKey(t.Context(), "go-"+t.Name())
	first, err := client.Scrape(ctx, api.ScrapeRequest{URL: "http://article.test/"})
	if err != nil {
		t.Fatal(err)
	}
	second, err := client.Scrape(ctx, api.ScrapeRequest{URL: "http://article.test/", Fresh: new(true)})
	if err != nil || second.Data.JobID != first.Data.JobID {
		t.Errorf("got %+v (%v), want the job %s again", second, err, first.Data.JobID)
	}
}

func TestErrorsHaveCodes(t *testing.T) {
	t.Parallel()
	client := service(t)
	_, err := client.Scrape(t.Context(), api.ScrapeRequest{URL: "http://127.0.0.1/"})
	var rejected *quarry.Error
	if !errors.As(err, &rejected) || rejected.Status != 400 || rejected.JobID != "" {
		t.Errorf("got %v, want a call that is rejected with 400", err)
	}
	_, err = client.Scrape(t.Context(), api.ScrapeRequest{URL: "http://wall.test/"})
	var failed *quarry.Error
	if !errors.Is(err, quarry.UpstreamBlocked) || !errors.As(err, &failed) || failed.JobID == "" {
		t.Errorf("got %v, want a job that failed with upstream_blocked", err)
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	if _, err := service(t).GetTokenInfo(t.Context()); err != nil {
		t.Errorf("got %v, want the call sent again after Retry-After", err)
	}
}

func TestCallsWithoutKeysAreNotSentAgain(t *testing.T) {
	t.Parallel()
	var own *quarry.Error
	_, err := service(t).RegisterEndpoint(t.Context(), api.RegisterEndpointRequest{URL: "https://example.com/go"})
	if err == nil || errors.As(err, &own) {
		t.Errorf("got %v, want the lost connection", err)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	client := service(t)
	for _, url := range []string{"http://article.test/", "http://feed.test/", "http://article.test/a"} {
		if _, err := client.Scrape(t.Context(), api.ScrapeRequest{URL: url, Wait: new(false)}); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	for item, err := range client.Requests(t.Context(), api.ListRequestsParams{Limit: new(1)}) {
		if err != nil {
			t.Fatal(err)
		}
		seen[item.JobID] = true
		if len(seen) == 3 {
			return
		}
	}
	t.Errorf("got %d jobs over all pages, want 3", len(seen))
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := service(t).Scrape(ctx, api.ScrapeRequest{URL: "http://article.test/"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's end", err)
	}
}
