package crawler

import "github.com/quarryapi/quarry/internal/serve/store"

// A crawl that is bounded by a depth reads its pages level by level: first those that are one link from the first page, then those that are
// two. So each is found by the shortest way there, however slow other pages are, and one that is too deep is that for good.

// byLevels reports whether there are pages of a later level to wait with.
func (d *draft) byLevels() bool { return d.next.Level < d.plan.MaxDepth }

// open is the last page that may be admitted.
func (d *draft) open() int64 {
	if d.byLevels() {
		return d.next.LevelLast
	}
	return d.next.Numbered
}

// levelEnded reports whether all pages of the level have ended for good. The lists have pages of the first one.
func (d *draft) levelEnded() bool {
	s := d.next
	return len(s.InFlight) == 0 && len(s.Again) == 0 && s.Admitted >= s.LevelLast && !s.Listing
}

// openLevel opens the next level.
func (d *draft) openLevel() {
	s := d.next
	if s.Status == store.CrawlRunning && s.Halt == "" && d.byLevels() && d.levelEnded() && (s.PriorAll || d.deeper) {
		s.Level, s.LevelLast, d.changed = s.Level+1, s.Numbered, true
	}
}
