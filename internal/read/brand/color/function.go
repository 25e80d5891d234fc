package color

import (
	"math"
	"strconv"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
)

// arguments are those of a colour function: three components, and the alpha.
type arguments struct {
	parts [3]component
	alpha float64
}

// component is one number as written.
type component struct {
	value float64
	unit  string // "", "%", "deg", "rad", "grad", "turn"
}

// spaces turn the arguments of a function into a colour.
var spaces = map[string]func(a arguments) colorful.Color{
	"rgb": rgb, "rgba": rgb, "hsl": hsl, "hsla": hsl, "hwb": hwb,
	"lab": lab, "lch": lch, "oklab": oklab, "oklch": oklch,
}

func parseFunction(name, args string) (Color, bool) {
	switch name {
	case "light-dark":
		light, _, _ := cutTop(args, ',')
		return Parse(light)
	case "color":
		space, rest, _ := strings.Cut(strings.TrimSpace(args), " ")
		return convert(wide[space], rest)
	}
	return convert(spaces[name], args)
}

func convert(space func(arguments) colorful.Color, args string) (Color, bool) {
	a, ok := readArguments(args)
	if space == nil || !ok {
		return Color{}, false
	}
	return of(space(a), a.alpha)
}

// readArguments takes both the syntax with commas and the one with spaces and a slash.
func readArguments(args string) (a arguments, ok bool) {
	args, alpha, slash := strings.Cut(args, "/")
	fields := strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
	if len(fields) == 4 && !slash {
		fields, alpha = fields[:3], fields[3]
	}
	if len(fields) != 3 {
		return a, false
	}
	for i, f := range fields {
		if a.parts[i], ok = readComponent(f); !ok {
			return a, false
		}
	}
	a.alpha = 1
	if alpha = strings.TrimSpace(alpha); alpha != "" {
		c, ok := readComponent(alpha)
		if !ok {
			return a, false
		}
		a.alpha = c.scaled(1)
	}
	return a, true
}

func readComponent(s string) (component, bool) {
	if s == "none" {
		return component{}, true
	}
	end := strings.LastIndexAny(s, "0123456789.") + 1
	v, err := strconv.ParseFloat(s[:end], 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return component{}, false
	}
	switch unit := s[end:]; unit {
	case "", "%", "deg", "rad", "grad", "turn":
		return component{v, unit}, true
	}
	return component{}, false
}

// scaled is the number, or that part of the whole.
func (c component) scaled(whole float64) float64 {
	if c.unit == "%" {
		return c.value / 100 * whole
	}
	return c.value
}

// percent is a part between 0 and 1, written with or without the sign.
func (c component) percent() float64 { return min(max(c.value/100, 0), 1) }

// degrees is an angle between 0 and 360.
func (c component) degrees() float64 {
	v := c.value
	switch c.unit {
	case "rad":
		v = v * 180 / math.Pi
	case "grad":
		v *= 0.9
	case "turn":
		v *= 360
	}
	if v = math.Mod(v, 360); v < 0 {
		v += 360
	}
	return v
}

func rgb(a arguments) colorful.Color {
	return colorful.Color{R: a.parts[0].scaled(255) / 255, G: a.parts[1].scaled(255) / 255, B: a.parts[2].scaled(255) / 255}
}

func hsl(a arguments) colorful.Color {
	return colorful.Hsl(a.parts[0].degrees(), a.parts[1].percent(), a.parts[2].percent())
}

func hwb(a arguments) colorful.Color {
	white, black := a.parts[1].percent(), a.parts[2].percent()
	if white+black >= 1 {
		grey := white / (white + black)
		return colorful.Color{R: grey, G: grey, B: grey}
	}
	pure := colorful.Hsl(a.parts[0].degrees(), 1, 0.5)
	mix := func(v float64) float64 { return v*(1-white-black) + white }
	return colorful.Color{R: mix(pure.R), G: mix(pure.G), B: mix(pure.B)}
}

// CSS counts the lightness of lab() and lch() to 100 and their other axes to 125 and
// 150; the library counts all of them to about 1, from the white of D65 where CSS has
// that of D50.
func lab(a arguments) colorful.Color {
	return labD50(a.parts[0].scaled(100), a.parts[1].scaled(125), a.parts[2].scaled(125))
}

func lch(a arguments) colorful.Color {
	sin, cos := math.Sincos(a.parts[2].degrees() * math.Pi / 180)
	chroma := a.parts[1].scaled(150)
	return labD50(a.parts[0].scaled(100), chroma*cos, chroma*sin)
}

func labD50(l, x, y float64) colorful.Color {
	return colorful.XyzD50(colorful.LabToXyzWhiteRef(l/100, x/100, y/100, colorful.D50))
}

func oklab(a arguments) colorful.Color {
	return colorful.OkLab(a.parts[0].scaled(1), a.parts[1].scaled(0.4), a.parts[2].scaled(0.4))
}

func oklch(a arguments) colorful.Color {
	return colorful.OkLch(a.parts[0].scaled(1), a.parts[1].scaled(0.4), a.parts[2].degrees())
}

// wide are the spaces of color().
var wide = map[string]func(a arguments) colorful.Color{
	"srgb":         numbers(func(r, g, b float64) colorful.Color { return colorful.Color{R: r, G: g, B: b} }),
	"srgb-linear":  numbers(colorful.LinearRgb),
	"display-p3":   numbers(colorful.DisplayP3),
	"a98-rgb":      numbers(colorful.A98Rgb),
	"prophoto-rgb": numbers(colorful.ProPhotoRgb),
	"xyz":          numbers(colorful.Xyz),
	"xyz-d65":      numbers(colorful.Xyz),
	"xyz-d50":      numbers(colorful.XyzD50),
}

func numbers(space func(x, y, z float64) colorful.Color) func(arguments) colorful.Color {
	return func(a arguments) colorful.Color {
		return space(a.parts[0].scaled(1), a.parts[1].scaled(1), a.parts[2].scaled(1))
	}
}

// cutTop cuts at the first separator that is within no parentheses.
func cutTop(s string, separator byte) (before, after string, found bool) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case separator:
			if depth == 0 {
				return s[:i], s[i+1:], true
			}
		}
	}
	return s, "", false
}
