package palette_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/brand/cascade"
	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
	"github.com/quarryapi/quarry/internal/read/brand/palette"
)

// vars are custom properties, used once each; a name that begins with a dot is unused.
func vars(pairs ...string) []cascade.Variable {
	var all []cascade.Variable
	for i := 0; i < len(pairs); i += 2 {
		v := cascade.Variable{Name: strings.TrimPrefix(pairs[i], "."), Value: pairs[i+1], Uses: 1}
		if v.Name != pairs[i] {
			v.Uses = 0
		}
		all = append(all, v)
	}
	return all
}

func button(name, background string) computedstyle.Element {
	return computedstyle.Element{Role: computedstyle.Button, Name: name, Background: background}
}

func link(color string) computedstyle.Element {
	return computedstyle.Element{Role: computedstyle.Link, Color: color}
}

func body(color, background string) computedstyle.Element {
	return computedstyle.Element{Role: computedstyle.Body, Color: color, Background: background}
}

const (
	teal   = "#0b5d5b"
	orange = "#e2703a"
	navy   = "#2f4869"
	white  = "#ffffff"
	black  = "#000000"
)

type colors = map[palette.Name]string

func TestChoose(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		in   palette.Evidence
		want colors
	}{
		"nothing":       {palette.Evidence{}, colors{}},
		"an empty page": {palette.Evidence{Styled: true}, colors{"background": white, "text": black}},
		"all declared": {
			palette.Evidence{Variables: vars("--color-primary", teal, "--secondary", navy, "--accent-color", orange, "--bg", "#fbfaf5", "--text-color", "#1c2b2a")},
			colors{"primary": teal, "secondary": navy, "accent": orange, "background": "#fbfaf5", "text": "#1c2b2a"},
		},
		"what is seen goes before what is declared, for ground and ink": {
			palette.Evidence{Variables: vars("--background", "#111111", "--text", white), Elements: []computedstyle.Element{body("#222", "#fafafa")}, Styled: true},
			colors{"background": "#fafafa", "text": "#222222"},
		},
		"buttons and links": {
			palette.Evidence{Elements: []computedstyle.Element{button("btn", teal), link(orange), link(orange), button("btn", "#fff"), button("btn", "transparent")}},
			colors{"primary": teal, "secondary": orange},
		},
		"a second and a third use": {
			palette.Evidence{Elements: []computedstyle.Element{button("", teal), {Role: computedstyle.Header, Background: navy}, link(orange)}},
			colors{"primary": teal, "secondary": navy, "accent": orange},
		},
		"a declared colour beats its likes in use": {
			palette.Evidence{Variables: vars("--brand", teal), Elements: []computedstyle.Element{button("", orange), link(orange)}},
			colors{"primary": teal, "secondary": orange},
		},
		"one that nobody uses does not": {
			palette.Evidence{Variables: vars(".--primary", teal), Elements: []computedstyle.Element{button("", orange)}},
			colors{"primary": orange},
		},
		"frameworks' own": {
			palette.Evidence{Variables: vars("--bs-primary", "#0d6efd", "--wp--preset--color--primary", "#cf2e2e", "--tw-primary", "red", "--swiper-theme-color", "#007aff", "--e-global-color-primary", "#6EC1E4", "--primary", "#007bff", "--secondary", "rgb(108,117,125)")},
			colors{},
		},
		"a site's own in a framework's name": {
			palette.Evidence{Variables: vars("--e-global-color-primary", teal, "--ifm-color-primary", "#3578e5")},
			colors{"primary": teal},
		},
		"names that say too much": {
			palette.Evidence{Variables: vars("--primary-hover", "red", "--text-on-primary", "red", "--primary-foreground", "red", "--bg-primary", "red", "--primary-50", "red", "--btn-primary-border", "red", "--primary-light", "red")},
			colors{},
		},
		"names of all kinds": {
			palette.Evidence{Variables: vars("--acmeColorPrimary500", teal, "--acme-brand-secondary", navy, "--Color_Accent", orange)},
			colors{"primary": teal, "secondary": navy, "accent": orange},
		},
		"bare components": {
			palette.Evidence{Variables: vars("--primary", "178.5 79% 20%", "--secondary", "47 72 105", "--accent", "300 20 20", "--background", "0 0% 100%")},
			colors{"primary": "#0b5b59", "secondary": navy, "background": white},
		},
		"hints": {
			palette.Evidence{Hints: []palette.Hint{{Source: palette.ThemeColor, Color: teal}, {Source: palette.TileColor, Color: "#da532c"}, {Source: palette.MaskIcon, Color: orange}, {Source: palette.ManifestBackground, Color: "#fbfaf5"}, {Source: palette.ThemeColor, Color: "#ffffff"}}},
			colors{"primary": teal, "secondary": orange, "background": "#fbfaf5"},
		},
		"links that nobody styled": {
			palette.Evidence{Elements: []computedstyle.Element{link("rgb(0, 0, 238)"), link("#551A8B")}},
			colors{},
		},
		"a brand in black": {
			palette.Evidence{Elements: []computedstyle.Element{button("btn-primary", "#111"), body("#111", white)}},
			colors{"primary": "#111111", "background": white, "text": "#111111"},
		},
		"grey buttons alone": {
			palette.Evidence{Elements: []computedstyle.Element{button("", "#eee"), button("", "#aaa")}},
			colors{},
		},
		"headings in the ink of the text": {
			palette.Evidence{Elements: []computedstyle.Element{body("#386641", "#f2e8cf"), {Role: computedstyle.Heading, Color: "#386641"}, {Role: computedstyle.Header, Background: "#f2e8cf"}, link("#bc4749")}},
			colors{"background": "#f2e8cf", "text": "#386641", "primary": "#bc4749"},
		},
		"secondary by the button's name": {
			palette.Evidence{Elements: []computedstyle.Element{button("btn btn-secondary", navy), button("btn btn-primary", teal)}},
			colors{"primary": teal, "secondary": navy},
		},
		"a gradient": {
			palette.Evidence{Elements: []computedstyle.Element{button("", "linear-gradient(90deg, rgb(11, 93, 91) 0%, #fff)")}},
			colors{"primary": teal},
		},
		"translucent ink": {
			palette.Evidence{Elements: []computedstyle.Element{body("rgba(0,0,0,.87)", "rgb(255 255 255)")}},
			colors{"background": white, "text": "#212121"},
		},
		"nearly the same is the same": {
			palette.Evidence{Elements: []computedstyle.Element{button("", teal), link("#0c5d5b"), {Role: computedstyle.Header, Background: "#0b5e5c"}}},
			colors{"primary": teal},
		},
		"among equals the first": {
			palette.Evidence{Elements: []computedstyle.Element{button("", navy), button("", teal)}},
			colors{"primary": navy, "secondary": teal},
		},
		"most of the text": {
			palette.Evidence{Elements: []computedstyle.Element{body("red", ""), {Role: computedstyle.Text, Color: "#999"}, {Role: computedstyle.Text, Color: "#333"}, {Role: computedstyle.Text, Color: "#333"}}},
			colors{"text": "#333333"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, palette.Choose(c.in)); diff != "" {
				t.Errorf("Choose mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFirst(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"red": "#ff0000", "#fff url(x.png) no-repeat": "#ffffff", "url(red) rgb(1, 2, 3)": "#010203",
		"repeating-linear-gradient(45deg,oklch(1 0 0),red)": "#ffffff", "radial-gradient(circle at 0 0, hsl(0 100% 50%) 10%, blue)": "#ff0000",
		"none": "", "url(data:red)": "", "": "", "linear-gradient(": "", strings.Repeat("x(", 5000): "",
	} {
		c, ok := palette.First(in)
		if got := c.Hex(); ok != (want != "") || ok && got != want {
			t.Errorf("%.40q: %s %t, want %s", in, got, ok, want)
		}
	}
}
