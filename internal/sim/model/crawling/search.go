package crawling

// Found is what a search came to.
type Found struct {
	States int
	Bad    string // what is wrong in the state that is nearest to the start; empty for nothing
	Depth  int    // of that state
}

// Search visits every state that can be reached, nearest first, until something is wrong in one; then it looks for states
// from which the crawl's end cannot be reached.
func Search(broken Break) Found {
	start := Start()
	places, states, depths := map[State]int{start: 0}, []State{start}, []int{0}
	var from [][]int // places of the states before
	from = append(from, nil)
	for at := 0; at < len(states); at++ {
		if bad := states[at].wrong(); bad != "" {
			return Found{len(states), bad, depths[at]}
		}
		for _, to := range states[at].Steps(broken) {
			place, known := places[to]
			if !known {
				place = len(states)
				places[to] = place
				states, depths, from = append(states, to), append(depths, depths[at]+1), append(from, nil)
			}
			from[place] = append(from[place], at)
		}
	}
	if at, stuck := stuck(states, from); stuck {
		return Found{len(states), "it can come to no end", depths[at]}
	}
	return Found{States: len(states)}
}

// stuck finds the first state from which none is reached in which the crawl has ended.
func stuck(states []State, from [][]int) (int, bool) {
	reaches := make([]bool, len(states))
	var queue []int
	for i, s := range states {
		if s.At.Ended {
			reaches[i] = true
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		last := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, before := range from[last] {
			if !reaches[before] {
				reaches[before] = true
				queue = append(queue, before)
			}
		}
	}
	for i, ok := range reaches {
		if !ok {
			return i, true
		}
	}
	return 0, false
}

// wrong says what is wrong in a state.
func (s *State) wrong() string {
	var jobs, paid, rows, flying int8
	numbers := [pages + 1]bool{}
	for p := range pages {
		if s.Jobs[p] != none {
			jobs++
		}
		if s.Rows[p] > 0 {
			rows++
			if int(s.Rows[p]) > pages || numbers[s.Rows[p]] {
				return "two URLs have one number"
			}
			numbers[s.Rows[p]] = true
		}
		paid += s.Paid[p]
		flying += int8(s.At.InFlight >> p & 1)
		if s.Paid[p] > 1 {
			return "a page is charged twice"
		}
	}
	switch {
	case s.At.Numbered != rows:
		return "the URLs are not those that have rows"
	case s.At.Admitted != jobs || s.At.Charged != paid:
		return "the pages are not those that have jobs"
	case s.At.Admitted != s.At.Counted+flying:
		return "not every page is counted once"
	case s.At.Ended && flying > 0:
		return "it has ended with pages in flight"
	case s.At.Ended && !s.At.Cancelled && s.At.Admitted != s.At.Numbered:
		return "it has ended before it was through"
	case s.Events > 1 || s.At.Ended != (s.Events == 1):
		return "its end does not have one event"
	}
	return ""
}
