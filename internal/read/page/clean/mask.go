package clean

import (
	"slices"
	"strings"
)

// masked is painted by nothing: through a mask without colour or size, or a filter.
func (d *declarations) masked() bool {
	for name, args := range functions(d.of(filter)) {
		if name == "opacity" && len(args) == 1 {
			if value, ok := share(args[0]); ok && value < faint {
				return true
			}
		}
	}
	image, size := d.of(maskImage), d.of(maskSize)
	if short := d.of(mask); image == "" && short != "" {
		image = short
		if size == "" {
			_, size, _ = strings.Cut(withoutArguments(short), "/")
		}
	}
	if image == "" || image == "none" || strings.HasPrefix(image, "none ") {
		return false
	}
	if sides := strings.Fields(size); !strings.Contains(size, ",") && slices.ContainsFunc(sides[:min(len(sides), 2)], isNothing) {
		return true
	}
	return isClearGradient(image)
}

// isNothing reports whether a length is zero.
func isNothing(value string) bool {
	size, ok := pixels(value)
	return ok && size == 0
}

// isClearGradient reports whether an image is one gradient all of whose colours are clear.
func isClearGradient(image string) bool {
	name, _, found := strings.Cut(image, "(")
	if !found || !strings.HasSuffix(name, "-gradient") {
		return false
	}
	size := functionLength(image[len(name):])
	whole := strings.TrimSuffix(strings.TrimPrefix(image[len(name):len(name)+size], "("), ")")
	if strings.Contains(image[len(name)+size:], "gradient(") || strings.Contains(image[len(name)+size:], "url(") {
		return false
	}
	stops, clearly := 0, true
	for stop := range list(whole) {
		stop = strings.TrimSpace(stop)
		ink, _, _ := strings.Cut(stop, " ")
		if open := strings.IndexByte(stop, '('); open > 0 && open < len(ink) {
			ink = stop[:open+functionLength(stop[open:])]
		}
		stops++
		direction := stops == 1 && !isValid(color, ink)
		clearly = clearly && (direction || isClear(ink))
	}
	return clearly && stops > 1
}

// withoutArguments is a value without what stands in brackets.
func withoutArguments(value string) string {
	var b strings.Builder
	for value != "" {
		i := strings.IndexByte(value, '(')
		if i < 0 {
			b.WriteString(value)
			break
		}
		b.WriteString(value[:i])
		value = value[i+functionLength(value[i:]):]
	}
	return b.String()
}
