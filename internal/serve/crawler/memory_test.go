package crawler_test

import (
	"context"
	"testing"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/crawler"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// counted counts the URLs that are looked for.
type counted struct {
	crawler.Store

	looked int
}

// Seen implements crawler.Store.
func (c *counted) Seen(ctx context.Context, of *store.Crawl, urls []string) (map[string]store.SeenURL, error) {
	c.looked += len(urls)
	return c.Store.Seen(ctx, of, urls)
}

// TestLooksForALinkOnce: a link that is on every page is looked for once by each instance, and one behind the limit no
// more once it was said that there are more pages.
func TestLooksForALinkOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit, pages    int64
		instances, most int
	}{
		"all pages":       {1000, 31, 1, 31},
		"up to the limit": {20, 20, 1, 31 + 30},
		"two instances":   {1000, 31, 2, 31 + 31},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 1000, 200, kind.CrawlPlan{Rules: frontier.Rules{Limit: c.limit}}, 0)
			looks := &counted{Store: s.crawler.Store}
			instances := make([]*crawler.Crawler, c.instances)
			for i := range instances {
				deps := s.crawler.Deps
				deps.Store = looks
				instances[i] = crawler.New(deps)
			}
			for n := 0; s.at().State.Status == store.CrawlRunning && n < 20; n++ {
				s.crawler = instances[n%c.instances]
				s.goOn()
				s.end(s.found(append(links(30), root)...))
			}
			if got := s.at().State.Succeeded; got != c.pages || looks.looked > c.most {
				t.Errorf("got %d pages and %d URLs looked for, want %d and at most %d", got, looks.looked, c.pages, c.most)
			}
		})
	}
}
