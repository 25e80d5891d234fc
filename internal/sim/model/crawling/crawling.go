// Package crawling is the protocol of crawls as a state machine that is searched whole: two functions that make steps
// of one crawl of a site of three pages, while messages are lost and doubled, functions end at any point, answers of
// the database are lost, and the caller cancels. It must not know the code; what its parts stand for is said beside them.
//
// It leaves out what the simulation has (internal/sim): redirects, lists, tries, resumption, comparisons, and the levels of a crawl with a depth. The
// smallest site on which a level that opens early does harm has five pages, two on a short way and three on a long one to the same, which are too
// many to be searched whole.
package crawling

// pages is how many the site has. The first links to the others, and the last two to each other.
const pages = 3

var links = [pages][]int8{{1, 2}, {0, 2}, {1}}

// Status of a page's job.
type status int8

const (
	none status = iota
	queued
	succeeded
	failed
)

func (s status) ended() bool { return s >= succeeded }

// record is the row that says where a crawl stands: store.CrawlState.
type record struct {
	Version, Admitted, Numbered, Counted, Charged int8
	InFlight                                      uint8 // pages, by their bits
	Cancelled, Ended                              bool
}

// mover is a function that makes a step: crawler.advance.
type mover struct {
	Phase int8          // 0 idle, 1 has read the record, 2 the jobs, 3 the rows of URLs
	Seen  record        // as it was read
	Jobs  [pages]status // as they were
	Rows  [pages]int8
}

// State is one state of all.
type State struct {
	At       record
	Rows     [pages]int8 // numbers of URLs; 0 for none: store.SeenURL
	Jobs     [pages]status
	Paid     [pages]int8 // how often each page was charged
	Messages [pages]int8 // of jobs
	Woken    int8        // messages of the crawl
	Movers   [2]mover
	Events   int8 // of the crawl's end
	// How often what may still happen.
	Losses, Doubles, Crashes, Lost, Cancels int8
}

// Start is a crawl that was admitted: its first page has its number, and one message is sent.
func Start() State {
	return State{
		At: record{Numbered: 1}, Rows: [pages]int8{1}, Woken: 1, Losses: 1, Doubles: 1, Crashes: 1, Lost: 1, Cancels: 1,
	}
}

// Break is a condition of the protocol that is left out.
type Break int

// The breaks.
const (
	Whole Break = iota
	VersionUnchecked
	CountedTwice
	EndForgotten
	ChargedApart
	EndsWithPagesInFlight
	NotSwept
)

// Steps are the states that can follow.
func (s *State) Steps(broken Break) (next []State) {
	add := func(do func(*State)) {
		to := *s
		do(&to)
		next = append(next, to)
	}
	for p := range pages {
		s.job(p, add)
	}
	for i := range s.Movers {
		s.move(i, broken, add)
	}
	s.troubles(add)
	s.sweep(broken, add)
	return next
}

// job is a worker's run of a page: its end wakes the crawl (worker.end).
func (s *State) job(p int, add func(func(*State))) {
	if s.Messages[p] == 0 {
		return
	}
	if s.Jobs[p] != queued {
		add(func(to *State) { to.Messages[p]-- }) // it has ended before
		return
	}
	for _, end := range []status{succeeded, failed} {
		if end == failed && p != 1 {
			continue // one that fails is enough
		}
		add(func(to *State) {
			to.Messages[p]--
			to.Jobs[p], to.Woken = end, min(to.Woken+1, 2)
		})
	}
}

// move is what a function does next: it reads (store.Crawl, store.JobsOf, store.Seen), and then writes.
func (s *State) move(i int, broken Break, add func(func(*State))) {
	switch s.Movers[i].Phase {
	case 0:
		if s.Woken > 0 {
			add(func(to *State) {
				to.Woken--
				if !to.At.Ended {
					to.Movers[i] = mover{Phase: 1, Seen: to.At}
				}
			})
		}
	case 1:
		add(func(to *State) { to.Movers[i].Phase, to.Movers[i].Jobs = 2, to.Jobs })
	case 2:
		add(func(to *State) { to.Movers[i].Phase, to.Movers[i].Rows = 3, to.Rows })
	case 3:
		add(func(to *State) { to.write(i, broken) })
		if s.Lost > 0 { // done, and the answer is lost: what follows the step is not sent
			add(func(to *State) {
				to.Lost--
				if to.write(i, broken) {
					to.Woken, to.Messages = s.Woken, s.Messages
				}
				to.Movers[i] = mover{}
			})
		}
	}
}

