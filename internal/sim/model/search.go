package model

import (
	"fmt"
	"hash/maphash"
	"slices"
)

// Found is what a search came to.
type Found struct {
	States int
	Steps  int
	Depth  int // of the state that is furthest from the start
	Bad    Bad
	Trace  []string // the shortest way to what is bad
	Done   map[Action]int
}

// Search visits every state that can be reached from the scope's start, nearest first,
// until one is wrong; then it looks for states from which the end of all work cannot be
// reached. The protocol is searched with one of its conditions left out, unless broken
// is Whole.
func Search(c Scope, broken Break) Found {
	s := search{machine: machine{Scope: c, broken: broken}, seed: maphash.MakeSeed(), table: make([]uint32, 1<<16), done: map[Action]int{}}
	s.add(c.Start(), origin{})
	found := Found{Done: s.done}
	for at := uint32(0); int(at) < len(s.states); at++ {
		state := s.states[at]
		if bad := s.wrong(&state); bad != Right {
			found.Bad, found.Trace = bad, s.trace(at)
			break
		}
		steps := s.from(&state)
		s.firsts = append(s.firsts, uint32(len(s.edges))) //nolint:gosec // far below
		for i := range steps {
			s.done[steps[i].Action]++
			s.edges = append(s.edges, s.add(steps[i].To, origin{at, steps[i].Action, steps[i].By}))
		}
	}
	found.States, found.Steps = len(s.states), len(s.edges)
	found.Depth = s.depth(uint32(len(s.states) - 1)) //nolint:gosec // far below
	if found.Bad == Right {
		if at, stuck := s.stuck(); stuck {
			found.Bad, found.Trace = NeverDrained, s.trace(at)
		}
	}
	return found
}

// origin is how a state was reached first.
type origin struct {
	from uint32
	by   Action
	who  int8
}

// search keeps states in the order in which they were met; the table finds them by
// their hash, and holds their place plus one. The steps from state i are the edges from
// firsts[i] on.
type search struct {
	machine
	seed    maphash.Seed
	states  []State
	origins []origin
	table   []uint32
	firsts  []uint32
	edges   []uint32
	done    map[Action]int
}

// add returns the place of a state, a new one if it was not met before.
func (s *search) add(state State, from origin) uint32 {
	if 2*len(s.states) >= len(s.table) {
		s.grow()
	}
	slot := s.slot(&state)
	if s.table[slot] == 0 {
		s.states = append(s.states, state)
		s.origins = append(s.origins, from)
		s.table[slot] = uint32(len(s.states)) //nolint:gosec // far below
	}
	return s.table[slot] - 1
}

func (s *search) slot(state *State) uint64 {
	mask := uint64(len(s.table) - 1) //nolint:gosec // a length
	slot := maphash.Comparable(s.seed, *state) & mask
	for s.table[slot] != 0 && s.states[s.table[slot]-1] != *state {
		slot = (slot + 1) & mask
	}
	return slot
}

func (s *search) grow() {
	s.table = make([]uint32, 2*len(s.table))
	for i := range s.states {
		s.table[s.slot(&s.states[i])] = uint32(i + 1)
	}
}

func (s *search) trace(at uint32) []string {
	var steps []string
	for ; at != 0; at = s.origins[at].from {
		steps = append(steps, fmt.Sprintf("%s (%d)", s.origins[at].by, s.origins[at].who))
	}
	slices.Reverse(steps)
	return steps
}

func (s *search) depth(at uint32) (n int) {
	for ; at != 0; at = s.origins[at].from {
		n++
	}
	return n
}

// stuck finds the first state from which no drained one can be reached, by going
// backwards from all drained ones.
func (s *search) stuck() (uint32, bool) {
	n := len(s.states)
	firsts := append(slices.Clip(s.firsts), uint32(len(s.edges))) //nolint:gosec // far below
	into := make([]uint32, n+1)
	for _, to := range s.edges {
		into[to+1]++
	}
	for i := range n {
		into[i+1] += into[i]
	}
	sources, at := make([]uint32, len(s.edges)), slices.Clone(into)
	for from := range n {
		for _, to := range s.edges[firsts[from]:firsts[from+1]] {
			sources[at[to]] = uint32(from)
			at[to]++
		}
	}
	reaches := make([]bool, n)
	var queue []uint32
	for i := range n {
		if s.drained(&s.states[i]) {
			reaches[i] = true
			queue = append(queue, uint32(i))
		}
	}
	for len(queue) > 0 {
		to := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, from := range sources[into[to]:into[to+1]] {
			if !reaches[from] {
				reaches[from] = true
				queue = append(queue, from)
			}
		}
	}
	if i := slices.Index(reaches, false); i >= 0 {
		return uint32(i), true //nolint:gosec // far below
	}
	return 0, false
}
