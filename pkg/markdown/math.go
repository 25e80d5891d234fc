package markdown

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Formulas are written in TeX between dollar signs, as the page keeps them beside what it
// shows: in an annotation of MathML, in a script for MathJax, in the text of an image.

// formula writes TeX, on lines of its own when it is displayed so.
func (w *writer) formula(tex string, display bool) {
	tex = oneLine(plainTeX(tex))
	switch {
	case tex == "":
	case display && w.mode == blocks && w.in.active[link] == 0:
		w.boundary()
		w.begin(paragraphBlock)
		w.out = append(w.out, "$$"...)
		w.out = append(w.out, tex...)
		w.out = append(w.out, "$$"...)
	default:
		w.in.math = true
		w.atom(token{kind: rawToken}, "$"+tex+"$")
	}
}

// plainTeX takes off what only sets the style or the limits of the formula.
func plainTeX(tex string) string {
	tex = strings.TrimSpace(tex)
	if inner, ok := strings.CutPrefix(tex, "{\\displaystyle "); ok && strings.HasSuffix(inner, "}") {
		return strings.TrimSpace(strings.TrimSuffix(inner, "}"))
	}
	if inner, ok := strings.CutPrefix(tex, "\\displaystyle "); ok {
		return strings.TrimSpace(inner)
	}
	for _, limits := range [...][2]string{{"$$", "$$"}, {"$", "$"}, {"\\(", "\\)"}, {"\\[", "\\]"}} {
		if len(tex) > 2*len(limits[0]) && strings.HasPrefix(tex, limits[0]) && strings.HasSuffix(tex, limits[1]) {
			return strings.TrimSpace(tex[len(limits[0]) : len(tex)-len(limits[1])])
		}
	}
	return tex
}

// mathML writes a formula of MathML by its TeX, and without that by its parts.
func (w *writer) mathML(n *html.Node) {
	switch n.Data {
	case "math":
	case "mphantom":
		return
	default:
		w.children(n)
		return
	}
	tex := dom.Attr(n, "alttext")
	for c := n.FirstChild; c != nil && tex == ""; c = next(c, n) {
		if c.Data == "annotation" && strings.HasSuffix(strings.ToLower(dom.Attr(c, "encoding")), "tex") {
			tex = rawText(c)
		}
	}
	if tex == "" || speaks(tex, n) {
		tex = texOf(n)
	}
	w.formula(tex, dom.Attr(n, "display") == "block" || isDisplayed(n))
}

// spoken is how many words a formula may have that it does not show: names of environments, colours, functions.
const spoken = 5

// speaks reports whether the TeX of a formula is a text that nobody sees: words beside its commands that the formula itself does not show.
func speaks(tex string, formula *html.Node) bool {
	const word = 4 // letters
	if len(tex) < spoken*word {
		return false
	}
	shown, words := "", 0
	for at := 0; at < len(tex); {
		begin := at
		for at < len(tex) && isLetter(tex[at]) {
			at++
		}
		if at-begin >= word && (begin == 0 || tex[begin-1] != '\\') {
			if shown == "" {
				shown = " " + strings.Join(strings.Fields(texOf(formula)), " ")
			}
			if !strings.Contains(shown, tex[begin:at]) {
				words++
			}
		}
		if at == begin {
			at++
		}
	}
	return words > spoken
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// isDisplayed looks for the wrapper that KaTeX puts around what stands alone.
func isDisplayed(n *html.Node) bool {
	for range 4 {
		if n = n.Parent; n == nil {
			return false
		}
		if strings.Contains(dom.Attr(n, "class"), "katex-display") {
			return true
		}
	}
	return false
}

// mathScript writes the script that MathJax makes a formula of.
func (w *writer) mathScript(n *html.Node) {
	if kind, mode, _ := strings.Cut(dom.Attr(n, "type"), ";"); kind == "math/tex" {
		w.formula(rawText(n), strings.Contains(mode, "display"))
	}
}

// siblings is how far the script is looked for that a formula is shown of.
const siblings = 4

// mathElement leaves out what MathJax shows of the script behind it.
func (w *writer) mathElement(n *html.Node) bool {
	if !strings.HasPrefix(dom.Attr(n, "class"), "MathJax") {
		return false
	}
	c := n.NextSibling
	for range siblings {
		if c == nil || dom.Is(c, atom.Script) {
			break
		}
		c = c.NextSibling
	}
	return c != nil && strings.HasPrefix(dom.Attr(c, "type"), "math/tex")
}

// mathImage writes a picture of a formula by its text.
func (w *writer) mathImage(n *html.Node) bool {
	class := " " + dom.Attr(n, "class") + " "
	alt := dom.Attr(n, "alt")
	if alt == "" || !strings.Contains(class, " mwe-math-fallback-image") && !strings.Contains(class, " latex ") && !strings.Contains(class, " tex ") {
		return false
	}
	w.formula(alt, strings.Contains(class, "-display "))
	return true
}

func rawText(root *html.Node) string {
	var b strings.Builder
	for n := root.FirstChild; n != nil; n = next(n, root) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}
