package markdown_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// commonMark renders without extensions.
func commonMark() goldmark.Markdown {
	return goldmark.New(goldmark.WithRendererOptions(html.WithUnsafe()))
}

// github renders with the tables, task lists and strikethrough of GitHub, and with the
// footnotes and definitions that the writer uses.
func github() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote, extension.DefinitionList),
		goldmark.WithRendererOptions(html.WithUnsafe()),
	)
}

func render(tb testing.TB, md goldmark.Markdown, source string) string {
	tb.Helper()
	var b bytes.Buffer
	if err := md.Convert([]byte(source), &b); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// write writes HTML as markdown, with the addresses as they stand.
func write(tb testing.TB, source string) string {
	tb.Helper()
	text, err := markdown.New().Convert(tb.Context(), dom.Body(dom.Parse([]byte(source))), markdown.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// normal is HTML with one spelling for what a browser shows alike: references as
// characters, attributes in order, space outside pre collapsed, and none at the edges of
// blocks. It is the normalization of CommonMark's own tests, and takes align for the style
// that goldmark writes for it.
func normal(source string) string {
	z := normalizer{space: true}
	z.children(dom.Body(dom.Parse([]byte(source))), false)
	return z.out.String()
}

type normalizer struct {
	out   strings.Builder
	space bool // nothing or a space precedes
	due   bool // a space is due before the next text
}

func (z *normalizer) children(n *xhtml.Node, pre bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case xhtml.TextNode:
			z.text(c.Data, pre)
		case xhtml.ElementNode:
			z.element(c, pre)
		default:
		}
	}
}

func (z *normalizer) text(s string, pre bool) {
	if pre {
		z.out.WriteString(xhtml.EscapeString(s))
		return
	}
	for _, r := range s {
		if r == ' ' || r == '\n' || r == '\t' {
			z.due = !z.space
			continue
		}
		z.flush()
		z.out.WriteString(xhtml.EscapeString(string(r)))
		z.space = false
	}
}

func (z *normalizer) flush() {
	if z.due {
		z.out.WriteByte(' ')
		z.due = false
	}
}

func (z *normalizer) element(n *xhtml.Node, pre bool) {
	block := dom.IsBlock(n) || dom.Is(n, atom.Br, atom.Td, atom.Th)
	if block {
		z.due, z.space = false, true
	} else {
		z.flush()
	}
	z.out.WriteString("<" + n.Data)
	for _, a := range attributes(n) {
		z.out.WriteString(" " + a.Key + "=\"" + xhtml.EscapeString(a.Val) + "\"")
	}
	z.out.WriteByte('>')
	z.children(n, pre || dom.Is(n, atom.Pre))
	if block {
		z.due, z.space = false, true
	}
	if dom.Is(n, atom.Img, atom.Input) {
		z.space = false
	}
	z.out.WriteString("</" + n.Data + ">")
}

func attributes(n *xhtml.Node) []xhtml.Attribute {
	all := slices.Clone(n.Attr)
	for i, a := range all {
		if a.Key == "align" {
			all[i] = xhtml.Attribute{Key: "style", Val: "text-align:" + a.Val}
		}
	}
	slices.SortFunc(all, func(a, b xhtml.Attribute) int { return strings.Compare(a.Key, b.Key) })
	return all
}
