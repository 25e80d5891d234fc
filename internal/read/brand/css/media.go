package css

import (
	"slices"
	"strconv"
	"strings"
)

// screen is the width that width queries are asked about, in CSS pixels.
const screen = 1280

// never are features that hold for few readers, and media that show no page.
var never = []string{
	"prefers-color-scheme:dark", "prefers-contrast:more", "prefers-contrast:high", "prefers-reduced-motion:reduce", "prefers-reduced-transparency",
	"forced-colors:active", "inverted-colors:inverted", "hover:none", "pointer:coarse", "-ms-high-contrast", "orientation:portrait", "monochrome", "color-gamut:rec2020",
}

// Applies reports whether a list of media queries holds for a screen of that width with
// a light theme; an empty list does.
func Applies(queries string) bool {
	list := splitTop(strings.ToLower(queries), ',')
	return len(list) == 0 || slices.ContainsFunc(list, holds)
}

func holds(query string) bool {
	words := strings.Fields(query)
	negated := len(words) > 0 && words[0] == "not"
	if negated {
		words = words[1:]
	}
	if len(words) > 0 && words[0] == "only" {
		words = words[1:]
	}
	if len(words) > 0 && (words[0] == "print" || words[0] == "speech") {
		return negated
	}
	dense := strings.Join(strings.Fields(query), "")
	for _, feature := range never {
		if strings.Contains(dense, feature) {
			return negated || strings.Contains(dense, "(not("+feature)
		}
	}
	return widthFits(dense) != negated
}

// widthFits asks the width queries: (min-width:48em), (width>=768px), (400px<width<=70rem).
func widthFits(dense string) bool {
	for part := range strings.SplitSeq(dense, "(") {
		part, _, _ = strings.Cut(part, ")")
		if name, value, ok := strings.Cut(part, ":"); ok {
			px, known := pixels(value)
			if known && (name == "min-width" && px > screen || name == "max-width" && px < screen) {
				return false
			}
			continue
		}
		before, after, ok := strings.Cut(part, "width")
		if ok && (!compare(mirrored(before)) || !compare(after)) {
			return false
		}
	}
	return true
}

// mirrored turns "400px<=" into ">=400px".
func mirrored(s string) string {
	value := strings.TrimRight(s, "<>=")
	sign := s[len(value):]
	return strings.NewReplacer("<", ">", ">", "<").Replace(sign) + value
}

// compare asks whether the screen's width is as ">=768px" says; what cannot be read holds.
func compare(s string) bool {
	value := strings.TrimLeft(s, "<>=")
	px, known := pixels(value)
	if !known {
		return true
	}
	switch s[:len(s)-len(value)] {
	case ">=":
		return screen >= px
	case ">":
		return screen > px
	case "<=":
		return screen <= px
	case "<":
		return screen < px
	}
	return true
}

func pixels(s string) (float64, bool) {
	for unit, px := range map[string]float64{"px": 1, "rem": 16, "em": 16} {
		number, ok := strings.CutSuffix(s, unit)
		if v, err := strconv.ParseFloat(number, 64); ok && err == nil {
			return v * px, true
		}
	}
	return 0, false
}
