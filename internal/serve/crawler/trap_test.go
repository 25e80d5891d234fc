package crawler_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// calendar is a site whose days look the same and lead from one to the next, beside two pages.
func calendar(url string) job.Found {
	f := job.Found{Links: []string{root, root + "day/1", root + "other"}, Gist: uint64(len(url)) * 0x9e3779b97f4a7c15, Print: url}
	if day, ok := strings.CutPrefix(url, root+"day/"); ok {
		var n int
		_, _ = fmt.Sscan(day, &n)
		f.Links = append(f.Links, fmt.Sprint(root, "day/", n+1), fmt.Sprint(root, "day/", n+2))
		f.Gist = 1
	}
	return f
}

// visit ends the pages of the crawl as a site has them, some of those in flight at a time, until the crawl has ended.
func (s *scene) visit(site func(url string) job.Found, order *rand.Rand) *store.Crawl {
	s.Helper()
	for range 1000 {
		c := s.goOn()
		if c.State.Ended() {
			return c
		}
		for _, i := range order.Perm(len(c.State.InFlight))[:1+order.IntN(len(c.State.InFlight))] {
			j, err := s.Store.Job(s.Context(), s.org, c.PageJob(c.State.InFlight[i]))
			s.must(err)
			found := site(j.Target)
			found.Same = j.Page.Before.Alike(found.Print)
			packed, err := found.Pack()
			s.must(err)
			_, err = s.Finish(s.Context(), j, store.Outcome{Status: job.Succeeded, Found: packed})
			s.must(err)
		}
	}
	s.Fatal("got a crawl that goes on after 1000 rounds, want its end")
	return nil
}

// TestTrapsOfAnEarlierCrawl: a comparison finds the pages of the earlier crawl, all of them and no others, in
// whatever order they end, although they are those of a trap and are asked for at once.
func TestTrapsOfAnEarlierCrawl(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			order := rand.New(rand.NewPCG(seed, 21))
			s := crawling(t, 1000, 100, kind.CrawlPlan{}, 0)
			first := s.visit(calendar, order)
			if first.State.Skipped["trap"] == 0 {
				t.Fatalf("got skipped %v, want a trap", first.State.Skipped)
			}
			s.id = s.begin(kind.CrawlPlan{Against: first.ID}, 0)
			second := s.visit(calendar, order)
			if got := second.State.Changes; got[store.PageNew] != 0 || got[store.PageSame] != first.State.Succeeded {
				t.Errorf("got changes %v of %d pages, want all of them the same", got, first.State.Succeeded)
			}
		})
	}
}
