package clean

import (
	"math/bits"
	"strings"
)

// property is one of those by which styles hide.
type property uint8

const (
	display property = iota
	position
	clip
	visibility
	contentVisibility
	opacity
	fontSize
	left
	top
	right
	textIndent
	overflow
	height
	width
	maxHeight
	maxWidth
	clipPath
	color
	background
	backgroundColor
	backgroundClip
	webkitBackgroundClip
	textShadow
	transform
	translate
	transition
	willChange
	animation
	font
	inset
	marginLeft
	filter
	scale
	zoom
	rotate
	maskImage
	mask
	maskSize
	margin
	minHeight
	minWidth
	padding
	paddingTop
	paddingBottom
	paddingLeft
	paddingRight
	backgroundImage
	textFill
	textStroke
	pointerEvents
	all

	properties // how many there are
)

func propertyOf(name string) property { //nolint:funlen // a table
	switch name {
	case "display":
		return display
	case "position":
		return position
	case "clip":
		return clip
	case "visibility":
		return visibility
	case "content-visibility":
		return contentVisibility
	case "opacity":
		return opacity
	case "font-size":
		return fontSize
	case "left":
		return left
	case "top":
		return top
	case "right":
		return right
	case "text-indent":
		return textIndent
	case "overflow":
		return overflow
	case "height":
		return height
	case "width":
		return width
	case "max-height":
		return maxHeight
	case "max-width":
		return maxWidth
	case "clip-path", "-webkit-clip-path":
		return clipPath
	case "color":
		return color
	case "background":
		return background
	case "background-color":
		return backgroundColor
	case "background-clip":
		return backgroundClip
	case "-webkit-background-clip":
		return webkitBackgroundClip
	case "text-shadow":
		return textShadow
	case "transform", "-webkit-transform":
		return transform
	case "translate":
		return translate
	case "transition":
		return transition
	case "will-change":
		return willChange
	case "animation":
		return animation
	case "font":
		return font
	case "inset":
		return inset
	case "margin-left":
		return marginLeft
	case "filter", "-webkit-filter":
		return filter
	case "scale":
		return scale
	case "zoom":
		return zoom
	case "rotate":
		return rotate
	case "mask-image", "-webkit-mask-image":
		return maskImage
	case "mask", "-webkit-mask":
		return mask
	case "mask-size", "-webkit-mask-size":
		return maskSize
	case "margin":
		return margin
	case "min-height":
		return minHeight
	case "min-width":
		return minWidth
	case "padding":
		return padding
	case "padding-top":
		return paddingTop
	case "padding-bottom":
		return paddingBottom
	case "padding-left":
		return paddingLeft
	case "padding-right":
		return paddingRight
	case "background-image":
		return backgroundImage
	case "-webkit-text-fill-color":
		return textFill
	case "-webkit-text-stroke", "-webkit-text-stroke-color":
		return textStroke
	case "transition-property", "transition-duration", "-webkit-transition":
		return transition
	case "animation-name", "-webkit-animation":
		return animation
	case "pointer-events":
		return pointerEvents
	case "all":
		return all
	}
	return properties
}

// declarations are the values of a rule, as they are written: nearly all are never asked for.
type declarations struct {
	values [properties]string
	given  set // those that may have a value
}

// set is some properties, a bit for each.
type set uint64

func setOf(all ...property) (s set) {
	for _, p := range all {
		s |= 1 << p
	}
	return s
}

// read reads those of a rule that are valid.
func (d *declarations) read(text string) {
	for given := d.given; given != 0; given &= given - 1 {
		d.values[bits.TrailingZeros64(uint64(given))] = ""
	}
	d.given = 0
	for text != "" {
		one := text
		if i := strings.IndexByte(text, ';'); i >= 0 {
			one, text = text[:i], text[i+1:]
		} else {
			text = ""
		}
		for one != "" && (one[0] == ' ' || one[0] >= '\t' && one[0] <= '\r') {
			one = one[1:]
		}
		i := strings.IndexByte(one, ':')
		if i < 0 {
			continue
		}
		name := one[:i]
		if !isName(name) {
			name = strings.ToLower(strings.TrimSpace(plainly(name)))
		}
		if p := propertyOf(name); p != properties {
			d.put(p, one[i+1:])
		}
	}
}

// early are the properties of which a rule that says nothing valid is found out at once: by them rules show most. Of others a value is
// looked at where it is in the place of another.
var early = setOf(display, visibility, position, opacity)

// put sets the value of a property, where it is one and no important one is there.
func (d *declarations) put(p property, value string) {
	was := d.values[p]
	if was != "" && strings.IndexByte(was, '!') >= 0 && strings.IndexByte(value, '!') < 0 {
		return
	}
	if strings.IndexByte(value, '\\') >= 0 {
		value = plainly(value)
	}
	if was == "" && early&(1<<p) == 0 || isValid(p, value) {
		d.values[p] = value
		d.given |= 1 << p
	}
}

// readOwn reads those of a style attribute, which may have comments.
func (d *declarations) readOwn(style string) { d.read(plainly(style)) }

// isName reports whether a text has only what names of properties have.
func isName(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && c != '-' {
			return false
		}
	}
	return true
}

// of is the value of a property in lower case, with one space between its words, without what makes it
// important. It is empty where there is none.
func (d *declarations) of(p property) string {
	value := d.values[p]
	if value == "" {
		return ""
	}
	if value[0] == ' ' {
		value = value[1:]
	}
	if isPlain(value) && strings.IndexByte(value, '!') < 0 && strings.IndexByte(value, ' ') < 0 {
		return value
	}
	value, _, _ = strings.Cut(strings.ToLower(value), "!")
	return strings.Join(strings.Fields(value), " ")
}

// isPlain reports whether a text has ASCII characters only that are neither capitals nor white space beside
// the space itself.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}
