package crawler_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// TestCanonicalThatIsLinked: a URL that a page names as its own is a page when something links to it, whichever of the two comes first, and
// the pages are counted as duplicates alike.
func TestCanonicalThatIsLinked(t *testing.T) {
	t.Parallel()
	named := func(s *scene, links ...string) store.Outcome {
		return s.ends("", job.Found{Canonical: root + "article", Links: links})
	}
	for name, c := range map[string]struct {
		order      []string
		pages      int64
		duplicates int64
	}{
		"named first":    {[]string{"print", "amp", "list"}, 6, 2},
		"between":        {[]string{"print", "list", "amp"}, 6, 2},
		"linked first":   {[]string{"list", "print", "amp"}, 6, 2},
		"linked by none": {[]string{"print", "amp"}, 3, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 100, 20, kind.CrawlPlan{Export: true}, 0)
			site := map[string]store.Outcome{
				root + "print": named(s), root + "amp": named(s), root + "list": s.found(root + "article"),
				root + "article": named(s, root+"related"), root + "related": s.found(),
			}
			s.goOn()
			var all []string
			for _, path := range c.order {
				all = append(all, root+path)
			}
			s.end(s.found(all...))
			s.goOn()
			for _, url := range all {
				s.endsOf(map[string]store.Outcome{url: site[url]})
			}
			for range 3 {
				s.endsOf(site)
			}
			at := s.holds(store.CrawlFinished, "", c.pages)
			if got := at.State.Skipped[string(frontier.Duplicate)]; got != c.duplicates {
				t.Errorf("got %d duplicates, want %d", got, c.duplicates)
			}
			_, files := s.parts()
			marked := int64(0)
			for _, line := range s.read(files[0]) {
				if line.DuplicateOf > 0 {
					marked++
				}
			}
			if marked != c.duplicates {
				t.Errorf("got %d lines of the export that are marked as duplicates, want %d", marked, c.duplicates)
			}
			samples, err := s.Samples(t.Context(), at)
			s.must(err)
			for _, url := range samples[string(frontier.Duplicate)] {
				if url != root+"print" && url != root+"amp" {
					t.Errorf("got %s for a duplicate, want print and amp", url)
				}
			}
		})
	}
}

// TestRedirectsToPages: a page that redirects to another one is its duplicate, and its links are followed, as that one may have failed.
func TestRedirectsToPages(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root+"down", root+"old", root+"home"))
	s.goOn()
	s.endsOf(map[string]store.Outcome{root + "down": failed(errs.TargetError)})
	s.endsOf(map[string]store.Outcome{
		root + "old":  s.ends("", job.Found{Final: root + "down", Links: []string{root + "below"}}),
		root + "home": s.ends("", job.Found{Final: root, Links: []string{root + "down"}}),
	})
	s.endsOf(map[string]store.Outcome{root + "below": s.found()})
	if c := s.holds(store.CrawlFinished, "", 4); c.State.Skipped[string(frontier.Duplicate)] != 2 || c.State.Succeeded != 4 {
		t.Errorf("got %d pages, skipped %v; want 4, the one behind the redirect included, and two duplicates", c.State.Succeeded, c.State.Skipped)
	}
}
