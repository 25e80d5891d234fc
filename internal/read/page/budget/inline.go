package budget

import (
	"cmp"
	"slices"
	"strings"
)

// span is a piece that must stay whole, from its first byte to the one behind its last.
type span struct{ begin, end int }

// spans are pieces in their order, none within another. They are asked for places that grow.
type spans struct {
	list []span
	next int
}

// holds reports whether a place is within a piece.
func (s *spans) holds(at int) bool {
	for s.next < len(s.list) && s.list[s.next].end <= at {
		s.next++
	}
	return s.next < len(s.list) && s.list[s.next].begin < at
}

// protected finds the links, images, footnotes, code spans and tags of a block.
func protected(block string) spans {
	s := scanner{block: block, runs: lastRuns(block)}
	for s.at < len(block) {
		s.step()
	}
	slices.SortFunc(s.found, func(a, b span) int { return cmp.Or(a.begin-b.begin, b.end-a.end) })
	all := spans{}
	for _, f := range s.found {
		if n := len(all.list); n > 0 && f.begin < all.list[n-1].end {
			all.list[n-1].end = max(all.list[n-1].end, f.end)
			continue
		}
		all.list = append(all.list, f)
	}
	return all
}

// scanner goes over a block once.
type scanner struct {
	block string
	at    int
	found []span
	open  []bracket
	count [2]int      // open brackets of each sort
	runs  map[int]int // where the last run of so many backticks begins
}

// bracket is an open one. A round one behind a square pair is a link's, which begins at link.
type bracket struct{ sort, begin, link int }

const (
	square = iota
	round
)

func (s *scanner) step() {
	switch c := s.block[s.at]; c {
	case '\\':
		s.at++
	case '`':
		s.code()
		return
	case '<':
		s.tag()
	case '[':
		begin := s.at
		if begin > 0 && s.block[begin-1] == '!' {
			begin--
		}
		s.push(bracket{square, begin, begin})
	case '(':
		s.push(bracket{round, s.at, s.at})
	case ']':
		s.close(square)
	case ')':
		s.close(round)
	}
	s.at++
}

func (s *scanner) push(b bracket) {
	s.open = append(s.open, b)
	s.count[b.sort]++
}

// close ends the nearest open bracket of a sort; those opened within it stay unclosed.
func (s *scanner) close(sort int) {
	if s.count[sort] == 0 {
		return
	}
	for {
		last := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		s.count[last.sort]--
		if last.sort != sort {
			continue
		}
		if sort == square || last.link < last.begin {
			s.found = append(s.found, span{last.link, s.at + 1})
		}
		if sort == square && s.at+1 < len(s.block) && s.block[s.at+1] == '(' {
			s.at++
			s.push(bracket{round, s.at, last.begin})
		}
		return
	}
}

// code takes a code span, which ends with as many backticks as it begins with.
func (s *scanner) code() {
	n := runAt(s.block, s.at)
	if s.runs[n] > s.at {
		for i := s.at + n; i < len(s.block); {
			if s.block[i] != '`' {
				i++
				continue
			}
			m := runAt(s.block, i)
			i += m
			if m == n {
				s.found = append(s.found, span{s.at, i})
				s.at = i
				return
			}
		}
	}
	s.at += n
}

func runAt(s string, at int) int {
	n := 0
	for at+n < len(s) && s[at+n] == '`' {
		n++
	}
	return n
}

// lastRuns are the places of the last runs of backticks, so that none is looked for in vain.
func lastRuns(s string) map[int]int {
	runs := map[int]int{}
	for i := 0; i < len(s); i++ {
		if s[i] == '`' {
			n := runAt(s, i)
			runs[n] = i
			i += n
		}
	}
	return runs
}

// longestTag is how far the end of a tag or of an address in angle brackets is looked for.
const longestTag = 1000

func (s *scanner) tag() {
	rest := s.block[s.at+1 : min(len(s.block), s.at+longestTag)]
	if rest == "" || !isLetter(rest[0]) && rest[0] != '/' && rest[0] != '!' {
		return
	}
	if end := strings.IndexByte(rest, '>'); end >= 0 {
		s.found = append(s.found, span{s.at, s.at + 1 + end + 1})
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
