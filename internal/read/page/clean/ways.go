package clean

import (
	"math/bits"
	"strings"
)

// ways are the ways in which styles hide, of which a rule takes and an element may be hidden in several.
type ways uint16

const (
	byDisplay ways = 1 << iota
	byVisibility
	byOpacity
	bySize
	byPlace
	byIndent
	byScale
	byBox
	byClip
	byMask
	byColour

	// inherited are those that an element within may have otherwise.
	inherited = byVisibility | bySize | byIndent | byColour
	// weakWays are those that scripts undo.
	weakWays = byVisibility | byOpacity | bySize
	// moving are those that animations and transitions take back.
	moving = byVisibility | byOpacity | bySize | byPlace | byIndent | byScale | byBox | byClip | byMask | byColour
)

// wayOf are the ways in which properties may hide, and show.
var wayOf = [properties]ways{
	display: byDisplay, contentVisibility: byDisplay, visibility: byVisibility, opacity: byOpacity, fontSize: bySize, font: bySize,
	position: byPlace | byClip, left: byPlace, top: byPlace, right: byPlace, inset: byPlace, marginLeft: byPlace, margin: byPlace, textIndent: byIndent,
	transform: byScale | byPlace, translate: byPlace, scale: byScale, zoom: byScale, rotate: byScale,
	overflow: byBox, height: byBox, width: byBox, maxHeight: byBox, maxWidth: byBox, minHeight: byBox, minWidth: byBox,
	padding: byBox | byPlace, paddingTop: byBox, paddingBottom: byBox, paddingLeft: byBox | byPlace, paddingRight: byBox | byPlace,
	clip: byClip, clipPath: byClip, filter: byMask, mask: byMask, maskImage: byMask, maskSize: byMask,
	color: byColour, background: byColour, backgroundColor: byColour, backgroundImage: byColour, backgroundClip: byColour,
	webkitBackgroundClip: byColour, textShadow: byColour, textFill: byColour, textStroke: byColour,
	transition: moving, animation: moving, willChange: moving, all: byDisplay | moving,
}

// Without one of these properties declarations do not hide in a way.
var (
	displays, sizes, places = setOf(display, contentVisibility), setOf(fontSize, font), setOf(position, marginLeft, transform)
	scales, clips, masks    = setOf(transform, scale, zoom, rotate), setOf(clip, clipPath), setOf(filter, maskImage, mask)
	inks                    = setOf(color, textFill)

	anyHiding = displays | sizes | places | scales | clips | masks | inks | setOf(visibility, opacity, textIndent, overflow)
)

// has reports whether one of some properties may have a value.
func (d *declarations) has(some set) bool { return d.given&some != 0 }

// hiding are the ways in which the declarations hide.
func (d *declarations) hiding() (w ways) {
	if !d.has(anyHiding) {
		return 0
	}
	for _, one := range [...]struct {
		way   ways
		hides bool
	}{
		{byDisplay, d.has(displays) && (d.of(display) == "none" || d.of(contentVisibility) == "hidden")},
		{byVisibility, d.values[visibility] != "" && d.unseen()},
		{byOpacity, d.values[opacity] != "" && d.faded()},
		{bySize, d.has(sizes) && d.tiny()},
		{byPlace, d.has(places) && d.away()},
		{byIndent, d.values[textIndent] != "" && d.indented()},
		{byScale, d.has(scales) && d.shrunk()},
		{byBox, d.values[overflow] != "" && d.boxed()},
		{byClip, d.has(clips) && d.clipped()},
		{byMask, d.has(masks) && d.masked()},
		{byColour, d.has(inks) && d.colourless()},
	} {
		if one.hides {
			w |= one.way
		}
	}
	if w&moving != 0 && d.plays() {
		w &^= moving
	}
	return w
}

// plays reports whether an animation or a transition changes what the declarations say.
func (d *declarations) plays() bool {
	for _, p := range [...]property{transition, animation, willChange} {
		if v := d.of(p); v != "" && v != "none" && v != "auto" && v != "all" && !strings.HasPrefix(v, "none ") {
			return true
		}
	}
	return false
}

// showing are the ways of hiding that the declarations may take back, and those that they do with importance.
func (d *declarations) showing() (all, important ways) { return d.showingBut(d.hiding()) }

// showingBut is showing of declarations that hide in some ways.
func (d *declarations) showingBut(hides ways) (all, important ways) {
	for given := d.given; given != 0; given &= given - 1 {
		p := bits.TrailingZeros64(uint64(given))
		if d.values[p] == "" {
			continue
		}
		w := wayOf[p] &^ hides
		all |= w
		if strings.IndexByte(d.values[p], '!') >= 0 {
			important |= w
		}
	}
	return all, important
}
