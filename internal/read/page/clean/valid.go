package clean

import (
	"strings"
	"sync"
)

// Browsers leave out a declaration whose value they do not understand, and an earlier one for the same property counts. What
// is known here of the values of a property is what their words, numbers and functions are.

var (
	lengths = setOf(fontSize, left, top, right, inset, marginLeft, margin, textIndent, height, width, maxHeight, maxWidth, minHeight, minWidth,
		padding, paddingTop, paddingBottom, paddingLeft, paddingRight, translate, maskSize)
	counts  = setOf(opacity, scale, zoom)
	colours = setOf(color, backgroundColor, textFill)
	moved   = setOf(transform)
	// single are those whose value is one word, number or function.
	single = setOf(position, visibility, contentVisibility, opacity, fontSize, left, top, right, marginLeft, height, width, maxHeight, maxWidth,
		minHeight, minWidth, paddingTop, paddingBottom, paddingLeft, paddingRight, color, backgroundColor, textFill, clip, zoom)
	// exact are the properties whose values are known.
	exact = lengths | counts | colours | moved | setOf(display, position, visibility, contentVisibility, overflow, rotate, clip, clipPath, filter, maskImage)
)

// valueWords are the words that are values, each with the properties that it is one of.
var valueWords = sync.OnceValue(func() map[string]set {
	return wordTable([]wordList{
		{setOf(display), `block inline inline-block flex inline-flex grid inline-grid table inline-table table-row table-cell table-row-group table-header-group
		table-footer-group table-column table-column-group table-caption list-item contents flow-root flow ruby ruby-base ruby-text ruby-base-container
		ruby-text-container run-in math inline-list-item grid-lanes inline-grid-lanes -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex`},
		{setOf(display, transform, translate, scale, rotate, clipPath, filter, maskImage, maxHeight, maxWidth), "none"},
		{setOf(position), "static relative absolute fixed sticky -webkit-sticky"},
		{setOf(visibility), "visible hidden collapse"},
		{setOf(contentVisibility), "visible hidden auto"},
		{setOf(overflow), "visible hidden clip scroll auto overlay -moz-hidden-unscrollable -webkit-paged-x -webkit-paged-y"},
		{setOf(left, top, right, inset, marginLeft, margin, height, width, minHeight, minWidth, maskSize, clip), "auto"},
		{setOf(fontSize), "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math"},
		{setOf(textIndent), "hanging each-line"},
		{setOf(zoom), "normal reset document"},
		{setOf(maskSize), "contain cover"},
		{setOf(rotate), "x y z"},
		{setOf(clipPath), "border-box padding-box content-box margin-box fill-box stroke-box view-box"},
		{
			setOf(height, width, maxHeight, maxWidth, minHeight, minWidth),
			"min-content max-content fit-content stretch -webkit-fill-available -moz-available -webkit-min-content -webkit-max-content -webkit-fit-content -moz-fit-content -moz-min-content -moz-max-content intrinsic min-intrinsic",
		},
		{colours, `transparent currentcolor aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
		chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta
		darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink
		deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey
		honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow
		lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime
		limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen
		mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
		palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
		saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle
		tomato turquoise violet wheat white whitesmoke yellow yellowgreen
		accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field fieldtext graytext highlight highlighttext
		linktext mark marktext selecteditem selecteditemtext visitedtext activeborder activecaption appworkspace background buttonhighlight buttonshadow
		captiontext inactiveborder inactivecaption inactivecaptiontext infobackground infotext menu menutext scrollbar threeddarkshadow threedface
		threedhighlight threedlightshadow threedshadow window windowframe windowtext -webkit-link -webkit-text -webkit-activelink -webkit-focus-ring-color`},
		{^set(0), "inherit initial unset revert revert-layer"},
	})
})

