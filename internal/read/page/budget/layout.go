package budget

import "strings"

// level is how good a place to end a part is.
type level int

const (
	never   level = iota
	ofWord        // behind a word of a line
	ofLine        // behind a line
	ofBlock       // behind a block
)

// layout is where the lines of a markdown text are.
type layout struct {
	text  string
	lines []line
}

// line is a line with its end. Lines of a fence belong to one piece, which begins with the
// line that opens it.
type line struct {
	begin, end int
	blank      bool
	within     bool // a fence, behind its first line
	fence      bool // of a fence, its first line, too
	row        bool // of a table
}

func layoutOf(text string) layout {
	l := layout{text: text}
	open := ""
	for begin := 0; begin < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[begin:], '\n'); i >= 0 {
			end = begin + i + 1
		}
		bare := strings.TrimLeft(strings.TrimSpace(text[begin:end]), "> \t")
		one := line{begin: begin, end: end, blank: bare == "", row: strings.HasPrefix(bare, "|")}
		switch {
		case open != "":
			one.within, one.fence, one.blank, one.row = true, true, false, false
			if closes(bare, open) {
				open = ""
			}
		default:
			open = opens(bare)
			one.fence = open != ""
		}
		l.lines = append(l.lines, one)
		begin = end
	}
	return l
}

// opens returns the mark of a fence that a line begins, and "" for other lines. Code may stand
// behind the mark of an item.
func opens(bare string) string {
	if mark := fenceMark(bare); mark != "" {
		return mark
	}
	return fenceMark(behindMarker(bare))
}

func fenceMark(bare string) string {
	for _, c := range []string{"`", "~"} {
		n := len(bare) - len(strings.TrimLeft(bare, c))
		if n >= 3 && (c == "~" || !strings.Contains(bare[n:], "`")) {
			return bare[:n]
		}
	}
	if bare == "$$" {
		return bare
	}
	return ""
}

// behindMarker takes the mark of an item off a line.
func behindMarker(bare string) string {
	mark, rest, found := strings.Cut(bare, " ")
	switch {
	case !found:
		return bare
	case mark == "-" || mark == "*" || mark == "+":
		return strings.TrimLeft(rest, " ")
	}
	if digits := strings.TrimRight(mark, ".)"); digits != "" && len(digits) < len(mark) && strings.Trim(digits, "0123456789") == "" {
		return strings.TrimLeft(rest, " ")
	}
	return bare
}

func closes(bare, open string) bool {
	if open == "$$" {
		return bare == open
	}
	return len(bare) >= len(open) && strings.Trim(bare, open[:1]) == ""
}

// cut is the best end of a part that begins at begin and has its limit at limit; the next
// possible one when none is before it.
func (l layout) cut(begin, limit int) int {
	best, next := [ofBlock + 1]int{}, len(l.text)
	l.places(begin, func(at int, how level) bool {
		if at > limit {
			next = at
			return false
		}
		best[how] = at
		return true
	})
	half := begin + (limit-begin)/2
	switch {
	case best[ofBlock] > half || best[ofBlock] > 0 && best[ofLine] <= best[ofBlock]:
		return best[ofBlock]
	case best[ofLine] > 0:
		return best[ofLine]
	case best[ofWord] > 0:
		return best[ofWord]
	}
	return next
}

// places yields the places behind begin where a part may end, in their order.
func (l layout) places(begin int, yield func(at int, how level) bool) {
	for i := 0; i < len(l.lines); {
		end := i + 1
		for end < len(l.lines) && l.lines[end].fence == l.lines[i].fence && l.lines[end].blank == l.lines[i].blank &&
			(!l.lines[end].fence || l.lines[end].within) {
			end++
		}
		if l.lines[end-1].end > begin && !l.run(i, end, begin, yield) {
			return
		}
		i = end
	}
}

// run yields the places of lines of one sort, and of the line that follows.
func (l layout) run(from, to, begin int, yield func(at int, how level) bool) bool {
	first := l.lines[from]
	bound := func(at int) bool {
		if at <= begin || at == len(l.text) || l.lines[to].blank {
			return true // empty lines belong to the block before them
		}
		return yield(at, l.before(to))
	}
	if first.blank || first.fence {
		return bound(l.lines[to-1].end)
	}
	block := l.text[first.begin:l.lines[to-1].end]
	whole := protected(block)
	for i := from; i < to; i++ {
		if !l.words(l.lines[i], first.begin, &whole, begin, yield) {
			return false
		}
		at := l.lines[i].end
		if i < to-1 && at > begin && !whole.holds(at-first.begin) && !yield(at, ofLine) {
			return false
		}
	}
	return bound(l.lines[to-1].end)
}

// before is how good the place in front of a line is.
func (l layout) before(i int) level {
	if l.lines[i-1].blank {
		return ofBlock
	}
	return ofLine
}

// words yields the places behind the words of a line.
func (l layout) words(one line, origin int, whole *spans, begin int, yield func(at int, how level) bool) bool {
	if one.row {
		return true
	}
	indent := one.begin + len(l.text[one.begin:one.end]) - len(strings.TrimLeft(l.text[one.begin:one.end], " >\t"))
	for i := indent; i < one.end-1; i++ {
		at := i + 1
		if !endsWord(l.text[:at]) || l.text[at] == ' ' || l.text[at] == '\n' || at <= begin || joined(l.text, at) || whole.holds(at-origin) {
			continue
		}
		if !yield(at, ofWord) {
			return false
		}
	}
	return true
}

// endsWord reports whether a text ends with a space or with a mark that ends a part of a sentence
// where words have no spaces between them.
func endsWord(text string) bool {
	switch text[len(text)-1] {
	case ' ':
		return true
	case 0x81, 0x82, 0x8c, 0x9f: // the last bytes of these marks
	default:
		return false
	}
	for _, mark := range [...]string{"。", "、", "，", "！", "？"} {
		if strings.HasSuffix(text, mark) {
			return true
		}
	}
	return false
}
