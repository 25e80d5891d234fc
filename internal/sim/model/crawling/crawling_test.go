package crawling_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sim/model/crawling"
)

// leastStates is below what there are; a machine that shrinks by accident would prove less than it seems to.
const leastStates = 100_000

// TestCrawls: in no state that can be reached is anything wrong, and from each the crawl's end can be reached.
func TestCrawls(t *testing.T) {
	t.Parallel()
	found := crawling.Search(crawling.Whole)
	t.Logf("%d states", found.States)
	if found.Bad != "" || found.States < leastStates {
		t.Errorf("got %q after %d steps, in %d states; want nothing wrong in %d or more", found.Bad, found.Depth, found.States, leastStates)
	}
}

// TestBreaks: the search finds what comes of each condition that is left out.
func TestBreaks(t *testing.T) {
	t.Parallel()
	for broken, want := range map[crawling.Break]string{
		crawling.VersionUnchecked:      "the pages are not those that have jobs",
		crawling.CountedTwice:          "not every page is counted once",
		crawling.EndForgotten:          "not every page is counted once",
		crawling.ChargedApart:          "the pages are not those that have jobs",
		crawling.EndsWithPagesInFlight: "it has ended with pages in flight",
		crawling.NotSwept:              "it can come to no end",
	} {
		if found := crawling.Search(broken); found.Bad != want {
			t.Errorf("break %d: got %q after %d steps, want %q", broken, found.Bad, found.Depth, want)
		}
	}
}