// valueFunctions are the functions that are values. Those of all properties may have any value.
var valueFunctions = sync.OnceValue(func() map[string]set {
	return wordTable([]wordList{
		{^set(0), "var env attr if inherit first-valid --"},
		{lengths | counts, `calc min max clamp round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot log exp abs sign progress sibling-index
		sibling-count random anchor anchor-size calc-size fit-content -webkit-calc -moz-calc`},
		{colours, "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color device-cmyk alpha"},
		{moved, `matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez
		rotate3d skew skewx skewy perspective`},
		{setOf(clip), "rect"},
		{setOf(clipPath), "inset circle ellipse polygon path rect xywh shape url"},
		{setOf(filter), "blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia url"},
		{setOf(maskImage), `url linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
		-webkit-linear-gradient -webkit-radial-gradient -webkit-gradient -webkit-repeating-linear-gradient -webkit-repeating-radial-gradient image-set
		-webkit-image-set cross-fade -webkit-cross-fade element -moz-element paint`},
		{setOf(rotate), "calc"},
	})
})

type wordList struct {
	of    set
	words string
}

func wordTable(lists []wordList) map[string]set {
	table := map[string]set{}
	for _, l := range lists {
		for word := range strings.FieldsSeq(l.words) {
			table[word] |= l.of
		}
	}
	return table
}

// isValid reports whether a browser would take a value for a property: false for what it would surely not.
func isValid(p property, value string) bool {
	value, mark, important := strings.Cut(value, "!")
	if important && !strings.EqualFold(strings.TrimSpace(mark), "important") {
		return false
	}
	value = strings.TrimSpace(value)
	if value == "" {
		return false
	}
	bit := setOf(p)
	if exact&bit == 0 {
		return true
	}
	if !isPlain(value) {
		value = strings.Join(strings.Fields(strings.ToLower(value)), " ")
	}
	parts, none := 0, false
	for value != "" {
		size, ok, free := part(value, bit)
		if free {
			return true
		}
		if !ok {
			return false
		}
		none = none || value[:size] == "none"
		parts++
		value = strings.TrimLeft(value[size:], " ,/")
	}
	return parts == 1 || single&bit == 0 && !none && (p != display || parts <= most)
}

// most is how many words the value of display has at most.
const most = 3

// part measures the first word, number or function of a value, and reports whether it is one of a property's. Free is what may stand for any value.
func part(value string, bit set) (size int, ok, free bool) {
	size = strings.IndexAny(value, " ,/(")
	if size < 0 {
		size = len(value)
	}
	word := value[:size]
	if size < len(value) && value[size] == '(' {
		of := valueFunctions()[word]
		if strings.HasPrefix(word, "--") {
			of = ^set(0)
		}
		return size + functionLength(value[size:]), of&bit != 0, of == ^set(0)
	}
	switch c := word[0]; {
	case c == '#':
		return size, colours&bit != 0 && isHex(word[1:]), false
	case c >= '0' && c <= '9', c == '.', c == '-' && size > 1 && (word[1] >= '0' && word[1] <= '9' || word[1] == '.'), c == '+':
		return size, isNumber(word, bit), false
	}
	return size, valueWords()[word]&bit != 0, false
}

// functionLength is that of the brackets at the begin of s, with what is in them.
func functionLength(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// isHex reports whether a text is the digits of a colour.
func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == 3 || len(s) == 4 || len(s) == 6 || len(s) == 8
}

// isNumber reports whether a text is a number with a unit that properties may have. Old pages have lengths without one.
func isNumber(s string, bit set) bool {
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz%")
	if strings.Trim(number, "+-.0123456789e") != "" {
		return false
	}
	switch unit := s[len(number):]; unit {
	case "", "%":
		return (lengths|counts|setOf(rotate))&bit != 0
	case "deg", "grad", "rad", "turn":
		return setOf(rotate)&bit != 0
	case "px", "em", "rem", "ex", "ch", "vw", "vh", "vmin", "vmax", "cm", "mm", "q", "in", "pt", "pc", "cap", "ic", "lh", "rlh", "rex", "rch", "ric", "rcap", "vi", "vb",
		"svw", "svh", "svi", "svb", "svmin", "svmax", "lvw", "lvh", "lvi", "lvb", "lvmin", "lvmax", "dvw", "dvh", "dvi", "dvb", "dvmin", "dvmax", "cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax":
		return lengths&bit != 0
	}
	return false
}
