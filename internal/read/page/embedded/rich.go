package embedded

import (
	"strings"

	"golang.org/x/net/html"
)

// richWriter writes the trees in which editors keep text as HTML: Portable Text, Contentful, ProseMirror,
// Slate, Lexical and Editor.js differ in names alone. A node has a type, and a text or members.
type richWriter struct {
	b     strings.Builder
	open  string // the element that texts go to
	marks int    // blocks of a known type: what shows that this is rich text
}

func (w *richWriter) node(value any, depth int) {
	if depth > maxDepth || w.b.Len() > maxData {
		return
	}
	switch v := value.(type) {
	case []any:
		for _, member := range v {
			w.node(member, depth+1)
		}
	case map[string]any:
		w.object(v, depth)
	}
}

func (w *richWriter) object(v map[string]any, depth int) {
	element, block := elementOf(v)
	if block {
		w.close()
		w.open = element
		w.b.WriteString("<" + element + ">")
		w.marks++
	}
	for _, name := range []string{"text", "value"} {
		if s, ok := v[name].(string); ok {
			w.text(s)
		}
	}
	if data, ok := v["data"].(map[string]any); ok {
		if s, ok := data["text"].(string); ok {
			w.b.WriteString(s) // Editor.js keeps HTML
		}
		w.node(data["items"], depth+1)
	}
	for _, name := range []string{"root", "document", "children", "content", "blocks", "nodes"} {
		switch v[name].(type) {
		case []any, map[string]any:
			w.node(v[name], depth+1)
		}
	}
	if block {
		w.close()
	}
}

func (w *richWriter) text(s string) {
	if w.open == "" && strings.TrimSpace(s) != "" {
		w.open = "p"
		w.b.WriteString("<p>")
	}
	w.b.WriteString(html.EscapeString(s))
}

func (w *richWriter) close() {
	if w.open != "" {
		w.b.WriteString("</" + w.open + ">")
		w.open = ""
	}
}

// elementOf is the element for a node's type, when that is one of a block.
func elementOf(v map[string]any) (string, bool) {
	kind := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(firstText(v, "nodeType", "type", "_type")))
	if style := strings.ToLower(firstText(v, "style")); kind == "block" && len(style) == 2 && style[0] == 'h' && style[1] >= '1' && style[1] <= '6' {
		return "h2", true
	}
	switch {
	case kind == "block", kind == "paragraph", kind == "p", kind == "listitemchild":
		return "p", true
	case strings.HasPrefix(kind, "heading"), kind == "header", len(kind) == 2 && kind[0] == 'h' && kind[1] >= '1' && kind[1] <= '6':
		return "h2", true
	case kind == "blockquote", kind == "quote":
		return "blockquote", true
	case kind == "codeblock", kind == "code":
		return "pre", true
	}
	return "", false
}
