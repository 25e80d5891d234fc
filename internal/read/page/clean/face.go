package clean

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/glyph"
)

// isUnpainted reports whether browsers never paint an element where it stands, whatever it holds: scripts, what a head holds, what
// old browsers show in the place of another, closed dialogs, and pictures without size.
func isUnpainted(n *html.Node) bool {
	if n.Namespace == "svg" {
		switch n.Data {
		case "title", "desc", "metadata", "defs":
			return true
		}
		return !hasSize(n)
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Link, atom.Meta, atom.Base, atom.Title, atom.Head, atom.Param, atom.Source, atom.Track, atom.Area, atom.Map, atom.Br, atom.Wbr,
		atom.Datalist, atom.Option, atom.Optgroup, atom.Noscript, atom.Noframes, atom.Noembed, atom.Rp:
		return true
	case atom.Template:
		return !isShadow(n)
	case atom.Dialog:
		return !dom.HasAttr(n, "open")
	}
	return isPicture(n) && !hasSize(n) || n.Parent != nil && isInstead(n.Parent)
}

// isInstead reports whether browsers paint an element in the place of what it holds.
func isInstead(n *html.Node) bool {
	return dom.Is(n, atom.Video, atom.Audio, atom.Canvas, atom.Object, atom.Iframe, atom.Progress, atom.Meter, atom.Select, atom.Textarea)
}

func isPicture(n *html.Node) bool {
	return n.Data == "svg" || dom.Is(n, atom.Img, atom.Canvas, atom.Video, atom.Object, atom.Embed, atom.Iframe)
}

// hasSize reports whether neither attributes nor the style of a picture make it nothing.
func hasSize(n *html.Node) bool {
	var d declarations
	d.readOwn(dom.Attr(n, "style"))
	return !none(d.of(width)) && !none(d.of(height)) && !noSide(dom.Attr(n, "width")) && !noSide(dom.Attr(n, "height"))
}

// noSide reports whether the attribute of a picture says that it has nothing, or one pixel.
func noSide(value string) bool {
	value = strings.TrimSuffix(strings.TrimSpace(value), "px")
	return value != "" && strings.Trim(value, "0.") == "" || value == "1"
}

// hasFace reports whether something of an element is painted: words, a picture, a field, or what the element itself is drawn with.
// What hides texts of the page hides those of a control.
func (r *Rules) hasFace(n *html.Node) bool {
	switch {
	case dom.Is(n, atom.Input):
		return !strings.EqualFold(strings.TrimSpace(dom.Attr(n, "type")), "hidden")
	case dom.Is(n, atom.Select, atom.Textarea, atom.Summary), isPicture(n), dom.Is(n, atom.Button) && isNamed(n):
		return true // summaries have their triangle
	case r.isDrawn(n):
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && strings.TrimSpace(glyph.Visible(c.Data)) != "" || c.Type == html.ElementNode && !r.isShut(c) && r.hasFace(c) {
			return true
		}
	}
	return false
}

// isNamed reports whether a button or what is in it has a name: it is then drawn, as browsers draw buttons, and says what for.
func isNamed(n *html.Node) bool {
	if hasName(n) {
		return true
	}
	for c := range dom.Descendants(n) {
		if hasName(c) {
			return true
		}
	}
	return false
}

func hasName(n *html.Node) bool {
	for _, name := range [...]string{"aria-label", "aria-labelledby", "title"} {
		if strings.TrimSpace(dom.Attr(n, name)) != "" {
			return true
		}
	}
	return false
}

// isDrawn reports whether styles paint an element without anything in it: by its own style, by rules of the page for its class
// or id, or by those of other files, which nobody reads here, for its class.
func (r *Rules) isDrawn(n *html.Node) bool {
	var d declarations
	if d.readOwn(dom.Attr(n, "style")); isGround(&d) && (dom.Is(n, atom.Button) || hasRoom(&d)) {
		return true
	}
	class := dom.Attr(n, "class")
	if class != "" && bytes.Contains(r.source, []byte("stylesheet")) {
		return true
	}
	if class == "" && dom.Attr(n, "id") == "" {
		return false
	}
	if r.drawn == nil {
		r.drawn = r.drawnNames()
	}
	found := r.drawn["#"+strings.TrimSpace(dom.Attr(n, "id"))]
	for name := range strings.FieldsSeq(class) {
		found = found || r.drawn["."+name]
	}
	return found
}

// drawnNames are the classes and ids whose elements the page's own sheets paint, or what is before and after them.
func (r *Rules) drawnNames() map[string]bool {
	found := map[string]bool{}
	var d declarations
	for _, sheet := range r.sheets {
		for _, m := range plainRule.FindAllStringSubmatch(uncommented(sheet.text), -1) {
			d.read(strings.Trim(m[2], braces))
			for one := range list(m[1]) {
				one = strings.TrimSpace(one)
				of, pseudo := cutPseudo(one)
				if pseudo && !hasContent(m[2]) || !pseudo && (!isGround(&d) || !hasRoom(&d)) {
					continue
				}
				names, _, _ := subject(of)
				for _, name := range names {
					found[name] = true
				}
			}
		}
	}
	return found
}

