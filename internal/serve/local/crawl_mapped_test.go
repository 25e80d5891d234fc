package local_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// TestCrawlOfAMappedName: a crawl may visit the mapped host that its caller names, and none that a page of it names.
func TestCrawlOfAMappedName(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]int{}
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.Host]++
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<!doctype html><html lang=en><title>%[1]s</title><body><main><h1>%[1]s</h1><p>A page of the harbour at %[1]s.</p><a href="/quay">The quay</a> <a href="http://inner.mine.test/">Within</a></main>`, r.URL.Path)
	})
	site, inner := httptest.NewServer(answer), httptest.NewServer(answer)
	t.Cleanup(site.Close)
	t.Cleanup(inner.Close)
	o := options(t.TempDir())
	o.Hosts = []string{"mine.test=" + site.Listener.Addr().String(), "inner.mine.test=" + inner.Listener.Addr().String()}
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	for _, robots := range []bool{true, false} {
		c := crawl(t, s.Info(), fmt.Sprintf(`{"url":"http://mine.test/","scope":"subdomains","sitemap":"skip","respectRobots":%t}`, robots))
		pages := pagesOf(t, s.Info(), c.CrawlID)
		if want := []string{"http://mine.test/", "http://mine.test/quay"}; c.Status != "finished" || !slices.Equal(pages["succeeded"], want) {
			t.Errorf("with robots %t: got %s, pages %v, error %+v; want it finished with %v", robots, c.Status, pages, c.Error, want)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if asked["inner.mine.test"] != 0 || asked["mine.test"] == 0 {
		t.Errorf("got requests %v, want some of the host that the caller names, and none of the other", asked)
	}
}
