// Package font finds the typefaces that a page is set in and gives them the names by
// which people know them. It must not load any.
package font

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
)

// System is the name for whatever the reader's device is set in.
const System = "system-ui"

// Typography are the typefaces of a page; empty where nothing is known.
type Typography struct{ Heading, Body string }

// Choose takes what most headings, and what most of the text is set in; among equals
// the first on the page.
func Choose(elements []computedstyle.Element) Typography {
	return Typography{
		Heading: most(elements, computedstyle.Heading),
		Body:    firstOf(most(elements, computedstyle.Text), most(elements, computedstyle.Body), most(elements, computedstyle.Link)),
	}
}

func firstOf(names ...string) string {
	for _, n := range names {
		if n != "" {
			return n
		}
	}
	return ""
}

func most(elements []computedstyle.Element, role computedstyle.Role) string {
	var names []string
	count := map[string]int{}
	for _, e := range elements {
		if e.Role != role {
			continue
		}
		if n := Name(e.Font); n != "" {
			if count[n]++; count[n] == 1 {
				names = append(names, n)
			}
		}
	}
	best := ""
	for _, n := range names {
		if count[n] > count[best] {
			best = n
		}
	}
	return best
}

// systems are the names by which pages ask for the device's own typeface. A stack that
// begins with one of them is such a stack, whatever follows.
var systems = []string{
	"system-ui", "-apple-system", "blinkmacsystemfont", "ui-sans-serif", "ui-serif", "ui-monospace", "ui-rounded", "segoe ui", ".sfnstext-regular", "san francisco",
}

// generic are families without a name, and values that are no family.
var generic = []string{
	"serif", "sans-serif", "monospace", "cursive", "fantasy", "math", "emoji", "fangsong",
	"inherit", "initial", "unset", "revert", "revert-layer", "none", "auto", "normal",
}

var (
	// Of next/font: __Work_Sans_1a2b3c, and __Work_Sans_Fallback_1a2b3c beside it.
	hashed = pattern.Of(`^__(.+?)_[0-9a-f]{5,8}$`)
	// Sets of symbols, by the words in their names.
	symbols = pattern.Of(`(?i)icon|awesome|glyph|symbol|emoji|dingbat|dashicons|ionic|fontello|feather|^eleganticons|^et-line|^themify|^swiper|^slick$|^star$|^fa-|^revicons|wingdings|barcode|katex`)
	// Stand-ins that tools make so that a page does not jump.
	standIn = pattern.Of(`(?i)[ _-](fallback|placeholder|override|adjusted)\b`)
	// How variable fonts are distinguished from static ones.
	variable = pattern.Of(`(?i)[ _-]?(variable|vf|var)$`)
)

// Name is the first family of a list that is a typeface with a name: symbols,
// stand-ins and generic families are passed over. It is System for a list that begins
// with the device's own, and "" when there is none.
func Name(list string) string {
	const most = 20
	for i, family := range strings.Split(list, ",") {
		if i == most {
			break
		}
		family = strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(family), `"'`)), " ")
		lower := strings.ToLower(family)
		switch {
		case slices.Contains(systems, lower):
			return System
		case !named(family, lower):
			continue
		}
		if name := cleaned(family); name != "" {
			return name
		}
	}
	return ""
}

func named(family, lower string) bool {
	const longest = 60
	return family != "" && len(family) <= longest && !slices.Contains(generic, lower) &&
		!strings.ContainsAny(family, "(){};:<>") && !symbols.MatchString(family)
}

// cleaned undoes what tools make of a name; "" for a stand-in.
func cleaned(family string) string {
	if m := hashed.FindStringSubmatch(family); m != nil {
		family = strings.ReplaceAll(m[1], "_", " ")
	}
	if standIn.MatchString(family) {
		return ""
	}
	if name := variable.ReplaceAllString(family, ""); len(name) > 2 {
		return name
	}
	return family
}
