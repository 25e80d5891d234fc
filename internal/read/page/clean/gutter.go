package clean

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// dropAddenda takes out of code what a highlighter put there beside it: columns of line
// numbers, buttons and bars of tools.
func dropAddenda(root *html.Node) {
	prune(root, func(n *html.Node) bool {
		return n.Type == html.ElementNode && !dom.Is(n, atom.Pre, atom.Code) && (dom.Is(n, atom.Button) || isGutter(n) || isTool(n))
	})
}

// numbering are the words that mark line numbers. A class may hold them as a part of a
// name that is generated: codeLineNumber_Tfdd.
var numbering = []string{"lineno", "linenumber", "line-number", "line_number", "linenodiv", "gutter", "rouge-gutter", "blob-num", "hljs-ln-n", "crayon-num"}

// numbers are the whole names that do.
var numbers = []string{"ln", "lnt", "lnlinks", "gl", "command-line-prompt"}

// isGutter goes by names, and by the text: a column of numbers has no letters.
func isGutter(n *html.Node) bool {
	class := dom.Attr(n, "class")
	if class == "" {
		return strings.Contains(dom.Attr(n, "style"), "user-select:none") && isNumbers(n)
	}
	if len(class) > maxClass {
		return false
	}
	class = strings.ToLower(class)
	named := slices.ContainsFunc(numbering, func(w string) bool { return strings.Contains(class, w) }) ||
		slices.ContainsFunc(strings.Fields(class), func(w string) bool { return slices.Contains(numbers, w) })
	return named && isNumbers(n)
}

// maxClass is how long a class is at most that a person wrote.
const maxClass = 500

// isNumbers reports whether no letter is shown below a node.
func isNumbers(n *html.Node) bool {
	for c := range dom.Descendants(n) {
		if c.Type == html.TextNode && strings.ContainsFunc(c.Data, func(r rune) bool { return unicode.IsLetter(r) || r == '{' || r == '}' || r == ';' }) {
			return false
		}
	}
	return true
}

// isTool knows what operates a code block by its name and by its text.
func isTool(n *html.Node) bool {
	if dom.Attr(n, "role") == "button" {
		return true
	}
	switch n.Data {
	case "clipboard-copy", "copy-button":
		return true
	}
	class := strings.ToLower(dom.Attr(n, "class"))
	if class == "" || len(class) > maxClass {
		return false
	}
	for _, w := range [...]string{"copy", "clipboard", "toolbar", "clip-button", "button"} {
		if strings.Contains(class, w) && saysLabels(n, "") {
			return true
		}
	}
	return false
}
