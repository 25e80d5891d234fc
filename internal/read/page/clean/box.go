package clean

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// boxes turns code that stands in no pre element into one that does: what editors and some
// highlighters make, and code elements of several lines.
func boxes(doc *html.Node) {
	var found []box
	var look func(n *html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				continue
			}
			if b, ok := boxOf(c); ok {
				found = append(found, b)
				continue
			}
			if !dom.Is(c, atom.Pre, atom.Code) {
				look(c)
			}
		}
	}
	look(doc)
	for _, b := range found {
		b.unpack()
	}
}

// box is an element that shows code.
type box struct {
	n    *html.Node
	line string // a word of the class of each line; empty where blocks and breaks are the lines
	lang string
}

// lineOf knows the highlighters and editors that use no pre element, or one for each line, by
// a word of the class of their box. No other name that a box has is as specific. It returns a word of
// the class of each line.
func lineOf(name string) (line string, known bool) {
	switch name {
	case "syntaxhighlighter":
		return "line", true
	case "crayon-syntax", "crayon-pre":
		return "crayon-line", true
	case "CodeMirror":
		return "CodeMirror-line", true
	case "cm-content":
		return "cm-line", true
	case "ace_text-layer":
		return "ace_line", true
	case "view-lines": // of Monaco
		return "view-line", true
	case "react-code-lines":
		return "react-file-line", true
	case "js-file-line-container":
		return "blob-code", true
	case "w3-code":
		return "", true
	}
	return "", false
}

func boxOf(n *html.Node) (box, bool) {
	if dom.Is(n, atom.Code) {
		return box{n: n}, ofLines(n)
	}
	if !dom.Is(n, atom.Div, atom.Table) {
		return box{}, false
	}
	class := dom.Attr(n, "class")
	if class == "" || len(class) > maxClass {
		return box{}, false
	}
	for name := range strings.FieldsSeq(class) {
		line, known := lineOf(name)
		if !known {
			continue
		}
		b := box{n: n, line: line}
		if name == "syntaxhighlighter" {
			names := strings.Fields(class)
			b.lang = bareName(names, slices.Index(names, name))
		}
		return b, line == "" || named(n, line) != nil
	}
	return box{}, false
}

// ofLines reports whether a code element outside of a pre is a block of several lines.
func ofLines(n *html.Node) bool {
	if dom.Closest(n, atom.Pre, atom.Td, atom.Th, atom.A, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) != nil {
		return false
	}
	ends := 0
	for c := range dom.Descendants(n) {
		if dom.Is(c, atom.Pre) {
			return false
		}
		if dom.Is(c, atom.Br) || dom.Is(c, atom.Div) || namedLine(c) {
			ends++
		}
	}
	return ends > 1
}

// named is the first element below n that has a word in its class.
func named(n *html.Node, word string) *html.Node {
	for c := range dom.Descendants(n) {
		if c.Type == html.ElementNode && hasWord(dom.Attr(c, "class"), word) {
			return c
		}
	}
	return nil
}

func hasWord(class, word string) bool {
	if len(class) > maxClass || !strings.Contains(class, word) {
		return false
	}
	for w := range strings.FieldsSeq(class) {
		if w == word {
			return true
		}
	}
	return false
}

// unpack puts a pre element in the place of the box, whose lines are its blocks.
func (b box) unpack() {
	if b.n.Parent == nil {
		return
	}
	lang := b.lang
	if lang == "" {
		lang = b.language()
	}
	code := dom.NewElement(atom.Code)
	if b.line == "" {
		soft(b.n)
		dom.MoveChildren(code, b.n)
	} else {
		for _, line := range b.lines() {
			code.AppendChild(line)
		}
	}
	pre := dom.NewElement(atom.Pre, code)
	if lang != "" {
		dom.SetAttr(pre, "class", "language-"+lang)
	}
	dom.Replace(b.n, pre)
}

// soft takes the line ends of the markup away that stand beside breaks: where white space
// collapses, a break alone ends a line.
func soft(root *html.Node) {
	for n := range dom.Descendants(root) {
		if n.Type != html.TextNode {
			continue
		}
		if dom.Is(n.PrevSibling, atom.Br) {
			n.Data = strings.TrimPrefix(strings.TrimPrefix(n.Data, "\r"), "\n")
		}
		if dom.Is(n.NextSibling, atom.Br) {
			n.Data = strings.TrimSuffix(n.Data, "\n")
		}
	}
}

// lines are copies of the box's lines, as blocks.
func (b box) lines() (lines []*html.Node) {
	inGutter := func(n *html.Node) bool {
		for p := n.Parent; p != nil && p != b.n; p = p.Parent {
			if hasWord(dom.Attr(p, "class"), "gutter") {
				return true
			}
		}
		return false
	}
	var look func(n *html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				continue
			}
			if !hasWord(dom.Attr(c, "class"), b.line) {
				look(c)
				continue
			}
			if inGutter(c) {
				continue
			}
			line := dom.NewElement(atom.Div)
			for from := c.FirstChild; from != nil; from = from.NextSibling {
				line.AppendChild(dom.Clone(from))
			}
			dropAddenda(line)
			lines = append(lines, line)
		}
	}
	look(b.n)
	return lines
}

// language is what the box, or an element that only its tool has, calls its language.
func (b box) language() string {
	if dom.Is(b.n, atom.Code) {
		return declared(b.n, false)
	}
	if l := named(b.n, "crayon-language"); l != nil {
		return name(dom.Text(l))
	}
	for n, i := b.n, 0; n != nil && i < wrappers; n, i = n.Parent, i+1 {
		if lang := declared(n, true); lang != "" {
			return lang
		}
		for _, attr := range [...]string{"data-mode-id", "data-tagsearch-lang"} {
			if lang := name(dom.Attr(n, attr)); lang != "" {
				return lang
			}
		}
	}
	return ""
}
