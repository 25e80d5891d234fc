package palette

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/brand/cascade"
	"github.com/quarryapi/quarry/internal/read/brand/color"
)

// roles are the words that say what a custom property is for.
var roles = map[string]Name{
	"primary": Primary, "secondary": Secondary, "accent": Accent, "highlight": Accent,
	"background": Background, "bg": Background, "canvas": Background,
	"text": Text, "foreground": Text, "fg": Text, "ink": Text,
}

// neutral are words that change nothing.
var neutral = []string{
	"color", "colour", "colors", "clr", "col", "c", "main", "base", "default", "theme", "global", "site", "page", "body", "ds", "sys", "ref", "e", "hex", "value", "1",
}

// roleOf reads the name of a custom property. It is "" for names that say nothing or
// too much, such as --primary-hover or --text-on-primary. The part is how much of the
// whole weight the name has: 1, less for the outer steps of a scale.
func roleOf(variable string) (name Name, part float64) {
	part = 1
	brand := false
	for i, w := range wordsOf(variable) {
		role, known := roles[w]
		step, err := strconv.Atoi(w)
		switch {
		case w == "brand":
			brand = true
		case known && (name == "" || name == role):
			name = role
		case known:
			return "", 0
		case slices.Contains(neutral, w):
		case err == nil:
			if part *= scale(step); part == 0 {
				return "", 0
			}
		case i > 0: // the first may be the name of a design system
			return "", 0
		}
	}
	switch {
	case brand && name == "":
		return Primary, part
	case brand && (name == Background || name == Text):
		return "", 0
	}
	return name, part
}

// scale is what a step of a scale from 50 to 950 counts: the brand's own colour is
// mostly in the middle.
func scale(step int) float64 {
	switch step {
	case 500:
		return 0.9
	case 600:
		return 0.8
	case 400, 700:
		return 0.4
	}
	return 0
}

// wordsOf splits at everything that is no letter or digit, and where a capital or a
// number begins.
func wordsOf(name string) []string {
	const longest = 120
	var b strings.Builder
	var last rune
	for _, r := range name[:min(len(name), longest)] {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(last), unicode.IsDigit(r) && unicode.IsLetter(last):
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		last = r
	}
	return strings.Fields(b.String())
}

// frameworks are the beginnings of custom properties that come with a library and have
// its colours, whatever the brand.
var frameworks = []string{
	"--bs-", "--wp--preset--", "--wp--custom--", "--wp-admin-", "--wp-components-", "--wp-block-", "--tw-", "--swiper-", "--plyr-", "--fa-", "--wc-", "--woocommerce",
	"--ot-", "--cky-", "--onetrust", "--cc-", "--ck-", "--fc-", "--docsearch-", "--toastify-", "--splide-", "--pico-", "--mdb-", "--uk-", "--shopify-", "--cl-",
	"--bulma-", "--gfield", "--gf-", "--jp-", "--jetpack-", "--fancybox-", "--f-", "--cookie", "--klaro", "--intercom", "--vscode-", "--rdp-", "--amplify-",
}

// untouched are defaults of frameworks whose names a site uses for its own colours.
var untouched = map[string][]string{
	"--primary":                  {"#007bff"},
	"--secondary":                {"#6c757d"},
	"--e-global-color-primary":   {"#6ec1e4"},
	"--e-global-color-secondary": {"#54595f"},
	"--e-global-color-text":      {"#7a7a7a"},
	"--e-global-color-accent":    {"#61ce70"},
	"--ifm-color-primary":        {"#3578e5"},
}

func isDefault(v cascade.Variable) bool {
	name := strings.ToLower(v.Name)
	if slices.ContainsFunc(frameworks, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
		return true
	}
	c, ok := loose(v.Value)
	return ok && slices.Contains(untouched[name], c.Hex())
}

// bare are the components of a colour without the function around them, as they are
// kept for hsl(var(--primary)) and rgb(var(--primary)).
var bare = pattern.Of(`^\s*([\d.]+)(?:deg)?[\s,]+([\d.]+)(%?)[\s,]+([\d.]+)(%?)\s*$`)

// loose reads a colour, and also three bare components: with percents they are of
// hsl(), otherwise of rgb().
func loose(value string) (color.Color, bool) {
	if c, ok := color.Parse(value); ok {
		return c, true
	}
	m := bare.FindStringSubmatch(value)
	switch {
	case m == nil || len(value) > 60 || m[3] != m[5]:
		return color.Color{}, false
	case m[3] == "%":
		return color.Parse("hsl(" + m[1] + " " + m[2] + "% " + m[4] + "%)")
	}
	for _, n := range []string{m[1], m[2], m[4]} {
		if v, err := strconv.Atoi(n); err != nil || v > 255 {
			return color.Color{}, false
		}
	}
	return color.Parse("rgb(" + m[1] + " " + m[2] + " " + m[4] + ")")
}
