// Package palette chooses the named colours of a brand among all that a page shows and
// declares. Each observation is a vote with a weight; docs/brand.md explains them. It
// must not read pages or stylesheets itself.
package palette

import (
	"github.com/quarryapi/quarry/internal/read/brand/cascade"
	"github.com/quarryapi/quarry/internal/read/brand/color"
	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
)

// Name is the name of a colour in a palette.
type Name string

// The names, all that there are.
const (
	Primary    Name = "primary"
	Secondary  Name = "secondary"
	Accent     Name = "accent"
	Background Name = "background"
	Text       Name = "text"
)

// Hint is a colour that a page names for what shows it: a browser's frame, a tile.
type Hint struct {
	Source Source
	Color  string // as CSS
}

// Source is where a Hint stands.
type Source string

// The sources of hints.
const (
	ThemeColor         Source = "theme-color"
	MaskIcon           Source = "mask-icon"
	TileColor          Source = "tile-color"
	ManifestTheme      Source = "manifest-theme"
	ManifestBackground Source = "manifest-background"
)

// Evidence is what a palette is chosen from.
type Evidence struct {
	Variables []cascade.Variable
	Hints     []Hint
	Elements  []computedstyle.Element
	// Styled is true when the page's stylesheets are known, all or some: then a page that
	// sets no ground is white, and one that sets no ink black.
	Styled bool
}

// Choose returns the colours as "#rrggbb", without those that are not known. Equal
// evidence gives equal colours.
func Choose(e Evidence) map[Name]string {
	t := &tally{background: color.Color{R: 255, G: 255, B: 255, Alpha: 1}}
	chosen := map[Name]string{}
	if ground, ok := ground(e); ok {
		t.background, chosen[Background] = ground, ground.Hex()
	}
	if ink, ok := ink(e, t.background); ok {
		t.text, chosen[Text] = ink, ink.Hex()
	}
	t.variables(e.Variables)
	t.hints(e.Hints)
	t.elements(e.Elements)
	t.choose(chosen)
	return chosen
}

// choose fills in the brand's own colours: first what is declared by a name, then what
// is used most.
func (t *tally) choose(chosen map[Name]string) {
	primary, ok := t.primary()
	if !ok {
		return
	}
	chosen[Primary] = primary.Hex()
	taken := []color.Color{primary}
	others := []Name{Secondary, Accent}
	for _, name := range others {
		if c, ok := t.declared(name, taken); ok {
			chosen[name], taken = c.Hex(), append(taken, c)
		}
	}
	for _, name := range others {
		if chosen[name] != "" {
			continue
		}
		if c, ok := t.used(taken); ok {
			chosen[name], taken = c.Hex(), append(taken, c)
		}
	}
}
