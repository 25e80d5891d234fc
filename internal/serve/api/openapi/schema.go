package openapi

import (
	"cmp"
	"path"
	"reflect"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
)

const schemaPrefix = "#/components/schemas/"

// NewRegistry returns an empty registry that names schemas by package and type.
func NewRegistry() huma.Registry { return newRegistry(nil, nil) }

// newRegistry takes the names of some types, and the words that the names of some packages
// are made of.
func newRegistry(given map[reflect.Type]string, words map[string]string) huma.Registry {
	return describeTypes(huma.NewMapRegistry(schemaPrefix, func(t reflect.Type, hint string) string {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if name, ok := given[t]; ok {
			return name
		}
		if t.Name() == "" {
			return hint
		}
		pkg := strings.TrimPrefix(path.Base(t.PkgPath()), "api")
		return camel(cmp.Or(words[pkg], pkg)) + camel(t.Name())
	}))
}

// Object derives the schema of one JSON object from the fields of several structs.
// Requests are held against it, and the document shows it.
func Object(registry huma.Registry, name string, parts ...reflect.Type) *huma.Schema {
	var fields []reflect.StructField
	for _, part := range parts {
		for _, f := range reflect.VisibleFields(part) {
			if f.IsExported() && !f.Anonymous {
				fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
			}
		}
	}
	s := registry.Schema(reflect.StructOf(fields), true, name)
	refuseNull(registry)
	takeNumbers(registry, s, map[*huma.Schema]bool{})
	needTexts(registry, s, map[*huma.Schema]bool{})
	return s
}

// needTexts has every text of a request hold something: one that a mistake left empty would count as left
// out. One that may be empty has minLength 0 in its tag; that of a list is meant for its texts.
func needTexts(registry huma.Registry, s *huma.Schema, seen map[*huma.Schema]bool) {
	if s != nil && s.Ref != "" {
		s = registry.SchemaFromRef(s.Ref)
	}
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	switch {
	case s.Type == huma.TypeArray && s.MinLength != nil && s.Items != nil:
		s.Items.MinLength, s.MinLength = s.MinLength, nil
	case s.Type == huma.TypeString && s.Enum == nil && s.Pattern == "" && s.MinLength == nil:
		s.MinLength = new(1)
		s.PrecomputeMessages()
	}
	for _, member := range s.Properties {
		needTexts(registry, member, seen)
	}
	for _, form := range s.AnyOf {
		needTexts(registry, form, seen)
	}
	needTexts(registry, s.Items, seen)
}

// takeNumbers lets the ids of a request be whole numbers, too: their digits are the id.
func takeNumbers(registry huma.Registry, s *huma.Schema, seen map[*huma.Schema]bool) {
	if s != nil && s.Ref != "" {
		s = registry.SchemaFromRef(s.Ref)
	}
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	for name, member := range s.Properties {
		of := member
		if member.Type == huma.TypeArray && strings.HasSuffix(name, "Ids") {
			of = member.Items
		}
		if of.Type == huma.TypeString && of.Enum == nil && (name == "id" || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "Ids")) {
			text := &huma.Schema{Type: huma.TypeString, MinLength: of.MinLength, MaxLength: of.MaxLength, Pattern: of.Pattern}
			text.PrecomputeMessages()
			of.Type, of.MinLength, of.MaxLength, of.Pattern = "", nil, nil, ""
			of.AnyOf = []*huma.Schema{text, {Type: huma.TypeInteger, Minimum: new(0.0)}}
			of.AnyOf[1].PrecomputeMessages()
		}
		takeNumbers(registry, member, seen)
	}
	takeNumbers(registry, s.Items, seen)
}

// refuseNull undoes that huma takes null for every list: it takes it for nothing
// else, and no list of an answer is ever null.
func refuseNull(registry huma.Registry) {
	for _, s := range registry.Map() {
		walk(s, func(s *huma.Schema) {
			if s.Type == huma.TypeArray {
				s.Nullable = false
			}
		})
	}
}

// momentPattern is the one form of the times of answers, that of package instant.
const momentPattern = `^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`

// open lets objects of answers have fields that are not listed, so that clients
// built today live with those of tomorrow. Objects of requests stay closed, as the
// check of requests has it. Times of answers have one form.
func (b *builder) open(doc *huma.OpenAPI) {
	closed := map[string]bool{}
	for _, item := range doc.Paths {
		for _, op := range operationsOf(item) {
			if op.RequestBody != nil {
				b.reach(op.RequestBody.Content[mediaJSON].Schema, closed)
			}
		}
	}
	for name, s := range b.registry.Map() {
		if closed[name] {
			walk(s, unbound)
			continue
		}
		walk(s, func(s *huma.Schema) {
			if s.AdditionalProperties == false {
				s.AdditionalProperties = nil
			}
			if s.Format == "date-time" {
				s.Pattern = momentPattern
			}
		})
	}
}

// unbound takes the format from an integer of a request. Its fields clamp or refuse numbers
// that no int64 holds by rules of their own, and a format would call these invalid.
func unbound(s *huma.Schema) {
	if s.Type == huma.TypeInteger {
		s.Format = ""
	}
}

// reach collects the names of all schemas that s refers to.
func (b *builder) reach(s *huma.Schema, names map[string]bool) {
	walk(s, func(s *huma.Schema) {
		name, ok := strings.CutPrefix(s.Ref, schemaPrefix)
		if ok && !names[name] {
			names[name] = true
			b.reach(b.registry.Map()[name], names)
		}
	})
}

// walk visits a schema and all that it contains, not what it refers to.
func walk(s *huma.Schema, visit func(*huma.Schema)) {
	if s == nil {
		return
	}
	visit(s)
	walk(s.Items, visit)
	walk(s.Not, visit)
	for _, sub := range s.Properties {
		walk(sub, visit)
	}
	for _, list := range [][]*huma.Schema{s.OneOf, s.AnyOf, s.AllOf} {
		for _, sub := range list {
			walk(sub, visit)
		}
	}
	if sub, ok := s.AdditionalProperties.(*huma.Schema); ok {
		walk(sub, visit)
	}
}

// camel joins words: "brand-design" and "hn_search" become BrandDesign and HnSearch.
func camel(s string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
