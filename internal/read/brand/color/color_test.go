package color_test

import (
	"math"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/brand/color"
)

// Expected values are those of the examples in CSS Color 4 where it gives any, and
// otherwise what a browser computes.
func TestParse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"#0AF": "#00aaff", "#0af8": "#00aaff88", "#00AAFF": "#00aaff", "#00aaff80": "#00aaff80", "#00aaffff": "#00aaff",
		" RebeccaPurple\n": "#663399", "transparent": "#00000000",
		"rgb(11, 93, 91)": "#0b5d5b", "rgb(11 93 91 / 50%)": "#0b5d5b80", "rgba(11,93,91,.5)": "#0b5d5b80", "rgb(100%, 0%, 50%)": "#ff0080",
		"rgb(300 -20 0)": "#ff0000", "rgb(none 255 none)": "#00ff00", "RGB(1e2 0 0)": "#640000",
		"hsl(120, 100%, 25%)": "#008000", "hsl(120deg 100% 25% / 1)": "#008000", "hsla(-240,100%,25%,0.2)": "#00800033",
		"hsl(0.5turn 100 50)": "#00ffff", "hsl(3.14159265rad 100% 50%)": "#00ffff", "hsl(200grad 100% 50%)": "#00ffff",
		"hwb(194 0% 0%)": "#00c4ff", "hwb(0 60% 60%)": "#808080", "hwb(194 0% 0% / 50%)": "#00c4ff80",
		"lab(46.2775% -47.5621 48.5837)": "#008000", "lab(50% 50 0)": "#c14e79", "lab(100% 0 0)": "#ffffff",
		"lch(46.2775% 67.9892 134.3912)": "#008000", "lch(0 0 0)": "#000000",
		"oklab(51.975% -0.1403 0.10768)": "#008000", "oklab(1 0 0)": "#ffffff",
		"oklch(51.975% 0.17686 142.495)": "#008000", "oklch(0.52 44.2% 142.5deg)": "#008000", "oklch(0.628 0.2577 29.23)": "#ff0000",
		"color(srgb 1 0.5 0)": "#ff8000", "color(srgb 100% 50% 0% / .5)": "#ff800080", "color(display-p3 1 1 1)": "#ffffff",
		"color(display-p3 0 1 0)": "#00ff00", "color(srgb-linear 0.2159 0.2159 0.2159)": "#808080",
		"color(xyz-d50 0.9643 1 0.8251)": "#ffffff", "color(xyz 0.0772 0.1544 0.0257)": "#008000",
		"color(a98-rgb 0 0 0)": "#000000", "color(prophoto-rgb 1 1 1)": "#ffffff",
		"light-dark(#123, #fed)": "#112233", "light-dark(rgb(1, 2, 3), black)": "#010203",
	} {
		c, ok := color.Parse(in)
		if !ok || !near(c.Hex(), want) {
			t.Errorf("%q is %s %t, want %s", in, c.Hex(), ok, want)
		}
	}
}

// near allows a last bit of rounding in each channel.
func near(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	x, okX := color.Parse(a)
	y, okY := color.Parse(b)
	far := func(p, q uint8) bool { return math.Abs(float64(p)-float64(q)) > 1 }
	return okX && okY && !far(x.R, y.R) && !far(x.G, y.G) && !far(x.B, y.B) && math.Abs(x.Alpha-y.Alpha) < 0.005
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "inherit", "currentcolor", "var(--x)", "rgb", "rgb(", "rgb()", "rgb(1)",
		"rgb(1 2)", "rgb(1 2 3 4 5)", "rgb(a b c)", "rgb(1px 2 3)", "hsl(%%%)", "color(cmyk 1 2 3)", "color(srgb)", "url(#a)",
		"rgb(NaN 0 0)", "rgb(1e999 0 0)", "oklch(1e300 1e300 0)/", "light-dark(light-dark(", "linear-gradient(red, blue)", strings.Repeat("(", 10_000),
		"light-dark(" + strings.Repeat("light-dark(", 200),
	} {
		if c, ok := color.Parse(in); ok {
			t.Errorf("%.40q is %s", in, c.Hex())
		}
	}
}

func TestJudgements(t *testing.T) {
	t.Parallel()
	for in, chromatic := range map[string]bool{
		"#fff": false, "#000": false, "#888": false, "#f8f9fa": false, "#111827": false, "#fbfaf5": false,
		"#0b5d5b": true, "#e2703a": true, "#ffd700": true, "#0d6efd": true, "#7a1f2b": true,
	} {
		c, _ := color.Parse(in)
		if c.Chromatic() != chromatic {
			t.Errorf("%s: chromatic %t, chroma %.3f, lightness %.3f", in, c.Chromatic(), c.Chroma(), c.Lightness())
		}
	}
	a, _ := color.Parse("#0b5d5b")
	b, _ := color.Parse("#0c5d5b")
	far, _ := color.Parse("#e2703a")
	if a.Distance(b) > 0.02 || a.Distance(far) < 0.2 {
		t.Errorf("distances %.3f and %.3f", a.Distance(b), a.Distance(far))
	}
	glass, _ := color.Parse("#0b5d5b80")
	if glass.Opaque() || !glass.Solid().Opaque() || glass.Solid().Hex() != "#0b5d5b" {
		t.Error("half a colour is taken for a whole one")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("rgb(1 2 3 / 4%)")
	f.Add("light-dark(oklch(.5 .2 30deg), #fff8)")
	f.Fuzz(func(t *testing.T, in string) {
		c, ok := color.Parse(in)
		if !ok {
			return
		}
		again, ok := color.Parse(c.Hex())
		if !ok || again.Hex() != c.Hex() {
			t.Errorf("%q is %s, which is %s", in, c.Hex(), again.Hex())
		}
	})
}
