// Package drift compares what upstreams answer with what they answered when their
// parsers were written: which members there are, of which types, and which of them the
// parsers read. What is known comes from the skeletons in testdata, see Known. It is
// pure: it calls nobody.
package drift

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// Shape is what a value may be.
type Shape struct {
	// Types are those of JSON that it had; markup has objects, lists and strings.
	Types Types `json:"types"`
	// Always says that it was there whenever what it is a member of was.
	Always bool `json:"always,omitempty"`
	// Once says that this was seen of one item of a list only.
	Once bool `json:"once,omitempty"`
	// Read says that what the parser gives depends on it.
	Read bool `json:"read,omitempty"`
	// Data says that the members' names are data: the one member * stands for all.
	Data    bool              `json:"data,omitempty"`
	Members map[string]*Shape `json:"members,omitempty"`
	Items   *Shape            `json:"items,omitempty"`

	seen, objects int // how often it was there, and how often as an object
}

// Types are written as one text: "string or null".
type Types []tree.Kind

const between = " or "

// MarshalText implements encoding.TextMarshaler.
func (t Types) MarshalText() ([]byte, error) {
	words := make([]string, len(t))
	for i, kind := range t {
		words[i] = string(kind)
	}
	return []byte(strings.Join(words, between)), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Types) UnmarshalText(text []byte) error {
	for word := range strings.SplitSeq(string(text), between) {
		*t = append(*t, tree.Kind(word))
	}
	return nil
}

// The steps of a path beside names.
const (
	anyItem   = "[]"
	anyMember = "*"
)

// Of returns the shape of an answer: JSON, lines of JSON, XML or HTML. Data are the names
// of members whose objects have data for names. An answer in another format is a string.
func Of(body []byte, data ...string) *Shape {
	s := &Shape{}
	s.add(view(body), "", func(_ *Shape, name string) bool { return slices.Contains(data, name) })
	s.settle(1, false)
	return s
}

// alike is Of for an answer that is compared with a known one.
func alike(body []byte, known *Shape) *Shape {
	s := &Shape{}
	s.follow(view(body), known)
	s.settle(1, false)
	return s
}

// view is an answer as a value.
func view(body []byte) *tree.Value {
	trimmed := bytes.TrimSpace(body)
	if v, err := tree.ParseJSON(trimmed); err == nil {
		return v
	}
	if bytes.HasPrefix(trimmed, []byte("<")) {
		return viewOf(tree.ParseMarkup(trimmed))
	}
	all := &tree.Value{Kind: tree.List}
	for line := range bytes.Lines(trimmed) {
		v, err := tree.ParseJSON(line)
		if err != nil {
			return &tree.Value{Kind: tree.String, Text: string(trimmed)}
		}
		all.Items = append(all.Items, v)
	}
	return all
}

func (s *Shape) add(v *tree.Value, name string, data func(*Shape, string) bool) {
	s.note(v)
	s.Data = s.Data || v.Kind == tree.Object && data(s, name)
	for _, m := range v.Members {
		s.member(m.Name).add(m.Value, m.Name, data)
	}
	for _, item := range v.Items {
		s.item().add(item, name, data)
	}
}

// follow is add where a known shape says which names are data.
func (s *Shape) follow(v *tree.Value, known *Shape) {
	s.note(v)
	if known == nil {
		known = &Shape{}
	}
	s.Data = known.Data
	for _, m := range v.Members {
		s.member(m.Name).follow(m.Value, known.Members[known.step(m.Name)])
	}
	for _, item := range v.Items {
		s.item().follow(item, known.Items)
	}
}

func (s *Shape) note(v *tree.Value) {
	s.seen++
	if v.Kind == tree.Object {
		s.objects++
	}
	if !slices.Contains(s.Types, v.Kind) {
		s.Types = append(s.Types, v.Kind)
		slices.Sort(s.Types)
	}
}

// step is the name under which a member is kept.
func (s *Shape) step(name string) string {
	if s.Data {
		return anyMember
	}
	return name
}

func (s *Shape) member(name string) *Shape {
	if s.Members == nil {
		s.Members = map[string]*Shape{}
	}
	name = s.step(name)
	if s.Members[name] == nil {
		s.Members[name] = &Shape{}
	}
	return s.Members[name]
}

func (s *Shape) item() *Shape {
	if s.Items == nil {
		s.Items = &Shape{}
	}
	return s.Items
}

// settle works out what was always there, of as many objects.
func (s *Shape) settle(objects int, listed bool) {
	s.Always, s.Once = s.seen >= objects, listed && objects == 1
	for _, m := range s.Members {
		m.settle(s.objects, listed)
	}
	if s.Items != nil {
		s.Items.settle(0, true)
	}
}

// Optional takes Always from members of some names, which an answer had for what was asked
// about.
func (s *Shape) Optional(names ...string) {
	for name, m := range s.Members {
		m.Always = m.Always && !slices.Contains(names, name)
		m.Optional(names...)
	}
	if s.Items != nil {
		s.Items.Optional(names...)
	}
}

// Merge adds what another answer of the same surface was like: what is not in both is not
// always there.
func (s *Shape) Merge(other *Shape) {
	for _, t := range other.Types {
		if !slices.Contains(s.Types, t) {
			s.Types = append(s.Types, t)
			slices.Sort(s.Types)
		}
	}
	s.Read, s.Data = s.Read || other.Read, s.Data || other.Data
	for name, m := range s.Members {
		if o := other.Members[name]; o != nil {
			m.Always, m.Once = m.Always && o.Always, m.Once && o.Once
			m.Merge(o)
		} else if other.objects > 0 {
			m.Always = false
		}
	}
	for name, o := range other.Members {
		if s.Members[name] == nil {
			if s.Members == nil {
				s.Members = map[string]*Shape{}
			}
			o.Always = o.Always && s.objects == 0
			s.Members[name] = o
		}
	}
	if s.Items == nil {
		s.Items = other.Items
	} else if other.Items != nil {
		s.Items.Merge(other.Items)
	}
	s.objects += other.objects
}

// Mark sets Read on what depends holds of: depends is asked with an answer without some
// members, and reports whether the parser gives something else for it. What is within a
// member that nothing depends on is not read either.
func (s *Shape) Mark(body []byte, depends func(without []byte) bool) {
	s.mark(body, nil, depends)
}

func (s *Shape) mark(body []byte, at []string, depends func([]byte) bool) {
	s.search(body, at, slices.Sorted(maps.Keys(s.Members)), depends)
	if s.Items != nil {
		s.Items.mark(body, append(slices.Clone(at), anyItem), depends)
	}
}

// search halves the members until it is down to single ones, since most are not read.
func (s *Shape) search(body []byte, at, names []string, depends func([]byte) bool) {
	paths := make([][]string, len(names))
	for i, name := range names {
		paths[i] = append(slices.Clone(at), name)
	}
	switch {
	case len(names) == 0 || !depends(without(body, paths...)):
	case len(names) == 1:
		s.Members[names[0]].Read = true
		s.Members[names[0]].mark(body, paths[0], depends)
	default:
		s.search(body, at, names[:len(names)/2], depends)
		s.search(body, at, names[len(names)/2:], depends)
	}
}
