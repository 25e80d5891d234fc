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
	d.readOwn(style)
	w := d.hiding()
	return w&^bySize != 0 || w != 0 && isBare(n)
}

// unseen is what takes up its place and is not painted.
func (d *declarations) unseen() bool {
	seen := d.of(visibility)
	return seen == "hidden" || seen == "collapse"
}

// faded knows no text by what scripts fade in: they move it, too.
func (d *declarations) faded() bool {
	value, ok := share(d.of(opacity))
	return ok && value < faint && !d.moves()
}

// moves reports whether a style is that of something that comes in.
func (d *declarations) moves() bool {
	for _, moving := range [...]property{transform, translate, transition, willChange, animation} {
		if d.values[moving] != "" {
			return true
		}
	}
	return false
}

// faint is an opacity at which nobody reads.
const faint = 0.1

// tiny is a size at which nobody reads. Boxes have it, too, to close the gaps between their
// elements, which have sizes of their own then; see isBare.
func (d *declarations) tiny() bool {
	value := d.of(fontSize)
	if short := d.of(font); value == "" && short != "" { // its first length
		for word := range strings.FieldsSeq(short) {
			word, _, _ = strings.Cut(word, "/")
			if _, ok := pixels(word); ok {
				value = word
				break
			}
		}
	}
	size, ok := pixels(value)
	return ok && size < 2
}

// isBare reports whether nothing in an element can have a size of its own.
func isBare(n *html.Node) bool {
	for c := range dom.Descendants(n) {
		if c.Type == html.ElementNode && (dom.HasAttr(c, "class") || dom.HasAttr(c, "style") || dom.HasAttr(c, "id")) {
			return false
		}
	}
	return true
}

const (
	far    = -500 // pixels before the page's edges
	beyond = 2500 // pixels behind them
)

// away is a place beyond the page's edges.
func (d *declarations) away() bool {
	before := func(value string, limit float64) bool {
		at, ok := pixels(value)
		return ok && at <= limit
	}
	if p := d.of(position); p == "absolute" || p == "fixed" {
		if before(d.of(left), far) || before(d.of(top), far) || before(d.of(right), far) || !before(d.of(left), beyond) && d.is(left) && d.values[transform] == "" {
			return true
		}
		for side := range strings.FieldsSeq(d.of(inset)) {
			if before(side, far) {
				return true
			}
		}
	}
	if p := d.of(position); (p == "relative" || p == "sticky") && (before(d.of(left), 4*far) || before(d.of(top), 4*far)) { // the belt of a carousel is moved less
		return true
	}
	return before(d.of(marginLeft), 4*far) && d.values[padding] == "" && d.values[paddingLeft] == "" || d.carried()
}

// indented is a first line beyond the page's edges.
func (d *declarations) indented() bool {
	at, ok := pixels(d.of(textIndent))
	return ok && (at <= far || at >= -2*far)
}

// is reports whether a property is a length.
func (d *declarations) is(p property) bool {
	_, ok := pixels(d.of(p))
	return ok
}

// arguments are those of a function.
func arguments(value string) []string {
	_, list, _ := strings.Cut(value, "(")
	list, _, _ = strings.Cut(list, ")")
	return strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == ',' || r == '/' })
}

// none is a length of nearly nothing.
func none(value string) bool {
	size, ok := pixels(value)
	return ok && size <= 1
}

// boxed is a box without room that cuts off all that is in it. Boxes of a ratio have their room between their edges.
func (d *declarations) boxed() bool {
	cut := d.of(overflow)
	if !strings.Contains(cut, "hidden") && !strings.Contains(cut, "clip") {
		return false
	}
	free := func(p property) bool { return d.values[p] == "" || none(d.of(p)) }
	for side := range strings.FieldsSeq(d.of(padding)) {
		if !none(side) {
			return false
		}
	}
	return (none(d.of(height)) || none(d.of(maxHeight))) && free(minHeight) && free(paddingTop) && free(paddingBottom) ||
		(none(d.of(width)) || none(d.of(maxWidth))) && free(minWidth) && free(paddingLeft) && free(paddingRight)
}

// clipped is cut off by a shape, which old ones are for boxes out of the flow alone.
func (d *declarations) clipped() bool {
	if p := d.of(position); (p == "absolute" || p == "fixed") && strings.HasPrefix(d.of(clip), "rect(") {
		sides := arguments(d.of(clip))
		if len(sides) == 4 && !slices.ContainsFunc(sides, func(s string) bool { return !none(s) && s != "auto" }) && slices.ContainsFunc(sides[1:3], none) {
			return true
		}
	}
	return noArea(d.of(clipPath))
}

// noArea knows the usual paths that let nothing through.
func noArea(path string) bool {
	args := arguments(path)
	switch {
	case len(args) == 0:
	case strings.HasPrefix(path, "inset("):
		side := func(i int) float64 { // as in margins: top, right, bottom, left
			for ; i >= len(args); i = max(i-2, 0) {
			}
			v, ok := share(args[i])
			if !ok || !strings.HasSuffix(args[i], "%") {
				return 0
			}
			return v
		}
		return side(0)+side(2) >= 1 || side(1)+side(3) >= 1
	case strings.HasPrefix(path, "circle("), strings.HasPrefix(path, "ellipse("):
		return args[0] == "0" || args[0] == "0px" || args[0] == "0%"
	case strings.HasPrefix(path, "polygon("):
		_, list, _ := strings.Cut(strings.TrimSuffix(path, ")"), "(")
		points := map[string]bool{}
		for point := range strings.SplitSeq(list, ",") {
			points[strings.TrimSpace(point)] = true
		}
		return len(points) < 3
	}
	return false
}

// share reads a part of a whole, as a number or in percent.
func share(value string) (float64, bool) {
	if value == "" {
		return 0, false
	}
	number, percent := strings.CutSuffix(value, "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	return v, err == nil
}

// pixels reads a length; em counts as 16 pixels, as it does where nobody says otherwise, and windows and boxes are of an
// ordinary size.
func pixels(value string) (float64, bool) {
	unit := 1.0
	number := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz%")
	switch value[len(number):] {
	case "px":
	case "em", "rem":
		unit = 16
	case "vw":
		unit = 12.8
	case "vh":
		unit = 8
	case "%":
		unit = 4
	case "":
		if value == "" || strings.Trim(value, "0.") != "" { // only nothing has no unit
			return 0, false
		}
	default:
		return 0, false
	}
	v, err := strconv.ParseFloat(number, 64)
	return v * unit, err == nil
}
