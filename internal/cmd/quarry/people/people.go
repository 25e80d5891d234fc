// Package people prints answers of the API for people: the text that was asked for, lists as entries
// or tables, everything else as names and values. It must not know how an answer was got.
package people

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

// Page is where an answer is printed.
type Page struct {
	Out   io.Writer
	Style terminal.Style
	Width int
	// Looked says that somebody looks: control characters are left out, and what is long is cut.
	Looked bool
}

// Object is a JSON object with its numbers as they were written.
type Object = map[string]any

// Decode reads a JSON object.
func Decode(raw []byte) (Object, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var o Object
	err := decoder.Decode(&o)
	return o, err
}

// texts are the members of a result that are what a person wants to read, the best first.
var texts = []string{"markdown", "answer", "text", "html", "raw", "json"}

// lists are the members of results that hold what was found.
var lists = []string{"items", "results", "links", "images", "retrievedEvidence", "citations", "sources", "employees", "ads", "colors"}

// Result prints what a job gave. wanted is the format that was asked for, if one was.
func (p Page) Result(result Object, wanted string) {
	if answer, ok := result["answer"].(Object); ok {
		result = answer
	}
	for _, name := range append([]string{wanted}, texts...) {
		if text, ok := result[name].(string); ok && name != "" {
			p.text(text)
			if list := objects(result["citations"]); len(list) > 0 {
				fmt.Fprintln(p.Out)
				p.entries(list)
			}
			return
		}
	}
	for _, name := range append([]string{wanted}, lists...) {
		if list := objects(result[name]); len(list) > 0 {
			p.entries(list)
			return
		}
	}
	p.Tree(result, "")
}

// text prints a text as it is, but harmless for a terminal.
func (p Page) text(text string) {
	if p.Looked {
		text = terminal.Clean(text)
	}
	fmt.Fprintln(p.Out, strings.TrimRight(text, "\n"))
}

// objects are the objects of a list, or nothing when it has others.
func objects(v any) []Object {
	list, _ := v.([]any)
	var all []Object
	for _, item := range list {
		o, ok := item.(Object)
		if !ok {
			return nil
		}
		all = append(all, o)
	}
	return all
}

// entries prints things that were found: what each is called, where it is, and the rest in small.
func (p Page) entries(list []Object) {
	for n, o := range list {
		title := pick(o, "title", "name", "text", "headline", "snippet")
		url := pick(o, "url", "finalUrl", "link", "permalink")
		if title == "" {
			title, url = url, ""
		}
		fmt.Fprintf(p.Out, "%s %s\n", p.Style.Dim(fmt.Sprintf("%2d.", n+1)), p.Style.Bold(p.line(title)))
		if url != "" {
			fmt.Fprintf(p.Out, "    %s\n", p.Style.Cyan(p.line(url)))
		}
		for _, name := range []string{"quote", "snippet", "description", "summary", "text", "body"} {
			if more, ok := o[name].(string); ok && more != "" && more != title {
				fmt.Fprintf(p.Out, "    %s\n", p.line(more))
				break
			}
		}
		if page, ok := o["page"].(Object); ok {
			p.excerpt(pick(page, "markdown"))
		}
		if rest := p.rest(o, title, url); rest != "" {
			fmt.Fprintf(p.Out, "    %s\n", p.Style.Dim(p.line(rest)))
		}
	}
}

// excerptLines is how much of a page that was found is shown to who looks.
const excerptLines = 5

// excerpt prints the text of a page that was found: its beginning where somebody looks.
func (p Page) excerpt(text string) {
	if !p.Looked {
		if text != "" {
			p.text(text)
		}
		return
	}
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	for _, line := range lines[:min(excerptLines, len(lines))] {
		fmt.Fprintf(p.Out, "    %s %s\n", p.Style.Dim("|"), terminal.Cut(p.line(line), max(20, p.Width-6)))
	}
	if len(lines) > excerptLines {
		fmt.Fprintf(p.Out, "    %s\n", p.Style.Dim("| … --json has the whole page"))
	}
}

