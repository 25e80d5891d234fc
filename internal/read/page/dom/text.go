package dom

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Text returns the visible text of n on one line: space collapsed, and blocks,
// breaks and cells apart by a space.
func Text(n *html.Node) string {
	var w inlineWriter
	w.node(n)
	return w.b.String()
}

// HeadingText is Text without the sign that links a heading to itself.
func HeadingText(n *html.Node) string {
	return strings.TrimSpace(strings.TrimRight(Text(n), SelfLink))
}

// SelfLink holds the signs that site generators put behind a heading as a link to
// it, and space.
const SelfLink = "#¶§🔗 "

// TextLength is the number of bytes that Text would return, at most limit. It
// allocates nothing, for the many callers that only compare.
func TextLength(n *html.Node, limit int) int {
	total := 0
	var count func(*html.Node)
	count = func(n *html.Node) {
		switch {
		case total >= limit || isInvisible(n):
		case n.Type == html.TextNode:
			total += collapsedLength(n.Data)
		default:
			for c := n.FirstChild; c != nil && total < limit; c = c.NextSibling {
				count(c)
			}
		}
	}
	count(n)
	return min(total, limit)
}

// collapsedLength counts a run of spaces as one byte, and none at the beginning. It has no branches,
// as where words end cannot be foreseen.
func collapsedLength(s string) int {
	length, space := 0, 1
	for i := range len(s) {
		isSpace := (int(s[i]) - ' ' - 1) >> 8 & 1
		length += 1 - isSpace&space
		space = isSpace
	}
	return length
}

type inlineWriter struct {
	b     strings.Builder
	space bool // a space is due before the next word
}

func (w *inlineWriter) node(n *html.Node) {
	switch {
	case isInvisible(n):
	case n.Type == html.TextNode:
		w.text(n.Data)
	default:
		apart := IsBlock(n) || Is(n, atom.Br, atom.Td, atom.Th)
		w.space = w.space || apart
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			w.space = w.space || abuts(c)
			w.node(c)
		}
		w.space = w.space || apart
	}
}

// abuts reports whether a link follows another at once. Style keeps such apart, where
// they are tags or entries of a menu.
func abuts(n *html.Node) bool {
	return Is(n, atom.A, atom.Button) && n.PrevSibling != nil && Is(n.PrevSibling, atom.A, atom.Button)
}

// text writes words with one space between them, also across nodes: the space that
// ends one text belongs before the word that begins the next.
func (w *inlineWriter) text(s string) {
	for s != "" {
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 {
			end = len(s)
		}
		if end > 0 {
			if w.space && w.b.Len() > 0 {
				w.b.WriteByte(' ')
			}
			w.b.WriteString(s[:end])
			w.space = false
		}
		rest := strings.TrimLeftFunc(s[end:], unicode.IsSpace)
		w.space = w.space || len(rest) < len(s)-end
		s = rest
	}
}

// isInvisible reports whether the text below n is never shown.
func isInvisible(n *html.Node) bool {
	switch n.Type {
	case html.TextNode:
		return n.Namespace == "svg"
	case html.CommentNode, html.DoctypeNode:
		return true
	}
	if n.Namespace != "" {
		return n.Namespace == "svg" || n.Data == "mphantom"
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Head, atom.Iframe, atom.Object, atom.Svg,
		atom.Canvas, atom.Video, atom.Audio, atom.Datalist, atom.Noframes, atom.Noembed:
		return n.Type == html.ElementNode
	}
	return false
}

// IsBlock reports whether a browser starts a new line for the element.
func IsBlock(n *html.Node) bool {
	if n.Type != html.ElementNode || n.Namespace != "" {
		return false
	}
	switch n.DataAtom {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Center,
		atom.Dd, atom.Details, atom.Dialog, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption,
		atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Header, atom.Hgroup, atom.Hr, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P,
		atom.Pre, atom.Section, atom.Summary, atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Ul:
		return true
	}
	return false
}
