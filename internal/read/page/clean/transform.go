package clean

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// functions yields those of a value, each with its name and its arguments.
func functions(value string) func(func(name string, args []string) bool) {
	return func(yield func(string, []string) bool) {
		for {
			name, _, found := strings.Cut(value, "(")
			if !found {
				return
			}
			size := functionLength(value[len(name):])
			whole := value[len(name) : len(name)+size]
			value = strings.TrimLeft(value[len(name)+size:], " ,")
			if !yield(name, arguments(whole)) {
				return
			}
		}
	}
}

// carried reports whether an element is carried beyond the page's edges by its transform.
func (d *declarations) carried() bool {
	gone := func(value string) bool {
		at, ok := pixels(value)
		return ok && at <= 2*far
	}
	for name, args := range functions(d.of(transform)) {
		switch {
		case strings.HasPrefix(name, "translate") && slices.ContainsFunc(args, gone):
			return true
		case name == "matrix" && len(args) == 6:
			if m := figures(args[4:]); m != nil && min(m[0], m[1]) <= 2*far {
				return true
			}
		}
	}
	return false
}

const (
	dot   = 0.05 // a scale at which nobody reads
	chain = 4    // so many functions are what tools write that make a text grow
)

func isDot(value string) bool {
	v, ok := share(value)
	return ok && math.Abs(v) < dot
}

// shrunk is scaled to a dot, or stands on its edge.
func (d *declarations) shrunk() bool {
	turns := d.of(transform)
	if strings.Count(turns, "(") >= chain {
		turns = ""
	}
	for name, args := range functions(turns) {
		if isSurfaceless(name, args) {
			return true
		}
	}
	if axis, angle, found := strings.Cut(d.of(rotate), " "); found && (axis == "x" || axis == "y") && isEdge(angle) {
		return true
	}
	sides := strings.Fields(d.of(scale))
	return slices.ContainsFunc(sides[:min(len(sides), 2)], isDot) || d.of(zoom) != "0" && isDot(d.of(zoom)) // without a size it has its own
}

// isSurfaceless reports whether a function of a transform leaves nothing to be read.
func isSurfaceless(name string, args []string) bool {
	switch name {
	case "scale", "scalex", "scaley":
		return slices.ContainsFunc(args, isDot)
	case "scale3d":
		return len(args) == 3 && slices.ContainsFunc(args[:2], isDot)
	case "rotatex", "rotatey":
		return len(args) == 1 && isEdge(args[0])
	case "matrix":
		return levelled(figures(args), 6, 0, 1, 2, 3)
	case "matrix3d":
		return levelled(figures(args), 16, 0, 1, 4, 5)
	}
	return false
}

// levelled reports whether a matrix of so many numbers leaves a surface no area, by four of them.
func levelled(m []float64, size, a, b, c, d int) bool {
	return len(m) == size && math.Abs(m[a]*m[d]-m[b]*m[c]) < dot*dot
}

// figures reads some; nil where one is none.
func figures(values []string) (all []float64) {
	for _, value := range values {
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil
		}
		all = append(all, v)
	}
	return all
}

// isEdge reports whether who is turned so far is seen from the side.
func isEdge(angle string) bool {
	number := strings.TrimRight(angle, "abcdefghijklmnopqrstuvwxyz")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false
	}
	switch angle[len(number):] {
	case "deg":
		v /= 360
	case "grad":
		v /= 400
	case "rad":
		v /= 2 * math.Pi
	case "turn":
	default:
		return false
	}
	_, part := math.Modf(math.Abs(v) * 2)
	return math.Abs(part-0.5) < 1e-3
}
