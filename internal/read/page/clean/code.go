package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Code makes code blocks alike, whatever wrote them: each becomes a pre element with its
// language as class language-x and with one text, line ends included. What highlighters
// add is gone: columns of line numbers, copy buttons, labels of the language, and tables
// and boxes of one line each. It runs before the main content is looked for, which
// counts a text as one block and drops the wrappers that name the language.
func Code(doc *html.Node) {
	boxes(doc)
	for _, t := range dom.Collect(doc, atom.Table) {
		unwrapCode(t)
	}
	for _, pre := range dom.Collect(doc, atom.Pre) {
		if dom.Closest(pre, atom.Pre) == nil && pre.Parent != nil {
			plainCode(pre)
		}
	}
}

// plainCode replaces what a code block holds by its text.
func plainCode(pre *html.Node) {
	lang := language(pre)
	dropAddenda(pre)
	dropLabels(pre, lang)
	text := listing(pre)
	if lang != "" {
		dom.SetAttr(pre, "class", "language-"+lang)
	}
	inner := pre
	if code := dom.First(pre, atom.Code); code != nil {
		inner = dom.NewElement(atom.Code)
		inner.Attr = code.Attr
	}
	empty(pre)
	if text != "" {
		inner.AppendChild(dom.NewText(text))
	}
	if inner != pre {
		pre.AppendChild(inner)
	}
}

func empty(n *html.Node) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
}

// unwrapCode replaces a table that only sets line numbers beside one code block by
// that block.
func unwrapCode(t *html.Node) {
	if t.Parent == nil || dom.First(t, atom.Pre) == nil || dom.First(t, atom.Table) != nil || dom.Closest(t, atom.Pre) != nil {
		return
	}
	if len(dom.Collect(t, atom.Tr)) > 2 { // a table of data, and code in its cells
		return
	}
	dropAddenda(t)
	var only *html.Node
	for _, pre := range dom.Collect(t, atom.Pre) {
		if strings.TrimSpace(text(pre)) == "" {
			continue
		}
		if only != nil {
			return
		}
		only = pre
	}
	if only == nil || dom.Text(t) != dom.Text(only) {
		return
	}
	dom.Remove(only)
	dom.Replace(t, only)
}

// text is all text below a node as it is.
func text(n *html.Node) string {
	var b strings.Builder
	for c := range dom.Descendants(n) {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}
