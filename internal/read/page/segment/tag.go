package segment

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Tag is an element's name, for what it does to text.
type Tag uint8

// The tags that are distinguished. Others are Inline or Other.
const (
	Other Tag = iota // a block without a meaning of its own
	Inline
	P
	H1
	H2
	H3
	H4
	Li
	List
	Td
	Th
	Tr
	Table
	Dt
	Dd
	Dl
	Pre
	Code
	Blockquote
	Figure
	Figcaption
	A
	Button
	Label
	Article
	Main
	Section
	Aside
	Nav
	Header
	Footer
	Form
	Details
	Time
	Strong
	Body
	Tags // how many there are

	skipped   Tag = 254
	lineBreak Tag = 255
)

// Block reports whether elements of the tag interrupt a line.
func (t Tag) Block() bool {
	switch t { //nolint:exhaustive // all others are blocks
	case Inline, A, Code, Label, Time, Strong:
		return false
	}
	return true
}

func tagOf(n *html.Node) Tag { //nolint:funlen // a table
	if n.Namespace == "svg" {
		return skipped
	}
	switch n.DataAtom {
	case atom.P:
		return P
	case atom.A:
		return A
	case atom.Div, atom.Address, atom.Center, atom.Fieldset, atom.Legend, atom.Hr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Dialog, atom.Hgroup, atom.Summary, atom.Search, atom.Html, atom.Frameset:
		return Other
	case atom.Li:
		return Li
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		return List
	case atom.Br:
		return lineBreak
	case atom.Strong, atom.B, atom.Em, atom.I:
		return Strong
	case atom.H1:
		return H1
	case atom.H2:
		return H2
	case atom.H3:
		return H3
	case atom.H4, atom.H5, atom.H6:
		return H4
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Iframe, atom.Select, atom.Option, atom.Textarea, atom.Input, atom.Object, atom.Embed, atom.Canvas, atom.Svg, atom.Audio, atom.Video, atom.Head, atom.Title, atom.Link, atom.Meta, atom.Datalist, atom.Map, atom.Colgroup:
		return skipped
	case atom.Td:
		return Td
	case atom.Th:
		return Th
	case atom.Tr:
		return Tr
	case atom.Table:
		return Table
	case atom.Dt:
		return Dt
	case atom.Dd:
		return Dd
	case atom.Dl:
		return Dl
	case atom.Pre:
		return Pre
	case atom.Code, atom.Samp, atom.Kbd:
		return Code
	case atom.Blockquote:
		return Blockquote
	case atom.Figure:
		return Figure
	case atom.Figcaption, atom.Caption:
		return Figcaption
	case atom.Button:
		return Button
	case atom.Label:
		return Label
	case atom.Article:
		return Article
	case atom.Main:
		return Main
	case atom.Section:
		return Section
	case atom.Aside:
		return Aside
	case atom.Nav:
		return Nav
	case atom.Header:
		return Header
	case atom.Footer:
		return Footer
	case atom.Form:
		return Form
	case atom.Details:
		return Details
	case atom.Time:
		return Time
	case atom.Body:
		return Body
	}
	return Inline
}