// write is the transaction of a step: store.AdvanceCrawl. It reports whether it was made.
func (s *State) write(i int, broken Break) bool {
	m := s.Movers[i]
	s.Movers[i] = mover{}
	made := m.Seen.Version == s.At.Version || broken == VersionUnchecked
	next, fresh := m.step(broken)
	for p := range pages {
		made = made && (fresh[p] == 0 || s.Rows[p] == 0)
	}
	if !made { // whoever was faster looks once more
		if broken == ChargedApart {
			s.admit(m.Seen, next, fresh)
		}
		return false
	}
	if next == m.Seen && fresh == [pages]int8{} {
		return false // there is nothing to do
	}
	for p := range pages {
		if fresh[p] > 0 {
			s.Rows[p] = fresh[p]
		}
	}
	s.admit(m.Seen, next, fresh)
	if next.Ended {
		s.Events++
	}
	next.Version++
	s.At = next
	if !next.Ended {
		s.Movers[i] = mover{Phase: 1, Seen: next} // it looks until there is nothing to do
	}
	return true
}

// admit makes the jobs of pages that were admitted, and charges them. That of a page has one id.
func (s *State) admit(was, next record, fresh [pages]int8) {
	for p := range pages {
		number := max(s.Rows[p], fresh[p])
		if number > was.Admitted && number <= next.Admitted {
			if s.Jobs[p] == none {
				s.Jobs[p] = queued
			}
			s.Paid[p]++
			s.Messages[p] = min(s.Messages[p]+1, 2)
		}
	}
}

// step is what a function makes of what it has read: ends are counted, links get numbers, the next page is admitted.
func (m mover) step(broken Break) (next record, fresh [pages]int8) {
	next = m.Seen
	for p := range pages {
		if next.InFlight>>p&1 == 1 && (m.Jobs[p].ended() || next.Cancelled) {
			m.take(p, broken, &next, &fresh)
		}
	}
	for p := range pages { // two at once
		number := max(m.Rows[p], fresh[p])
		if !next.Cancelled && number == next.Admitted+1 && next.InFlight&(next.InFlight-1) == 0 {
			next.Admitted++
			next.Charged++
			next.InFlight |= 1 << p
		}
	}
	through := next.Cancelled || next.Admitted == next.Numbered
	next.Ended = through && (next.InFlight == 0 || broken == EndsWithPagesInFlight && next.Counted > 0)
	return next, fresh
}

// take takes the end of a page into account.
func (m mover) take(p int, broken Break, next *record, fresh *[pages]int8) {
	if broken != CountedTwice || next.Counted > 0 {
		next.InFlight &^= 1 << p
	}
	if broken != EndForgotten || p != 1 {
		next.Counted++
	}
	if m.Jobs[p] != succeeded {
		return
	}
	for _, to := range links[p] {
		if m.Rows[to] == 0 && fresh[to] == 0 {
			next.Numbered++
			fresh[to] = next.Numbered
		}
	}
}

// troubles are what goes wrong, and the caller's cancel (api.changeCrawl), each as often as there is left.
func (s *State) troubles(add func(func(*State))) {
	for p := range pages {
		if s.Messages[p] > 0 && s.Losses > 0 {
			add(func(to *State) { to.Messages[p]--; to.Losses-- })
		}
		if s.Messages[p] == 1 && s.Doubles > 0 {
			add(func(to *State) { to.Messages[p]++; to.Doubles-- })
		}
	}
	if s.Woken > 0 && s.Losses > 0 {
		add(func(to *State) { to.Woken--; to.Losses-- })
	}
	if s.Woken == 1 && s.Doubles > 0 {
		add(func(to *State) { to.Woken++; to.Doubles-- })
	}
	for i := range s.Movers {
		if s.Movers[i].Phase > 0 && s.Crashes > 0 {
			add(func(to *State) { to.Movers[i] = mover{}; to.Crashes-- })
		}
	}
	if s.Cancels > 0 && !s.At.Ended && !s.At.Cancelled {
		add(func(to *State) {
			to.Cancels--
			to.At.Cancelled, to.At.Version, to.Woken = true, to.At.Version+1, min(to.Woken+1, 2)
		})
	}
}

// sweep sends again what stands still: sweeper.round.
func (s *State) sweep(broken Break, add func(func(*State))) {
	if broken == NotSwept {
		return
	}
	if s.Woken == 0 && !s.At.Ended && s.Movers[0].Phase+s.Movers[1].Phase == 0 {
		add(func(to *State) { to.Woken++ })
	}
	for p := range pages {
		if s.Jobs[p] == queued && s.Messages[p] == 0 {
			add(func(to *State) { to.Messages[p]++ })
		}
	}
}
