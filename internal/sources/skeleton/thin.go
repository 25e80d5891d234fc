package skeleton

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// thin leaves those items of a list that together show all shapes of it: the first two,
// as one is no list, and then whichever adds most, until none adds anything or there are
// as many as the rules allow. They stay in their order.
func (m *mask) thin(v *tree.Value) {
	if m.rules.Whole || tuple(v) {
		return
	}
	shapes := make([]set, len(v.Items))
	for i, item := range v.Items {
		shapes[i] = set{}
		shapes[i].of("", item)
	}
	v.Items = chosen(v.Items, shapes, m.most())
}

// tuple reports whether a list has values of several kinds, each of which means something
// by its place.
func tuple(v *tree.Value) bool {
	return slices.ContainsFunc(v.Items, func(item *tree.Value) bool { return item.Kind != v.Items[0].Kind && item.Kind != tree.Null })
}

// thinMap is thin for an object whose members have data for names.
func (m *mask) thinMap(v *tree.Value) {
	if m.rules.Whole {
		return
	}
	shapes := make([]set, len(v.Members))
	for i, member := range v.Members {
		shapes[i] = set{}
		shapes[i].of("", member.Value)
	}
	v.Members = chosen(v.Members, shapes, m.most())
}

// thinList is thinMap for an object whose members have names that stay: those of Keep stay
// with them, beside those that add to them.
func (m *mask) thinList(v *tree.Value) {
	var kept, others []tree.Member
	seen := set{}
	for _, member := range v.Members {
		if slices.Contains(m.rules.Keep, member.Name) {
			kept = append(kept, member)
			seen.of("", member.Value)
		} else {
			others = append(others, member)
		}
	}
	var shapes []set
	for _, member := range others {
		shape := set{}
		shape.of("", member.Value)
		for path := range seen {
			delete(shape, path)
		}
		shapes = append(shapes, shape)
	}
	if !m.rules.Whole {
		others = chosen(others, shapes, m.most())
	}
	v.Members = slices.DeleteFunc(v.Members, func(member tree.Member) bool {
		return !slices.Contains(kept, member) && !slices.Contains(others, member)
	})
}

// thinNodes is thin for the elements of a name and a class within another.
func (m *mask) thinNodes(n *tree.Node) {
	if m.rules.Whole {
		return
	}
	var left []*tree.Node
	for _, kids := range alike(n) {
		shapes := make([]set, len(kids))
		for i, kid := range kids {
			shapes[i] = set{}
			shapes[i].ofNode("", kid, m)
		}
		stay := chosen(kids, shapes, m.most())
		left = append(left, slices.DeleteFunc(slices.Clone(kids), func(kid *tree.Node) bool { return slices.Contains(stay, kid) })...)
	}
	n.Kids = slices.DeleteFunc(n.Kids, func(kid *tree.Node) bool { return slices.Contains(left, kid) })
}

// alike are the elements within another by their sorts, in the order of the first of each.
func alike(n *tree.Node) [][]*tree.Node {
	var all [][]*tree.Node
	at := map[string]int{}
	for _, kid := range n.Kids {
		if kid.Name == "" {
			continue
		}
		key := strings.Join([]string{strings.ToLower(kid.Name), nameOf(kid), kid.Attr("class"), kid.Attr("data-test-id")}, " ")
		i, known := at[key]
		if !known {
			i = len(all)
			at[key], all = i, append(all, nil)
		}
		all[i] = append(all[i], kid)
	}
	return all
}

func (m *mask) most() int { return cmp.Or(m.rules.Items, 1<<30) }

const first = 2

// chosen are the items that stay.
func chosen[T any](items []T, shapes []set, most int) []T {
	seen := set{}
	var stay []int
	for len(stay) < min(most, len(items)) {
		best, adds := -1, 0
		for i, shape := range shapes {
			if slices.Contains(stay, i) {
				continue
			}
			n := shape.without(seen)
			if len(stay) < first {
				n = 1 // in their order
			}
			if n > adds {
				best, adds = i, n
			}
		}
		if best < 0 {
			break
		}
		seen.add(shapes[best])
		stay = append(stay, best)
	}
	slices.Sort(stay)
	out := make([]T, 0, len(stay))
	for _, i := range stay {
		out = append(out, items[i])
	}
	return out
}

// set holds what there is in an item: paths of members with what they hold.
type set map[string]bool

func (s set) add(other set) {
	for path := range other {
		s[path] = true
	}
}

func (s set) without(seen set) int {
	n := 0
	for path := range s {
		if !seen[path] {
			n++
		}
	}
	return n
}

func (s set) of(path string, v *tree.Value) {
	switch v.Kind {
	case tree.Object:
		s[path+"{}"+strconv.FormatBool(len(v.Members) == 0)] = true
		for _, m := range v.Members {
			s.of(path+"."+m.Name, m.Value)
		}
	case tree.List:
		s[path+"[]"+strconv.FormatBool(len(v.Items) == 0)] = true
		for _, item := range v.Items {
			s.of(path+"[]", item)
		}
	case tree.String:
		s[path+"="+form(path[strings.LastIndexByte(path, '.')+1:], v.Text)] = true
	case tree.Number:
		s[path+"="+string(v.Kind)+strconv.FormatBool(strings.ContainsAny(v.Text, ".eE"))] = true
	case tree.Bool, tree.Null:
		s[path+"="+v.Text] = true
	}
}

// form is what a text looks like; an enumeration is of as many forms as it has values.
func form(name, s string) string {
	words := wordsOf(name)
	switch {
	case s == "":
		return "empty"
	case constant.MatchString(s), len(words) > 0 && slices.Contains(kinds, words[len(words)-1]) && identifier.MatchString(s):
		return s
	case numeric.MatchString(s):
		return "number"
	}
	return "text"
}

func (s set) ofNode(path string, n *tree.Node, m *mask) {
	path += "/" + n.Name
	s[path] = true
	for _, a := range n.Attrs {
		s[path+"@"+a.Name] = true
		if strings.EqualFold(a.Name, "class") || strings.EqualFold(a.Name, "itemprop") || strings.HasPrefix(a.Name, "data-test") || slices.Contains(m.rules.Enums, a.Name) || vocabulary.MatchString(a.Value) || m.words[strings.ToLower(a.Value)] {
			s[path+"@"+a.Name+"="+a.Value] = true
		}
	}
	for _, kid := range n.Kids {
		if kid.Name != "" {
			s.ofNode(path, kid, m)
		}
	}
}
