package ssr

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"golang.org/x/net/html"
)

// maxObjects is how many objects of a page are kept; pages have a few hundred.
const maxObjects = 10_000

// State is what the chunks of a page hold: each object that has a type, once, with the
// fields of all places that describe it.
type State struct {
	objects []Object          // in the order of the chunks; keys within one in that of their names
	byID    map[string]Object // by type and id
}

// Read reads the chunks of a page.
func Read(doc *html.Node) *State {
	s := &State{byID: map[string]Object{}}
	for _, chunk := range chunks(doc) {
		var tree any
		d := json.NewDecoder(bytes.NewReader(chunk))
		d.UseNumber() // ids are longer than floats are exact
		if d.Decode(&tree) == nil {
			s.walk(tree, 0)
		}
	}
	return s
}

// walk collects the objects of a tree.
func (s *State) walk(v any, depth int) {
	if depth > maxDepth || len(s.objects) >= maxObjects {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			s.walk(one, depth+1)
		}
	case map[string]any:
		s.add(v)
		for _, key := range slices.Sorted(maps.Keys(v)) {
			s.walk(v[key], depth+1)
		}
	}
}

func (s *State) add(raw Object) {
	typename, id := raw.Text("__typename"), raw.Text("id")
	if typename == "" {
		return
	}
	if known := s.byID[typename+":"+id]; id != "" && known != nil {
		known.merge(raw)
		return
	}
	o := maps.Clone(raw)
	s.objects = append(s.objects, o)
	if id != "" {
		s.byID[typename+":"+id] = o
	}
}

// merge takes over what is known better from another telling of the same object: where
// both have a list the longer one is.
func (o Object) merge(other Object) {
	for key, value := range other {
		if own := o[key]; own == nil || len(members(value)) > len(members(own)) {
			o[key] = value
		}
	}
}

// All returns the objects of a type.
func (s *State) All(typename string) []Object {
	var all []Object
	for _, o := range s.objects {
		if o.Text("__typename") == typename {
			all = append(all, o)
		}
	}
	return all
}

// Of is the object that a value is or refers to, with everything that the page tells of
// it; nil for another value.
func (s *State) Of(v any) Object {
	raw, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	o := Object(raw)
	if ref := o.Text("__ref"); ref != "" {
		return s.byID[spelt(ref)]
	}
	if id := o.Text("id"); id != "" {
		if known := s.byID[o.Text("__typename")+":"+id]; known != nil {
			return known
		}
	}
	return o
}

// spelt is a reference in the form Type:id; the older is without a colon.
func spelt(ref string) string {
	for i := range len(ref) {
		switch c := ref[i]; {
		case c == ':':
			return ref
		case c >= '0' && c <= '9':
			return ref[:i] + ":" + ref[i:]
		}
	}
	return ref
}

// List returns the objects of a list or of a connection, which has edges with nodes.
// Known is false for a value that is neither.
func (s *State) List(v any) (all []Object, known bool) {
	for _, m := range members(v) {
		if edge, ok := m.(map[string]any); ok {
			if node, ok := edge["node"]; ok {
				m = node
			}
		}
		if o := s.Of(m); o != nil {
			all = append(all, o)
		}
	}
	return all, isList(v)
}

// Within returns the objects of a type that are the values of an object's fields, in the
// order of their names, or on lists there; each once.
func (s *State) Within(o Object, typename string) []Object {
	var all []Object
	seen := map[string]bool{}
	take := func(one Object) {
		if id := one.Text("id"); one.Text("__typename") == typename && !seen[id] {
			seen[id] = id != ""
			all = append(all, one)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(o)) {
		list, known := s.List(o[key])
		for _, one := range list {
			take(one)
		}
		if one := s.Of(o[key]); one != nil && !known {
			take(one)
		}
	}
	return all
}

// members are those of a list or of a connection in any of its forms.
func members(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		for _, key := range []string{"edges", "nodes"} {
			if list, ok := v[key].([]any); ok {
				return list
			}
		}
	}
	return nil
}

func isList(v any) bool {
	if o, ok := v.(map[string]any); ok {
		_, edges := o["edges"].([]any)
		_, nodes := o["nodes"].([]any)
		return edges || nodes
	}
	_, ok := v.([]any)
	return ok
}
