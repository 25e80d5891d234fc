package frontier

// MaxSpellings is for how many patterns without braces one with braces can stand: matching takes time for each.
const MaxSpellings = 64

// spellings is for how many patterns without braces a valid one stands: each alternative with all of what is behind
// its braces. It stops counting where that is too many.
func spellings(pattern string) (count int) {
	depth, open, last := 0, 0, len(pattern)
	var cuts []int // where alternatives of the first braces end
	visit(pattern, func(i int) bool {
		switch pattern[i] {
		case '{':
			if depth++; depth == 1 {
				open = i
			}
		case '}':
			depth--
		case ',':
			if depth == 1 {
				cuts = append(cuts, i)
			}
			return true
		default:
			return true
		}
		if depth == 0 {
			cuts, last = append(cuts, i), i
		}
		return depth > 0
	})
	if len(cuts) == 0 {
		return 1
	}
	from := open + 1
	for _, cut := range cuts {
		if count += spellings(pattern[from:cut] + pattern[last+1:]); count > MaxSpellings {
			break
		}
		from = cut + 1
	}
	return count
}

// visit visits what of a pattern is neither escaped nor in a class, as long as next returns true.
func visit(pattern string, next func(i int) bool) {
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case !next(i):
			return
		}
	}
}
