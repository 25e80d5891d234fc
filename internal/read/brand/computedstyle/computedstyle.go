// Package computedstyle lists how the parts of a page look by which a brand is known: body,
// text, headings, links, buttons, header, navigation. The styles come from a browser,
// by Script, or else from the stylesheets. It must not judge them.
package computedstyle

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/brand/cascade"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Role is what a part is for.
type Role string

// The roles.
const (
	Body    Role = "body"
	Text    Role = "text"
	Heading Role = "heading"
	Link    Role = "link"
	Button  Role = "button"
	Header  Role = "header"
	Nav     Role = "nav"
)

// Element is one part with its styles as CSS; empty where nothing sets one.
type Element struct {
	Role       Role   `json:"role"`
	Name       string `json:"name"` // its id and classes, lower case
	Color      string `json:"color"`
	Background string `json:"background"` // a colour, or a gradient in its place
	Font       string `json:"font"`
}

// Script is an expression of JavaScript that gives the elements of a rendered page, in
// JSON that FromBrowser reads.
//
//go:embed script.js
var Script string

// Bounds of what is looked at, the same in Script.
const (
	each    = 12 // elements of one role
	scanned = 20_000
	longest = 1000 // bytes of one style
)

// FromBrowser reads what Script gave; ok is false when that is nothing.
func FromBrowser(raw json.RawMessage) (elements []Element, ok bool) {
	if json.Unmarshal(raw, &elements) != nil {
		return nil, false
	}
	for i := range elements {
		e := &elements[i]
		for _, s := range []*string{&e.Name, &e.Color, &e.Background, &e.Font} {
			if len(*s) > longest {
				*s = ""
			}
		}
		e.leaveOutDefaults()
	}
	return elements, len(elements) > 0
}

// The styles that Chromium gives to what nobody styled, as it computes them. A page that
// chooses a typeface names others behind it.
var (
	defaultFonts = []string{`"Times New Roman"`, "Times New Roman", "Times", "serif"}
	defaultLinks = []string{"rgb(0, 0, 238)", "rgb(85, 26, 139)"} // new, visited
)

func (e *Element) leaveOutDefaults() {
	if slices.Contains(defaultFonts, e.Font) {
		e.Font = ""
	}
	if e.Role == Link && slices.Contains(defaultLinks, e.Color) {
		e.Color = ""
	}
}

// Styled reports whether a page looks otherwise than one without any styles.
func Styled(elements []Element) bool {
	plain := []string{"", "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", "transparent"}
	return slices.ContainsFunc(elements, func(e Element) bool {
		return e.Role != Button && (e.Font != "" || !slices.Contains(plain, e.Color) || !slices.Contains(plain, e.Background))
	})
}

// FromSheets works the same list out of stylesheets, in the order of the document.
func FromSheets(doc *html.Node, styles *cascade.Styles) []Element {
	var elements []Element
	count := map[Role]int{}
	looked := 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Namespace != "" {
			continue
		}
		if looked++; looked > scanned {
			break
		}
		role := roleOf(n)
		if role == "" || count[role] >= each || single(role) && count[role] > 0 || foreign(n) {
			continue
		}
		count[role]++
		elements = append(elements, Element{
			Role: role, Name: name(n), Color: styles.Color(n), Background: styles.Background(n), Font: styles.Font(n),
		})
	}
	return elements
}

func single(r Role) bool { return r == Body || r == Header || r == Nav }

// roleOf is an element's role, "" for most. A link that looks like a button by its
// classes is one.
func roleOf(n *html.Node) Role {
	switch {
	case dom.Is(n, atom.Body):
		return Body
	case dom.Is(n, atom.P):
		return Text
	case dom.Is(n, atom.H1, atom.H2, atom.H3):
		return Heading
	case dom.Is(n, atom.Header) || dom.Attr(n, "role") == "banner":
		return Header
	case dom.Is(n, atom.Nav) || dom.Attr(n, "role") == "navigation":
		return Nav
	case dom.Is(n, atom.Button) || dom.Attr(n, "role") == "button" || dom.Is(n, atom.Input) && dom.Attr(n, "type") == "submit":
		return Button
	case dom.Is(n, atom.A) && dom.HasAttr(n, "href"):
		if buttonLike(dom.Attr(n, "class")) {
			return Button
		}
		return Link
	}
	return ""
}

func buttonLike(class string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(class), func(r rune) bool { return r == ' ' || r == '-' || r == '_' }) {
		if word == "btn" || word == "button" || word == "cta" {
			return true
		}
	}
	return false
}

// foreign matches parts that mostly others design: boxes that ask for consent, chats,
// and what nobody sees.
func foreign(n *html.Node) bool {
	for p := n; p != nil && p.Type == html.ElementNode; p = p.Parent {
		if dom.HasAttr(p, "hidden") || dom.Is(p, atom.Template, atom.Noscript, atom.Dialog) {
			return true
		}
		if dom.Is(p, atom.Body, atom.Html) {
			return false
		}
		named := name(p)
		for _, sign := range []string{"cookie", "consent", "gdpr", "onetrust", "cky-", "didomi", "usercentrics", "intercom", "skip-"} {
			if strings.Contains(named, sign) {
				return true
			}
		}
	}
	return false
}

func name(n *html.Node) string {
	text := strings.TrimSpace(strings.ToLower(dom.Attr(n, "id") + " " + dom.Attr(n, "class")))
	return text[:min(len(text), longest)]
}
