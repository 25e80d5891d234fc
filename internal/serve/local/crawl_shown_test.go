package local_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// scripted is a site of four pages whose content and links are written by scripts.
type scripted struct {
	mu    sync.Mutex
	after bool // one page has changed since, and one is gone
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains([]string{"/", "/first", "/second", "/third"}, r.URL.Path) || s.after && r.URL.Path == "/third" {
		http.NotFound(w, r)
		return
	}
	text := "What is said of " + strings.Repeat(r.URL.Path+" is shown by a script alone. ", 12)
	if s.after && r.URL.Path == "/second" {
		text += "Since then it says more."
	}
	w.Header().Set("Content-Type", "text/html")
	_, _ = fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Scripted</title><body><div id="root"></div><script>
		const main = document.getElementById("root").appendChild(document.createElement("main"));
		main.appendChild(document.createElement("p")).textContent = %q;
		for (const path of ["/first", "/second", "/third"]) main.appendChild(document.createElement("a")).href = path;
	</script></body></html>`, text)
}

// TestCrawlInTheBrowser: a crawl shows its pages in the browser where that is asked for, follows the links that scripts have
// written, and of pages that are the same as before gives back what they cost more than format resolve.
func TestCrawlInTheBrowser(t *testing.T) {
	t.Parallel()
	if _, err := chromium.Find(""); err != nil {
		t.Skip(err)
	}
	at := func(paths ...string) (urls []string) {
		for _, p := range paths {
			urls = append(urls, "http://scripted.test"+p)
		}
		return urls
	}
	for name, c := range map[string]struct {
		how   string
		price int64
	}{"rendered": {`"render":"always"`, 7}, "screenshots": {`"format":"screenshot"`, 5}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := &scripted{}
			site := httptest.NewServer(pages)
			t.Cleanup(site.Close)
			o := options(t.TempDir())
			o.RenderCredits, o.Hosts = 7, []string{"open:*.test=" + site.Listener.Addr().String()}
			s, err := local.Start(t.Context(), o)
			must(t, err)
			t.Cleanup(s.Close)
			body := `{"url":"http://scripted.test/","sitemap":"skip",` + c.how
			first := crawl(t, s.Info(), body+"}")
			if diff := cmp.Diff(map[string][]string{"succeeded": at("/", "/first", "/second", "/third")}, pagesOf(t, s.Info(), first.CrawlID)); diff != "" {
				t.Errorf("pages mismatch (-want +got):\n%s", diff)
			}
			if first.CreditsCharged != 4*c.price || first.CreditsRefunded != 0 {
				t.Errorf("got %d credits charged, %d refunded; want %d, none", first.CreditsCharged, first.CreditsRefunded, 4*c.price)
			}
			pages.mu.Lock()
			pages.after = true
			pages.mu.Unlock()
			second := crawl(t, s.Info(), body+`,"againstCrawlId":"`+first.CrawlID+`"}`)
			want := map[string][]string{
				"succeeded": at("/", "/first", "/second"), "failed": at("/third"), "same": at("/", "/first"), "changed": at("/second"), "gone": at("/third"),
			}
			if diff := cmp.Diff(want, pagesOf(t, s.Info(), second.CrawlID)); diff != "" {
				t.Errorf("pages of the second crawl mismatch (-want +got):\n%s", diff)
			}
			if cost := second.CreditsCharged - second.CreditsRefunded; cost != c.price+2 {
				t.Errorf("got %d credits for the second crawl, want %d: two pages that are the same cost 1 each", cost, c.price+2)
			}
			audited(t, s.Info())
		})
	}
}
