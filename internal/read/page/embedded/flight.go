package embedded

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

var pushed = pattern.Of(`__next_f\.push\(\s*(\[1,\s*"(?:[^"\\]|\\.)*"\])\s*\)`)

// ofFlight reads the stream in which Next's app router sends its elements to the browser: rows of an
// id and JSON, or of an id, T and a length in bytes, and text.
func ofFlight(doc *html.Node) (story, bool) {
	var stream strings.Builder
	for n := range dom.All(doc, atom.Script) {
		if n.FirstChild == nil || !strings.Contains(n.FirstChild.Data, "__next_f") {
			continue
		}
		for _, m := range pushed.FindAllStringSubmatch(n.FirstChild.Data, -1) {
			var part []any
			if json.Unmarshal([]byte(m[1]), &part) == nil && len(part) == 2 && stream.Len() < maxData {
				text, _ := part[1].(string)
				stream.WriteString(text)
			}
		}
	}
	if stream.Len() == 0 {
		return story{}, false
	}
	f := flight{rows: rows(stream.String()), open: map[string]bool{}, left: maxValues}
	var best story
	for _, id := range f.order() {
		w := &elementWriter{flight: &f}
		w.value(f.rows[id], 0)
		if s, ok := ofText(w.b.String()); ok && w.blocks > 0 {
			best = longer(best, s)
		}
		if s, ok := pick(f.rows[id]); ok {
			best = longer(best, s)
		}
	}
	return best, best.size > 0
}

type flight struct {
	rows map[string]any
	open map[string]bool
	left int
}

func (f *flight) order() []string { return slices.Sorted(maps.Keys(f.rows)) }

// rows splits a stream. What is neither JSON nor text, as what tells which scripts to load, is left out.
func rows(stream string) map[string]any {
	all := map[string]any{}
	for stream != "" {
		id, rest, ok := strings.Cut(stream, ":")
		if !ok || len(id) > 8 {
			_, stream, _ = strings.Cut(stream, "\n")
			continue
		}
		if size, body, text := sized(rest); text && len(body) >= size {
			all[id], stream = body[:size], body[size:]
			continue
		}
		line, next, _ := strings.Cut(rest, "\n")
		stream = next
		var value any
		if json.Unmarshal([]byte(line), &value) == nil {
			all[id] = value
		}
	}
	return all
}

// sized reads the head of a row of text: "T1a3," and so many bytes.
func sized(rest string) (size int, body string, ok bool) {
	if !strings.HasPrefix(rest, "T") {
		return 0, "", false
	}
	digits, body, found := strings.Cut(rest[1:], ",")
	n, err := strconv.ParseUint(digits, 16, 31)
	return int(n), body, found && err == nil
}

// elementWriter writes React's elements as HTML: ["$", tag, key, props]. Of a component, which only its
// script can draw, it writes the children.
type elementWriter struct {
	*flight
	b      strings.Builder
	blocks int
}

// shownTags are the elements that are written; of others only what is in them.
var shownTags = []string{
	"article", "section", "main", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "b", "i", "a", "table",
	"thead", "tbody", "tr", "td", "th", "figure", "figcaption", "dl", "dt", "dd", "br", "span", "div",
}

// unshownTags are the elements that are left out with all that is in them.
var unshownTags = []string{"script", "style", "head", "title", "meta", "link", "nav", "header", "footer", "aside", "noscript", "svg", "template", "form", "button"}

func (w *elementWriter) value(v any, depth int) {
	if w.left--; w.left <= 0 || depth > maxDepth || w.b.Len() > maxData {
		return
	}
	switch v := v.(type) {
	case string:
		w.text(v, depth)
	case []any:
		if len(v) >= 4 && v[0] == "$" {
			w.element(v, depth)
			return
		}
		for _, member := range v {
			w.value(member, depth+1)
		}
	}
}

// text writes a text, or the row that it names: "$1a" and "$L1a".
func (w *elementWriter) text(s string, depth int) {
	if !strings.HasPrefix(s, "$") {
		w.b.WriteString(html.EscapeString(s))
		return
	}
	if strings.HasPrefix(s, "$$") { // a text that begins with a dollar
		w.b.WriteString(html.EscapeString(s[1:]))
		return
	}
	id := strings.TrimPrefix(s[1:], "L")
	row, ok := w.rows[id]
	if !ok || w.open[id] {
		return
	}
	w.open[id] = true
	w.value(row, depth+1)
	delete(w.open, id)
}

func (w *elementWriter) element(v []any, depth int) {
	tag, _ := v[1].(string)
	props, _ := v[3].(map[string]any)
	if slices.Contains(unshownTags, tag) {
		return
	}
	shown := slices.Contains(shownTags, tag)
	if shown {
		w.blocks++
		w.b.WriteString("<" + tag)
		if href, ok := props["href"].(string); ok && tag == "a" {
			w.b.WriteString(` href="` + html.EscapeString(href) + `"`)
		}
		w.b.WriteString(">")
	}
	if inner, ok := props["dangerouslySetInnerHTML"].(map[string]any); ok {
		if s, ok := inner["__html"].(string); ok && shown {
			w.b.WriteString(w.markup(s))
		}
	}
	w.value(props["children"], depth+1)
	if shown && tag != "br" {
		w.b.WriteString("</" + tag + ">")
	}
}

// markup is HTML that stands in the row or in one that it names.
func (w *elementWriter) markup(s string) string {
	if id, named := strings.CutPrefix(s, "$"); named {
		s, _ = w.rows[id].(string)
	}
	return s
}
