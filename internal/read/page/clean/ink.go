package clean

import "strings"

// colourless is text without a colour, or with that of its own background. What fills its letters goes before its colour.
func (d *declarations) colourless() bool {
	value := d.of(textFill)
	if value == "" || value == "currentcolor" {
		value = d.of(color)
	}
	ink := colour(value)
	if ink == "" || ink != unpainted && value[0] == '#' && d.values[backgroundColor] == "" && d.values[background] == "" {
		return false
	}
	if d.of(backgroundClip) == "text" || d.of(webkitBackgroundClip) == "text" || d.values[textShadow] != "" || d.values[textStroke] != "" || d.values[backgroundImage] != "" {
		return false
	}
	paper := colour(d.of(backgroundColor))
	if paper == "" {
		paper = colour(d.of(background))
	}
	return ink == unpainted || ink == paper && isValid(color, value)
}

// unpainted is the colour of nothing.
const unpainted = "transparent"

// colour brings the usual ways of writing one into one form; empty for none, and for what is not
// plainly a colour.
func colour(value string) string {
	switch {
	case value == "" || strings.Contains(value, "var(") || value == "inherit" || value == "initial" || value == "currentcolor" || value == "unset":
		return ""
	case isClear(value):
		return unpainted
	}
	value = strings.ReplaceAll(value, " ", "")
	switch {
	case value == "white" || value == "rgb(255,255,255)" || value == "rgba(255,255,255,1)":
		return "#ffffff"
	case value == "black" || value == "rgb(0,0,0)" || value == "rgba(0,0,0,1)":
		return "#000000"
	case len(value) == 4 && value[0] == '#':
		return "#" + strings.Repeat(value[1:2], 2) + strings.Repeat(value[2:3], 2) + strings.Repeat(value[3:4], 2)
	}
	return value
}

// isClear reports whether nobody reads what has a colour, by its alpha.
func isClear(value string) bool {
	if value == unpainted {
		return true
	}
	if digits, isHex := strings.CutPrefix(value, "#"); isHex { // below a tenth, the alpha has at most 19 in 255
		return len(digits) == 4 && digits[3] <= '1' || len(digits) == 8 && (digits[6] == '0' || digits[6] == '1' && digits[7] <= '9')
	}
	name, list, found := strings.Cut(value, "(")
	list, ends := strings.CutSuffix(list, ")")
	if !found || !ends || valueFunctions()[name]&setOf(color) == 0 {
		return false
	}
	alpha := ""
	if before, after, slash := strings.Cut(list, "/"); slash {
		alpha = after
		list = before
	} else if fields := strings.Split(list, ","); len(fields) == 4 && name != "color-mix" {
		alpha = fields[3]
	}
	alpha = strings.TrimSpace(alpha)
	v, ok := share(alpha)
	return (ok && v < faint || alpha == "none") && !strings.Contains(list, "(")
}
