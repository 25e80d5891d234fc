package calls

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ExampleLine is an example of the reference as a command.
type ExampleLine struct{ Summary, Line string }

// ExampleLines are the operation's examples as commands, at most three.
func (c *Command) ExampleLines() []ExampleLine {
	var all []ExampleLine
	if c.Body == nil {
		return nil
	}
	for _, e := range c.Body.Examples {
		raw, err := json.Marshal(e.Value)
		if err != nil {
			continue
		}
		var body map[string]any
		decoder := json.NewDecoder(strings.NewReader(string(raw)))
		decoder.UseNumber()
		if decoder.Decode(&body) != nil {
			continue
		}
		if c.Preset != nil {
			if body["format"] != c.Preset["format"] {
				continue
			}
			for name := range c.Preset {
				delete(body, name)
			}
		}
		if line, ok := c.Line(body); ok && len(all) < 3 {
			all = append(all, ExampleLine{e.Summary, line})
		}
	}
	return all
}

// Line is a body as a command; false when a member of it has no flag.
func (c *Command) Line(body map[string]any) (string, bool) {
	args, flags, known := c.Parts(body)
	if !known {
		return "", false
	}
	line := []string{"quarry", c.Name()}
	for _, a := range slices.Concat(args, flags) {
		line = append(line, quoted(a))
	}
	return strings.Join(line, " "), true
}

// Parts are a body as arguments and flags.
func (c *Command) Parts(body map[string]any) (args, flags []string, known bool) {
	left := len(leaves(nil, body))
	for _, i := range c.Inputs() {
		value, ok := at(body, i.Member)
		if i.In != InBody || !ok {
			continue
		}
		left -= len(leaves(i.Member, value))
		texts := written(i, value)
		if len(args) == 0 && len(texts) > 0 && c.Subject(texts[0]) == i {
			args = texts
			continue
		}
		for _, t := range texts {
			switch {
			case i.Toggle() && t == "true":
				flags = append(flags, "--"+i.Flag)
			case i.Toggle():
				flags = append(flags, "--no-"+i.Flag)
			default:
				flags = append(flags, "--"+i.Flag, t)
			}
		}
	}
	return args, flags, left == 0
}

func at(body map[string]any, path []string) (any, bool) {
	var v any = body
	for _, name := range path {
		object, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = object[name]; !ok {
			return nil, false
		}
	}
	return v, true
}

// leaves are the members within a value that are no objects.
func leaves(path []string, v any) [][]string {
	object, ok := v.(map[string]any)
	if !ok || len(object) == 0 {
		return [][]string{path}
	}
	var all [][]string
	for _, name := range slices.Sorted(maps.Keys(object)) {
		all = append(all, leaves(append(slices.Clone(path), name), object[name])...)
	}
	return all
}

// written are the texts that a value is given by.
func written(i *Input, v any) []string {
	switch i.shape {
	case enumerated:
		list, _ := v.([]any)
		var words []string
		for _, w := range list {
			words = append(words, fmt.Sprint(w))
		}
		return []string{strings.Join(words, ",")}
	case list, several, loose:
		if all, ok := v.([]any); ok {
			var texts []string
			for _, t := range all {
				texts = append(texts, fmt.Sprint(t))
			}
			return texts
		}
	case pairs:
		object, _ := v.(map[string]any)
		var texts []string
		for _, name := range slices.Sorted(maps.Keys(object)) {
			texts = append(texts, name+"="+fmt.Sprint(object[name]))
		}
		return texts
	case raw, rawList:
		out, err := json.Marshal(v)
		if err == nil {
			return []string{string(out)}
		}
	case text, toggle, whole, number:
	}
	return []string{fmt.Sprint(v)}
}

// quoted is a word as a shell reads it.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " '\"$`\\!*?[]{}()<>|&;#~\n") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