// line is a text on one line behind an indent, cut where somebody looks.
func (p Page) line(text string) string {
	text = strings.Join(strings.Fields(terminal.Clean(text)), " ")
	if p.Looked {
		return terminal.Cut(text, max(20, p.Width-4))
	}
	return text
}

// pick is the first of some members that is a text.
func pick(o Object, names ...string) string {
	for _, name := range names {
		if text, ok := o[name].(string); ok && strings.TrimSpace(text) != "" {
			return text
		}
	}
	return ""
}

// rest are the plain members that an entry does not show elsewhere.
func (p Page) rest(o Object, shown ...string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		switch v := o[name].(type) {
		case string:
			if v != "" && utf8.RuneCountInString(v) <= 40 && !slices.Contains(shown, v) {
				all = append(all, name+" "+v)
			}
		case json.Number:
			all = append(all, name+" "+v.String())
		case bool:
			if v {
				all = append(all, name)
			}
		}
	}
	return strings.Join(all, " · ")
}

// name is a member's name, which can be a stranger's, too.
func (p Page) name(name string) string {
	return strings.Join(strings.Fields(terminal.Clean(name)), " ")
}

// Tree prints an object as names and values, those of objects within below them.
func (p Page) Tree(o Object, indent string) {
	width := 0
	for name, v := range o {
		if _, flat := p.flat(v); flat {
			width = max(width, min(len(name), 24))
		}
	}
	var deep []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		value, flat := p.flat(o[name])
		if !flat {
			deep = append(deep, name)
			continue
		}
		if p.Looked {
			value = terminal.Cut(value, max(20, 2*p.Width-len(indent)-width-2))
		}
		fmt.Fprintf(p.Out, "%s%s  %s\n", indent, p.Style.Dim(p.name(name)+strings.Repeat(" ", max(0, width-len(name)))), value)
	}
	for _, name := range deep {
		fmt.Fprintf(p.Out, "%s%s\n", indent, p.Style.Bold(p.name(name)))
		switch v := o[name].(type) {
		case Object:
			p.Tree(v, indent+"  ")
		case []any:
			p.list(v, indent+"  ")
		}
	}
}

func (p Page) list(all []any, indent string) {
	for i, item := range all {
		if p.Looked && i == 20 {
			fmt.Fprintf(p.Out, "%s%s\n", indent, p.Style.Dim(fmt.Sprintf("and %d more; --json has all", len(all)-i)))
			return
		}
		if o, ok := item.(Object); ok {
			if i > 0 {
				fmt.Fprintln(p.Out)
			}
			p.Tree(o, indent)
			continue
		}
		value, _ := p.flat(item)
		fmt.Fprintf(p.Out, "%s%s\n", indent, value)
	}
}

// flat is a value on one line, or false for one that needs more.
func (p Page) flat(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "none", true
	case string:
		return first(strings.Join(strings.Fields(terminal.Clean(v)), " "), "none"), true
	case Object:
		return "none", len(v) == 0
	case []any:
		var all []string
		for _, item := range v {
			word, ok := p.flat(item)
			if _, object := item.(Object); !ok || object {
				return "", false
			}
			all = append(all, word)
		}
		if len(all) == 0 {
			return "none", true
		}
		joined := strings.Join(all, ", ")
		return joined, utf8.RuneCountInString(joined) < 200
	}
	return fmt.Sprint(v), true
}

// Objects are the objects of a list.
func Objects(list []any) []Object { return objects(list) }

// Job prints a job: what it is, and what it gave or why it failed.
func (p Page) Job(job Object) {
	head := maps.Clone(job)
	delete(head, "result")
	p.Tree(head, "")
	if result, ok := job["result"].(Object); ok {
		input, _ := job["input"].(Object)
		wanted, _ := input["format"].(string)
		fmt.Fprintln(p.Out)
		if _, ok := result["screenshot"]; ok {
			result = maps.Clone(result)
			result["screenshot"] = "(a picture: quarry jobs open, or --json)"
		}
		p.Result(result, wanted)
	}
}
