// Package color reads colours as CSS writes them and compares them. The maths of the
// colour spaces are a library's; the syntax of CSS Color 4 is here. It must not know
// what a colour is used for.
package color

import (
	"math"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
)

// Color is an sRGB colour; Alpha is 0 for transparent to 1.
type Color struct {
	R, G, B uint8
	Alpha   float64
}

// Parse reads one colour: hex with 3, 4, 6 or 8 digits, a name, or rgb(), hsl(),
// hwb(), lab(), lch(), oklab(), oklch(), color() and light-dark(), of which the light
// one is taken. Colours outside of sRGB are clipped to it. ok is false for anything
// else, as for inherit and for currentcolor, which depends on where it stands.
func Parse(s string) (c Color, ok bool) {
	const longest = 256
	s = strings.ToLower(strings.TrimSpace(s))
	switch {
	case s == "" || len(s) > longest:
		return Color{}, false
	case s[0] == '#':
		return parseHex(s[1:])
	case s == "transparent":
		return Color{}, true
	}
	if rgb, known := named[s]; known {
		return Color{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), Alpha: 1}, true //nolint:gosec // the bytes of 24 bits
	}
	name, args, found := strings.Cut(s, "(")
	if !found || !strings.HasSuffix(args, ")") {
		return Color{}, false
	}
	return parseFunction(name, strings.TrimSuffix(args, ")"))
}

// Hex is the colour as "#rrggbb"; what is translucent has "#rrggbbaa".
func (c Color) Hex() string {
	const digits = "0123456789abcdef"
	parts := []uint8{c.R, c.G, c.B}
	if c.Alpha < 1 {
		parts = append(parts, uint8(math.Round(c.Alpha*255)))
	}
	b := []byte{'#'}
	for _, p := range parts {
		b = append(b, digits[p>>4], digits[p&15])
	}
	return string(b)
}

// Opaque reports whether nothing shines through that matters.
func (c Color) Opaque() bool { return c.Alpha >= 0.9 }

// Solid is the colour without its alpha.
func (c Color) Solid() Color {
	c.Alpha = 1
	return c
}

// Chroma is how colourful the colour is, in OKLCH: 0 for greys, about 0.26 for the
// strongest that a screen shows.
func (c Color) Chroma() float64 {
	_, chroma, _ := c.colorful().OkLch()
	return chroma
}

// Lightness is that of OKLCH: 0 for black to 1 for white.
func (c Color) Lightness() float64 {
	l, _, _ := c.colorful().OkLch()
	return l
}

// Chromatic reports whether people would name a hue: greys, white, black and what is
// nearly so have none.
func (c Color) Chromatic() bool {
	l, chroma, _ := c.colorful().OkLch()
	return chroma >= 0.035 && l > 0.15 && l < 0.985
}

// Distance is how different two colours look, after CIEDE2000: below 0.02 nobody sees
// it, above 0.2 nobody calls them the same.
func (c Color) Distance(d Color) float64 {
	return c.colorful().DistanceCIEDE2000(d.colorful())
}

func (c Color) colorful() colorful.Color {
	return colorful.Color{R: float64(c.R) / 255, G: float64(c.G) / 255, B: float64(c.B) / 255}
}

// of clips what lies outside of sRGB.
func of(c colorful.Color, alpha float64) (Color, bool) {
	for _, v := range []float64{c.R, c.G, c.B, alpha} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Color{}, false
		}
	}
	r, g, b := c.Clamped().RGB255()
	return Color{R: r, G: g, B: b, Alpha: min(max(alpha, 0), 1)}, true
}

func parseHex(digits string) (Color, bool) {
	var v [8]uint8
	if len(digits) > len(v) {
		return Color{}, false
	}
	for i := range len(digits) {
		at := strings.IndexByte("0123456789abcdef", digits[i])
		if at < 0 {
			return Color{}, false
		}
		v[i] = uint8(at) //nolint:gosec // 0 to 15
	}
	switch len(digits) {
	case 3:
		return Color{R: v[0] * 17, G: v[1] * 17, B: v[2] * 17, Alpha: 1}, true
	case 4:
		return Color{R: v[0] * 17, G: v[1] * 17, B: v[2] * 17, Alpha: float64(v[3]*17) / 255}, true
	case 6:
		return Color{R: v[0]<<4 | v[1], G: v[2]<<4 | v[3], B: v[4]<<4 | v[5], Alpha: 1}, true
	case 8:
		return Color{R: v[0]<<4 | v[1], G: v[2]<<4 | v[3], B: v[4]<<4 | v[5], Alpha: float64(v[6]<<4|v[7]) / 255}, true
	}
	return Color{}, false
}
