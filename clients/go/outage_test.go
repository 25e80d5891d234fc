package quarry_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	quarry "github.com/quarryapi/quarry/clients/go"
	"github.com/quarryapi/quarry/clients/go/api"
)

// TestOutage follows a crawl whose service is killed and started again 10 seconds later: tools/clients/outage
// does so once the file is there that the third page makes.
func TestOutage(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("QUARRY_OUTAGE")
	if folder == "" {
		t.Skip("run by tools/clients/outage")
	}
	client, err := quarry.New(quarry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	crawl, err := client.Crawl(t.Context(), api.CrawlRequest{URL: "http://go.site.test/", Limit: new(7), Sitemap: new(api.CrawlRequestSitemapSkip)})
	if err != nil {
		t.Fatal(err)
	}
	var got, rest, want []int
	for page, err := range crawl.All(t.Context(), 0) {
		if err != nil {
			t.Fatalf("got %v after %v, want all pages", err, got)
		}
		if got = append(got, page.Number); len(got) == 3 {
			if err := os.WriteFile(filepath.Join(folder, "go"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for page, err := range client.CrawlHandle(crawl.ID).All(t.Context(), 5) {
		if err != nil {
			t.Fatalf("got %v after %v, want the pages behind 5", err, rest)
		}
		rest = append(rest, page.Number)
	}
	for n := range 7 {
		want = append(want, n+1)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) || !slices.Equal(rest, want[5:]) {
		t.Errorf("got %v and behind page 5 %v, want 1 to 7 once each", got, rest)
	}
}
