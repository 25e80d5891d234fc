package quarry_test

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"slices"
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
	const once = "http://article.test/?once=go"
	got, err := client.Scrape(t.Context(), api.ScrapeRequest{URL: once, Fresh: new(true)})
	if err != nil || got.Data.Status != "succeeded" || got.Data.CreditsCharged != 1 {
		t.Fatalf("got %+v (%v), want a job that succeeded for 1 credit", got, err)
	}
	jobs := 0
	for item, err := range client.Requests(t.Context(), api.ListRequestsParams{}) {
		if err != nil {
			t.Fatal(err)
		}
		if item.Target == once {
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
	ctx := quarry.WithIdempotencyKey(t.Context(), rand.Text())
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
	if !errors.As(err, &rejected) || rejected.Status != 400 || rejected.JobID != "" || rejected.Field != "url" ||
		rejected.Remedy == "" || rejected.RequestID == "" || rejected.IdempotencyKey == "" {
		t.Errorf("got %+v, want a call that is rejected with 400 for its url", rejected)
	}
	_, err = client.Scrape(t.Context(), api.ScrapeRequest{URL: "http://wall.test/"})
	var failed *quarry.Error
	if !errors.Is(err, quarry.UpstreamBlocked) || !errors.As(err, &failed) || failed.JobID == "" {
		t.Errorf("got %v, want a job that failed with upstream_blocked", err)
	}
}

func TestCallsThatMayActTwice(t *testing.T) {
	t.Parallel()
	client := service(t)
	made, err := client.RegisterEndpoint(t.Context(), api.RegisterEndpointRequest{URL: "https://example.com/" + rand.Text()})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.RotateEndpointSecret(t.Context(), made.Data.Endpoint.ID, api.RotateEndpointSecretJSONRequestBody{})
	var lost *quarry.NetworkError
	if !errors.As(err, &lost) || lost.Attempts != 1 || lost.IdempotencyKey != "" {
		t.Errorf("got %v, want a NetworkError after one attempt", err)
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

// batchOf is a batch of fresh pages.
func batchOf(urls ...string) api.ScrapeBatchRequest {
	return api.ScrapeBatchRequest{Urls: urls, Format: new(api.ScrapeBatchRequestFormatMetadata), Fresh: new(true)}
}

func TestPagesOfACall(t *testing.T) {
	t.Parallel()
	client := service(t)
	seen := map[string]bool{}
	for item, err := range quarry.Items(func(cursor *string) ([]api.SocialItem, *string, error) {
		page, err := client.ScrapeHnSearch(t.Context(), api.ScrapeHnSearchRequest{Query: new("tide"), Limit: new(2), Cursor: cursor})
		if err != nil {
			return nil, nil, err
		}
		return page.Data.Result.Items, page.Data.Result.NextCursor, nil
	}) {
		if err != nil {
			t.Fatal(err)
		}
		seen[item.ExternalID] = true
	}
	if len(seen) != 5 {
		t.Errorf("got %d stories over all pages, want 5", len(seen))
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	client := service(t)
	var last quarry.Progress
	ctx := quarry.WithIdempotencyKey(t.Context(), rand.Text())
	urls := []string{page, "http://127.0.0.1/", "http://wall.test/", "http://feed.test/", page}
	items, err := client.Batch(quarry.WithProgress(ctx, func(p quarry.Progress) { last = p }), batchOf(urls...))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, item := range items {
		switch {
		case item.URL != urls[i]:
			t.Errorf("got the URL %s at %d, want %s", item.URL, i, urls[i])
		case item.Error != nil:
			got = append(got, item.Error.Code)
		default:
			got = append(got, string(*item.Status), item.Result.FinalURL)
		}
	}
	want := []string{"succeeded", page, "invalid_url", "upstream_blocked", "succeeded", "http://feed.test/", "succeeded", page}
	if !slices.Equal(got, want) {
		t.Errorf("got the items %v, want %v", got, want)
	}
	if last.Done != 4 || last.Total != 4 || last.Status != "finished" {
		t.Errorf("got at last the progress %+v, want 4 of 4", last)
	}
	grown, err := client.Batch(ctx, batchOf(append(urls, page+"?new")...))
	if err != nil || *grown[0].JobID != *items[0].JobID || grown[5].Error != nil || grown[5].Result == nil {
		t.Errorf("got %+v (%v), want the same jobs and one more", grown, err)
	}
}

func TestCancelledContext(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := service(t).Scrape(ctx, api.ScrapeRequest{URL: page}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's end", err)
	}
}
