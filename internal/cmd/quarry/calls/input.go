package calls

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// In is where an input goes.
type In int

// The places.
const (
	InBody In = iota
	InQuery
	InPath
)

// Input is one thing that a command takes: an argument, a flag or both.
type Input struct {
	Flag   string   // without its dashes
	Member []string // of the body, with those around it: "options", "timeoutMs"; else the parameter
	In     In
	Schema *huma.Schema
	Help   string
	// Required says that the service refuses a call without it.
	Required bool

	shape shape
}

// shape is how texts become a value.
type shape int

const (
	text shape = iota
	toggle
	whole
	number
	loose      // a number where it can be one, or several texts
	list       // of texts
	enumerated // of words, which commas may part
	several    // one text or a list
	pairs      // NAME=VALUE
	raw        // JSON
	rawList
)

// Toggle reports whether the input is on or off.
func (i *Input) Toggle() bool { return i.shape == toggle }

// Many reports whether the input can be given several times.
func (i *Input) Many() bool {
	switch i.shape {
	case list, enumerated, several, loose, pairs, rawList:
		return true
	case text, toggle, whole, number, raw:
	}
	return false
}

// Words are those that the input can be, if there are few.
func (i *Input) Words() []string {
	s := i.Schema
	if s.Items != nil {
		s = s.Items
	}
	var all []string
	for _, v := range s.Enum {
		all = append(all, fmt.Sprint(v))
	}
	return all
}

// Placeholder stands for the value in the help.
func (i *Input) Placeholder() string {
	switch i.shape {
	case whole, number:
		return "N"
	case pairs:
		return "NAME=VALUE"
	case raw, rawList:
		return "JSON"
	case text, toggle, loose, list, enumerated, several:
	}
	if words := i.Words(); len(words) > 0 && len(words) <= 4 {
		return strings.Join(words, "|")
	} else if len(words) > 0 {
		return "WORD"
	}
	for suffix, holder := range map[string]string{"url": "URL", "urls": "URL", "id": "ID"} {
		if name := i.Flag; name == suffix || strings.HasSuffix(name, "-"+suffix) {
			return holder
		}
	}
	return "TEXT"
}

// inputs are those of a command.
func inputs(c *Command) []*Input {
	var all []*Input
	for part := range strings.SplitSeq(c.Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name = strings.TrimSuffix(name, "}")
			all = append(all, &Input{Flag: Kebab(name), Member: []string{name}, In: InPath, Required: true, Schema: &huma.Schema{Type: huma.TypeString}, Help: "The " + camel(strings.TrimSuffix(name, "Id")) + "'s id."})
		}
	}
	for _, p := range c.Params {
		if p.In == "query" {
			all = append(all, &Input{Flag: Kebab(p.Name), Member: []string{p.Name}, In: InQuery, Schema: p.Schema, Help: p.Description, Required: p.Required, shape: shapeOf(nil, p.Schema)})
		}
	}
	if c.Body == nil {
		return all
	}
	registry := openapi.NewRegistry()
	schema := resolved(registry, openapi.Object(registry, c.Body.Name, c.Body.Parts...))
	top := slices.Sorted(maps.Keys(schema.Properties))
	for _, name := range top {
		all = append(all, members(registry, schema, nil, name, top)...)
	}
	return slices.DeleteFunc(all, func(i *Input) bool {
		_, set := c.Preset[i.Member[0]]
		return set && len(i.Member) == 1 || i.Flag == "idempotency-key"
	})
}

// members is one of an object's, or, when that is an object itself, those of it. Members of options
// have their own names, unless the call has one of that name.
func members(registry huma.Registry, of *huma.Schema, path []string, name string, top []string) []*Input {
	member := of.Properties[name]
	s := resolved(registry, member)
	path = append(slices.Clone(path), name)
	if s.Type == huma.TypeObject && len(s.Properties) > 0 {
		var all []*Input
		for _, inner := range slices.Sorted(maps.Keys(s.Properties)) {
			all = append(all, members(registry, s, path, inner, top)...)
		}
		return all
	}
	if s.Type == huma.TypeObject && len(s.Properties) == 0 && s.AdditionalProperties == false {
		return nil // options that are to come
	}
	flag := path
	if path[0] == "options" && len(path) > 1 && (len(path) > 2 || !slices.Contains(top, name)) {
		flag = path[1:]
	}
	named := make([]string, len(flag))
	for i, part := range flag {
		named[i] = Kebab(part)
	}
	help := member.Description
	if help == "" {
		help = s.Description
	}
	return []*Input{{
		Flag: strings.Join(named, "-"), Member: path, Schema: s, Help: help, shape: shapeOf(registry, s),
		Required: len(path) == 1 && slices.Contains(of.Required, name),
	}}
}

func resolved(registry huma.Registry, s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return registry.SchemaFromRef(s.Ref)
	}
	return s
}

func shapeOf(registry huma.Registry, s *huma.Schema) shape {
	switch s.Type {
	case huma.TypeBoolean:
		return toggle
	case huma.TypeInteger:
		return whole
	case huma.TypeNumber:
		return number
	case huma.TypeString:
		return text
	case huma.TypeObject:
		if inner, ok := s.AdditionalProperties.(*huma.Schema); ok && inner.Type == huma.TypeString {
			return pairs
		}
		return raw
	case huma.TypeArray:
		item := s.Items
		if registry != nil {
			item = resolved(registry, item)
		}
		switch {
		case item.Type == huma.TypeObject:
			return rawList
		case len(item.Enum) > 0:
			return enumerated
		}
		return list
	}
	if slices.ContainsFunc(s.AnyOf, func(s *huma.Schema) bool { return s.Type == huma.TypeArray }) {
		return several
	}
	if len(s.AnyOf) > 0 {
		return text
	}
	return loose
}
