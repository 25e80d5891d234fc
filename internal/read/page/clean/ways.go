package clean

import "strings"

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
	webkitBackgroundClip: byColour, textShadow: byColour, textFill: byColour,
	transition: moving, animation: moving, willChange: moving, all: byDisplay | moving,
}

// hiding are the ways in which the declarations hide.
func (d *declarations) hiding() (w ways) {
	for _, one := range [...]struct {
		way   ways
		hides bool
	}{
		{byDisplay, d.of(display) == "none" || d.of(contentVisibility) == "hidden"},
		{byVisibility, d.unseen()},
		{byOpacity, d.faded()},
		{bySize, d.tiny()},
		{byPlace, d.away()},
		{byIndent, d.indented()},
		{byScale, d.shrunk()},
		{byBox, d.boxed()},
		{byClip, d.clipped()},
		{byMask, d.masked()},
		{byColour, d.colourless()},
	} {
		if one.hides {
			w |= one.way
		}
	}
	if d.plays() {
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
func (d *declarations) showing() (all, important ways) {
	hides := d.hiding()
	for p, value := range d {
		if value == "" {
			continue
		}
		w := wayOf[p] &^ hides
		all |= w
		if strings.Contains(value, "!") {
			important |= w
		}
	}
	return all, important
}
