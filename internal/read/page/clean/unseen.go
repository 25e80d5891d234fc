package clean

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// longestStyle is the longest style attribute that is read, in bytes.
const longestStyle = 4096

// hiddenByStyle reports whether a style attribute hides an element and all that is in it.
func hiddenByStyle(n *html.Node, style string) bool {
	if style == "" || len(style) > longestStyle {
		return false
	}
	var d declarations
	d.read(style)
	seen := d.of(visibility)
	return (seen == "hidden" || seen == "collapse" || d.faded() || d.tiny(n) || d.hide()) && suspicious(strings.ToLower(style))
}

// signs stand in every style that hides; most styles have none of them, and need not be read.
var signs = [...]string{"none", "hidden", "collapse", "opacity", "font-size", "clip", "scale(0", "transparent", ":-", ": -", "(-", ",0)", ", 0)"}

func suspicious(style string) bool {
	for _, sign := range signs {
		if strings.Contains(style, sign) {
			return true
		}
	}
	return strings.Contains(style, "background") && strings.Count(style, "color") > strings.Count(style, "background-color")
}

// hide reports what no script is likely to undo.
func (d *declarations) hide() bool {
	return d.of(display) == "none" || d.of(contentVisibility) == "hidden" || d.away() || d.clipped() || d.colourless()
}

// faded knows no text by what scripts fade in: they move it, too.
func (d *declarations) faded() bool {
	if d[opacity] == "" {
		return false
	}
	value, err := strconv.ParseFloat(d.of(opacity), 64)
	if err != nil || value >= faint {
		return false
	}
	for _, moving := range [...]property{transform, translate, transition, willChange, animation} {
		if d.of(moving) != "" {
			return false
		}
	}
	return true
}

// faint is an opacity at which nobody reads.
const faint = 0.1

// tiny is a size at which nobody reads. Boxes have it, too, to close the gaps between their
// elements, which have sizes of their own then.
func (d *declarations) tiny(n *html.Node) bool {
	size, ok := pixels(d.of(fontSize))
	if !ok || size >= 2 {
		return false
	}
	for c := range dom.Descendants(n) {
		if c.Type == html.ElementNode && (dom.HasAttr(c, "class") || dom.HasAttr(c, "style") || dom.HasAttr(c, "id")) {
			return false
		}
	}
	return true
}

// away is a place beyond the page's edges.
func (d *declarations) away() bool {
	const far = -500 // pixels
	beyond := func(value string) bool {
		at, ok := pixels(value)
		return ok && at <= far
	}
	if p := d.of(position); p == "absolute" || p == "fixed" {
		if beyond(d.of(left)) || beyond(d.of(top)) || beyond(d.of(right)) {
			return true
		}
	}
	return beyond(d.of(textIndent)) || d.of(transform) == "scale(0)" || strings.HasPrefix(d.of(transform), "translate") && strings.Contains(d.of(transform), "(-9999px")
}

// clipped is a box that cuts off all that is in it.
func (d *declarations) clipped() bool {
	none := func(value string) bool {
		size, ok := pixels(value)
		return ok && size <= 1
	}
	if strings.Contains(d.of(overflow), "hidden") && (none(d.of(height)) || none(d.of(width)) || none(d.of(maxHeight)) || none(d.of(maxWidth))) {
		return true
	}
	if rect, found := strings.CutPrefix(d.of(clip), "rect("); found {
		sides := strings.FieldsFunc(rect, func(r rune) bool { return r == ' ' || r == ',' || r == ')' })
		if len(sides) == 4 && !slices.ContainsFunc(sides, func(s string) bool { return !none(s) }) {
			return true
		}
	}
	path := strings.ReplaceAll(d.of(clipPath), " ", "")
	return strings.HasPrefix(path, "inset(50%") || strings.HasPrefix(path, "inset(100%") || strings.HasPrefix(path, "circle(0")
}

// colourless is text without a colour, or with that of its own background.
func (d *declarations) colourless() bool {
	value := d.of(color)
	if value == "" || value[0] == '#' && d[backgroundColor] == "" && d[background] == "" {
		return false
	}
	ink := colour(value)
	if ink == "" {
		return false
	}
	if d.of(backgroundClip) == "text" || d.of(webkitBackgroundClip) == "text" || d.of(textShadow) != "" {
		return false
	}
	paper := colour(d.of(backgroundColor))
	if paper == "" {
		paper = colour(d.of(background))
	}
	return ink == "transparent" || ink == paper
}

// colour brings the usual ways of writing one into one form; empty for none, and for what is not
// plainly a colour.
func colour(value string) string {
	value = strings.ReplaceAll(value, " ", "")
	switch {
	case value == "" || strings.Contains(value, "var(") || value == "inherit" || value == "initial" || value == "currentcolor" || value == "unset":
		return ""
	case value == "white" || value == "rgb(255,255,255)" || value == "rgba(255,255,255,1)":
		return "#ffffff"
	case value == "black" || value == "rgb(0,0,0)" || value == "rgba(0,0,0,1)":
		return "#000000"
	case strings.HasPrefix(value, "rgba(") && strings.HasSuffix(value, ",0)"):
		return "transparent"
	case len(value) == 4 && value[0] == '#':
		return "#" + strings.Repeat(value[1:2], 2) + strings.Repeat(value[2:3], 2) + strings.Repeat(value[3:4], 2)
	}
	return value
}

// pixels reads a length; em counts as 16 pixels, as it does where nobody says otherwise.
func pixels(value string) (float64, bool) {
	unit := 1.0
	switch {
	case value == "":
		return 0, false
	case strings.HasSuffix(value, "px"):
		value = strings.TrimSuffix(value, "px")
	case strings.HasSuffix(value, "rem"):
		value, unit = strings.TrimSuffix(value, "rem"), 16
	case strings.HasSuffix(value, "em"):
		value, unit = strings.TrimSuffix(value, "em"), 16
	case strings.Trim(value, "0.") != "": // only nothing has no unit
		return 0, false
	}
	v, err := strconv.ParseFloat(value, 64)
	return v * unit, err == nil
}
