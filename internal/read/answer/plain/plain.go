// Package plain takes the text out of markdown: what a reader sees, and nothing that a
// program would follow, load or run. It is used on what pages say and on what language
// models write, so it trusts neither. It must not know which of them it reads.
package plain

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/glyph"
)

// Reader reads markdown. It is safe for concurrent use.
type Reader struct{ parser parser.Parser }

// New returns a Reader.
func New() *Reader {
	return &Reader{parser: goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser()}
}

// longest is how many bytes are read: hostile markdown takes the parser a time that grows
// with the square of its length, 0.05 s for as much.
const longest = 8 << 10

// Text returns the text of markdown: blocks apart by an empty line, cells by a bar.
// Images, HTML and the destinations of links are left out; invisible characters, too. It
// is for passages: of more than 8 KB the rest is left out.
func (r *Reader) Text(markdown string) string {
	source := []byte(Visible(markdown[:min(len(markdown), longest)]))
	w := writer{source: source}
	_ = ast.Walk(r.parser.Parse(text.NewReader(source)), w.visit) // visit gives no errors
	return w.text()
}

// addresses are what a program could open, as people type it: with a scheme, with www,
// or a host with a path. Marks of citations behind them are no part of them.
var addresses = pattern.Of(`(?i)[a-z][a-z0-9+.-]*:\/\/[^\s\[\]<>"]*[^\s\[\]<>".,;:!?)]` +
	`|\b(?:javascript|vbscript|data|mailto|tel|sms|file|blob|about):[^\s\[\]<>"]+` +
	`|\bwww\.[^\s\[\]<>"]+` +
	`|(?:\b[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?[/?#][^\s\[\]<>"]*`)

// tags are beginnings of HTML that was never closed.
var tags = pattern.Of(`<([a-zA-Z/!?])`)

// Inert is Text without any address that a program could open, and stays what it is
// when it is read as markdown again. Empty for what does not come to rest.
func (r *Reader) Inert(markdown string) string {
	const rounds = 4
	for range rounds {
		clean := r.Text(addresses.ReplaceAllString(r.Text(markdown), ""))
		clean = tags.ReplaceAllString(clean, "< $1")
		if clean == markdown {
			return clean
		}
		markdown = clean
	}
	return ""
}

// Visible leaves out characters that nobody sees but that order, split or hide words, as glyph.Visible does, and
// those that mean nothing outside of one font or broke on their way.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Co, r) || r == '\ufffd' || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, glyph.Visible(strings.ToValidUTF8(s, "")))
}

type writer struct {
	source []byte
	b      strings.Builder
}

func (w *writer) text() string {
	var lines []string
	for line := range strings.Lines(w.b.String()) {
		if line = strings.Join(strings.Fields(line), " "); line != "" && line != "|" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n\n")
}

func (w *writer) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	switch n := n.(type) {
	case *ast.Image, *ast.HTMLBlock, *ast.RawHTML:
		return ast.WalkSkipChildren, nil
	case *ast.AutoLink:
		return ast.WalkSkipChildren, nil
	case *ast.Text:
		if entering {
			w.b.Write(util.UnescapePunctuations(util.ResolveNumericReferences(util.ResolveEntityNames(n.Segment.Value(w.source)))))
			w.lineBreak(n)
		}
	case *ast.String:
		if entering {
			w.b.Write(n.Value)
		}
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		if entering {
			w.b.WriteByte('\n')
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				w.b.Write(line.Value(w.source))
			}
		}
	case *extast.TableCell:
		if !entering && n.NextSibling() != nil {
			w.b.WriteString(" | ")
		}
	default:
		if n.Type() == ast.TypeBlock {
			w.b.WriteByte('\n')
		}
	}
	return ast.WalkContinue, nil
}

func (w *writer) lineBreak(n *ast.Text) {
	switch {
	case n.HardLineBreak():
		w.b.WriteByte('\n')
	case n.SoftLineBreak():
		w.b.WriteByte(' ')
	}
}
