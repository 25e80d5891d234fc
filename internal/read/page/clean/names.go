package clean

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// compound is what a rule wants of an element beside one of its names.
type compound struct {
	tag     string   // empty for any
	id      string   // empty for any
	classes []string // all of them
	weak    bool     // hides in a way that scripts undo
	bare    bool     // hides only what has no names in it
	around  []string // elements that it is in, from outside in
	ways    ways     // in which it hides
	layered bool     // any rule beside layers goes before it
}

// fits reports whether an element is what a rule wants.
func (c *compound) fits(n *html.Node) bool {
	if c.tag != "" && n.Data != c.tag || c.id != "" && strings.TrimSpace(dom.Attr(n, "id")) != c.id || c.bare && !isBare(n) {
		return false
	}
	if !within(n, c.around) {
		return false
	}
	if len(c.classes) == 0 {
		return true
	}
	has := " " + strings.Join(strings.Fields(dom.Attr(n, "class")), " ") + " "
	for _, class := range c.classes {
		if !strings.Contains(has, " "+class+" ") {
			return false
		}
	}
	return true
}

// within reports whether an element is in others of these names, from outside in.
func within(n *html.Node, around []string) bool {
	left := len(around)
	for p := n.Parent; p != nil && left > 0; p = p.Parent {
		if p.Data == around[left-1] {
			left--
		}
	}
	return left == 0
}

// names are classes or ids. Nearly all that are asked for are not among them, which bits of their
// hashes say for less than a map would.
type names struct {
	all  map[string][]compound
	bits [4]uint64
}

func (s *names) add(name string, c compound) {
	if s.all == nil {
		s.all = map[string][]compound{}
	}
	s.all[name] = append(s.all[name], c)
	h := hashOf(name)
	s.bits[h>>6] |= 1 << (h & 63)
}

// of are the rules of a name.
func (s *names) of(name string) []compound {
	h := hashOf(name)
	if s.bits[h>>6]>>(h&63)&1 == 0 {
		return nil
	}
	return s.all[name]
}

// remove forgets the rules of a name, or those that are weak alone.
func (s *names) remove(name string, weak bool) {
	all := s.of(name)
	if len(all) == 0 {
		return
	}
	var left []compound
	for _, c := range all {
		if weak && !c.weak {
			left = append(left, c)
		}
	}
	s.all[name] = left
}

// hashOf is a number below 256 for a name, which is not empty.
func hashOf(name string) uint8 {
	last := len(name) - 1
	return uint8(last)*37 ^ name[0]*7 ^ name[last]*13 ^ name[last/2]*101 //nolint:gosec // some bits of it
}
