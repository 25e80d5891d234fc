package callpage

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// row is a member: its name as a path, its type, whether it must be there, what it is.
type row struct {
	name, kind, text string
	required         bool
}

// deepest is how many levels of members a table shows.
const deepest = 3

// parameters are what a call takes, from its path, its query, its headers and its body.
func (d document) parameters(o operation) []row {
	var rows []row
	for _, p := range o.Parameters {
		rows = append(rows, row{p.Name, d.kind(p.Schema) + ", " + p.In, p.Description, p.Required})
	}
	return append(rows, d.rows(o.Body.Content[mediaJSON].Schema, "", 0)...)
}

// rows are the members of an object and of the objects within it, required ones first.
func (d document) rows(s schema, within string, depth int) []row {
	s, _ = d.resolve(s)
	if s.Items != nil {
		return d.rows(*s.Items, within+"[]", depth)
	}
	var rows []row
	names := slices.SortedFunc(maps.Keys(s.Properties), func(a, b string) int {
		switch first, second := slices.Contains(s.Required, a), slices.Contains(s.Required, b); {
		case first == second:
			return strings.Compare(a, b)
		case first:
			return -1
		default:
			return 1
		}
	})
	for _, name := range names {
		member := s.Properties[name]
		at := strings.TrimPrefix(within+"."+name, ".")
		text := member.Description
		if text == "" {
			full, _ := d.resolve(member)
			text = full.Description
		}
		rows = append(rows, row{at, d.kind(member), text, slices.Contains(s.Required, name)})
		if depth+1 < deepest {
			rows = append(rows, d.rows(member, at, depth+1)...)
		}
	}
	return rows
}

// resolve follows a reference, and says to what.
func (d document) resolve(s schema) (resolved schema, name string) {
	name, isRef := strings.CutPrefix(s.Ref, "#/components/schemas/")
	if !isRef {
		return s, ""
	}
	return d.Components.Schemas[name], name
}

// kind says a type in words.
func (d document) kind(s schema) string {
	full, name := d.resolve(s)
	switch {
	case len(full.Enum) > 0:
		words := make([]string, len(full.Enum))
		for i, w := range full.Enum {
			words[i] = fmt.Sprintf("`%v`", w)
		}
		return strings.Join(words, " or ")
	case full.Items != nil:
		return "list of " + d.kind(*full.Items)
	case len(full.AnyOf)+len(full.OneOf) > 0:
		var words []string
		for _, one := range slices.Concat(full.AnyOf, full.OneOf) {
			words = append(words, d.kind(one))
		}
		return strings.Join(slices.Compact(words), " or ")
	case full.Type == "object" && name != "":
		return name
	}
	switch t := full.Type.(type) {
	case string:
		return t
	case []any:
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(t), "[]"), " ", " or ")
	}
	return "any"
}

func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| member | type | |\n|---|---|---|\n")
	for _, r := range rows {
		name := "`" + r.name + "`"
		if r.required {
			name = "**" + name + "**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, escape(r.kind), escape(r.text))
	}
	return b.String()
}

func escape(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
}

// brief lists what a call takes on one line, required ones first.
func (d document) brief(o operation) string {
	var words []string
	for _, r := range d.parameters(o) {
		if strings.Contains(r.name, ".") || strings.HasSuffix(r.kind, "header") {
			continue
		}
		word := "`" + r.name + "`"
		if r.required {
			word += " (required)"
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}