// cutPseudo takes from a selector that it is for what is before or after an element.
func cutPseudo(s string) (of string, pseudo bool) {
	for _, name := range [...]string{"before", "after"} {
		if of, isIt := strings.CutSuffix(s, ":"+name); isIt {
			return strings.TrimSuffix(of, ":"), true
		}
	}
	return s, false
}

// hasContent reports whether a rule says what is before or after an element, if only by a box.
func hasContent(body string) bool {
	_, value, found := strings.Cut(strings.ToLower(body), "content:")
	value, _, _ = strings.Cut(value, ";")
	value = strings.Trim(value, "} \t\r\n\"'")
	if !found || value == "none" || value == "normal" {
		return false
	}
	var d declarations
	d.read(strings.Trim(body, braces))
	return value != "" || isGround(&d)
}

// isGround reports whether a style gives an element a background, or a picture as a mask.
func isGround(d *declarations) bool {
	for _, p := range [...]property{background, backgroundColor, backgroundImage, mask, maskImage} {
		switch value := d.of(p); {
		case value == "" || value == "none" || value == "0" || value == "inherit" || value == "initial" || value == "unset" || isClear(value):
		default:
			return true
		}
	}
	return false
}

// hasRoom reports whether a style gives an element a size of its own.
func hasRoom(d *declarations) bool {
	for _, p := range [...]property{width, height, minWidth, minHeight, padding, paddingTop, paddingLeft} {
		if d.values[p] != "" && !none(d.of(p)) {
			return true
		}
	}
	return false
}

// isUsable reports whether clicks reach a control. What holds the head or the whole of a page is inert while a banner is open.
func isUsable(n *html.Node) bool {
	if dom.HasAttr(n, "disabled") && dom.Is(n, atom.Button, atom.Input, atom.Select, atom.Textarea) {
		return false
	}
	touched := ""
	for a := n; a != nil; a = a.Parent {
		if dom.HasAttr(a, "inert") && !dom.Is(a, atom.Body, atom.Main) && dom.First(a, atom.Main, atom.H1) == nil || dom.Is(a, atom.Fieldset) && dom.HasAttr(a, "disabled") {
			return false
		}
		if style := dom.Attr(a, "style"); touched == "" && style != "" && !dom.Is(a, atom.Html, atom.Body) {
			var d declarations
			d.readOwn(style)
			touched = d.of(pointerEvents)
		}
	}
	return touched != "none"
}

// seals reports whether closed details have a head that nobody finds, so that none opens them.
func (r *Rules) seals(n *html.Node) bool {
	if !dom.Is(n, atom.Details) || dom.HasAttr(n, "open") {
		return false
	}
	head := headOf(n)
	return head != nil && (r.isShut(head) || !isUsable(head))
}

// headOf is the summary that details show while they are closed, nil where a browser draws its own.
func headOf(details *html.Node) *html.Node {
	for c := details.FirstChild; c != nil; c = c.NextSibling {
		if dom.Is(c, atom.Summary) {
			return c
		}
	}
	return nil
}

// followsBox reports whether an element stands behind a box that can be ticked, which sheets open it by: the box is seen, or a label
// of it, or it lies transparent over the head beside it.
func (r *Rules) followsBox(n *html.Node) bool {
	left := looked
	for e := n.PrevSibling; e != nil && left > 0; e = e.PrevSibling {
		if e.Type != html.ElementNode {
			continue
		}
		left--
		if kind := strings.ToLower(dom.Attr(e, "type")); dom.Is(e, atom.Input) && (kind == "checkbox" || kind == "radio") && r.ticks(e, n) {
			return isAnswer(n, true)
		}
	}
	return false
}

func (r *Rules) ticks(box, folded *html.Node) bool {
	seen := map[*html.Node]bool{}
	if r.reads(box, seen) {
		return true
	}
	if !isUsable(box) {
		return false
	}
	id := strings.TrimSpace(dom.Attr(box, "id"))
	for _, label := range r.labels {
		if id != "" && strings.TrimSpace(dom.Attr(label, "for")) == id && r.reads(label, seen) {
			return true
		}
	}
	var d declarations
	d.readOwn(dom.Attr(box, "style"))
	if (d.hiding()|r.waysOf(box))&^byOpacity != 0 || dom.HasAttr(box, "hidden") {
		return false
	}
	head := box.NextSibling
	for head != nil && head.Type != html.ElementNode {
		head = head.NextSibling
	}
	return head != nil && head != folded && r.reads(head, seen)
}
