package palette

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/brand/cascade"
	"github.com/quarryapi/quarry/internal/read/brand/color"
	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
)

// Weights of votes. A custom property that is named for the brand is the brand's own
// word; a button is what a brand wants to be seen.
const (
	declaredWeight = 10.0
	unusedPart     = 0.2 // of it for a property that no rule asks for
	buttonWeight   = 5.0
	plainButton    = 2.0 // black and dark grey buttons
	linkWeight     = 3.0
	areaWeight     = 3.0 // header, navigation
	headingWeight  = 2.0
	themeWeight    = 4.0
	hintWeight     = 2.0
)

func (t *tally) variables(list []cascade.Variable) {
	for _, v := range list {
		name, part := roleOf(v.Name)
		if name == "" || name == Background || name == Text || isDefault(v) {
			continue
		}
		c, ok := loose(v.Value)
		if !ok || !c.Opaque() || c.Lightness() > 0.97 && !c.Chromatic() {
			continue
		}
		weight := declaredWeight * part
		if v.Uses == 0 {
			weight *= unusedPart
		}
		t.declare(name, c, weight)
	}
}

// generated are the tile colours that an icon generator offers and many leave.
var generated = []string{"#da532c", "#2b5797", "#00aba9", "#ffc40d", "#b91d47", "#603cba", "#9f00a7", "#2d89ef", "#1d1d1d", "#5bbad5"}

func (t *tally) hints(list []Hint) {
	for _, h := range list {
		c, ok := color.Parse(h.Color)
		if !ok || !c.Opaque() || !c.Chromatic() || slices.Contains(generated, c.Hex()) {
			continue
		}
		switch h.Source {
		case ThemeColor:
			t.vote(string(h.Source), c, themeWeight)
		case MaskIcon, TileColor, ManifestTheme:
			t.vote(string(h.Source), c, hintWeight)
		case ManifestBackground:
		}
	}
}

func (t *tally) elements(list []computedstyle.Element) {
	for _, e := range list {
		switch e.Role {
		case computedstyle.Button:
			t.button(e)
		case computedstyle.Link:
			t.ifChromatic("link", e.Color, linkWeight)
		case computedstyle.Heading:
			t.ifChromatic("heading", e.Color, headingWeight)
		case computedstyle.Header, computedstyle.Nav:
			t.ifChromatic("area", e.Background, areaWeight)
		case computedstyle.Body, computedstyle.Text:
		}
	}
}

func (t *tally) button(e computedstyle.Element) {
	c, ok := First(e.Background)
	if !ok || !c.Opaque() {
		return
	}
	words := wordsOf(e.Name)
	switch {
	case slices.Contains(words, "secondary"):
		t.declare(Secondary, c, buttonWeight)
	case c.Chromatic():
		t.vote("button", c, buttonWeight)
	case c.Lightness() < 0.6:
		t.vote("button", c, plainButton)
	}
	if slices.Contains(words, "primary") && c.Lightness() < 0.97 {
		t.vote("primary button", c, hintWeight)
	}
}

// ifChromatic votes for what has a hue, and stands out from the page's own ink and
// ground. Links that nobody styled are blue, and say nothing.
func (t *tally) ifChromatic(kind, value string, weight float64) {
	c, ok := First(value)
	unstyled := c == color.Color{B: 0xee, Alpha: 1} || c == color.Color{R: 0x55, G: 0x1a, B: 0x8b, Alpha: 1}
	if !ok || !c.Opaque() || !c.Chromatic() || unstyled || c.Distance(t.background) < same || t.text.Alpha > 0 && c.Distance(t.text) < same {
		return
	}
	t.vote(kind, c, weight)
}

// ground is what the page lies on.
func ground(e Evidence) (color.Color, bool) {
	for _, el := range e.Elements {
		if c, ok := First(el.Background); el.Role == computedstyle.Body && ok && c.Opaque() {
			return c.Solid(), true
		}
	}
	if c, ok := named(e.Variables, Background); ok {
		return c, true
	}
	if e.Styled {
		return color.Color{R: 255, G: 255, B: 255, Alpha: 1}, true
	}
	for _, h := range e.Hints {
		if c, ok := color.Parse(h.Color); h.Source == ManifestBackground && ok && c.Opaque() {
			return c.Solid(), true
		}
	}
	return color.Color{}, false
}

// ink is what most of the text is written in.
func ink(e Evidence, background color.Color) (color.Color, bool) {
	for _, role := range []computedstyle.Role{computedstyle.Text, computedstyle.Body} {
		votes := tally{background: background}
		for _, el := range e.Elements {
			if c, ok := color.Parse(el.Color); el.Role == role && ok && c.Alpha > 0.3 {
				votes.entry(c).usage += enough
			}
		}
		if c, ok := votes.best(func(e entry) float64 { return e.usage }, nil, 0); ok {
			return c, true
		}
	}
	if c, ok := named(e.Variables, Text); ok {
		return c, true
	}
	return color.Color{Alpha: 1}, e.Styled
}

// named is the first used custom property of a name.
func named(list []cascade.Variable, want Name) (color.Color, bool) {
	for _, v := range list {
		if name, _ := roleOf(v.Name); name != want || v.Uses == 0 || isDefault(v) {
			continue
		}
		if c, ok := loose(v.Value); ok && c.Opaque() {
			return c.Solid(), true
		}
	}
	return color.Color{}, false
}

// First is the first colour of a background: of a shorthand, or of a gradient.
func First(value string) (color.Color, bool) {
	const longest = 1000
	if len(value) > longest {
		return color.Color{}, false
	}
	if c, ok := color.Parse(value); ok {
		return c, true
	}
	for _, token := range tokens(value) {
		if c, ok := color.Parse(token); ok {
			return c, true
		}
		name, inner, found := strings.Cut(token, "(")
		if !found || !strings.HasSuffix(name, "gradient") {
			continue
		}
		for _, part := range tokens(strings.TrimSuffix(inner, ")")) {
			if c, ok := color.Parse(part); ok {
				return c, true
			}
		}
	}
	return color.Color{}, false
}

// tokens splits at spaces and commas that are within no parentheses.
func tokens(value string) []string {
	depth := 0
	return strings.FieldsFunc(value, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth == 0 && (r == ' ' || r == ',')
	})
}
