package markdown

// delimRun is a run of delimiters, which may end some emphasis and begin other.
type delimRun struct {
	c             byte
	length, left  int // characters, and those that no pair has taken
	first, last   int // tokens
	closing       int // the token that the next pair should end at
	opening       int // the token that the next pair should begin at
	opens, closes bool
}

// misread reads the tokens from i to end as a parser would: the procedure of
// "process emphasis" in the appendix of the CommonMark specification. It returns a pair
// that would not be read as one, and whether that is because of the characters beside
// it; -1 when all are.
func (w *writer) misread(i, end int) (wrong int, unflanked bool) {
	w.collectRuns(i, end)
	if t := w.unflanked(); t >= 0 {
		return w.pairOf(t), true
	}
	d := &w.delims
	budget := 16*len(d.runs) + 1000
	d.stack = d.stack[:0]
	for r := range d.runs {
		if d.runs[r].closes {
			if p := w.closeRun(r, &budget); p >= 0 {
				return p, false
			}
		}
		if d.runs[r].left > 0 {
			if !d.runs[r].opens {
				return w.pairOf(d.runs[r].closing), false
			}
			d.stack = append(d.stack, r)
		}
	}
	if len(d.stack) > 0 {
		return w.pairOf(d.runs[d.stack[0]].opening), false
	}
	return -1, false
}

// unflanked returns the first mark whose delimiters cannot be what they should; -1 when
// there is none.
func (w *writer) unflanked() int {
	for r := range w.delims.runs {
		run := &w.delims.runs[r]
		for t := run.first; t <= run.last; t++ {
			k := w.in.tokens[t].kind
			if k == openToken && !run.opens || k == closeToken && !run.closes {
				return t
			}
		}
	}
	return -1
}

// closeRun pairs a run with those before it, and returns the first pair that should not
// be one, or -1.
func (w *writer) closeRun(r int, budget *int) int {
	d := &w.delims
	closer := &d.runs[r]
	for closer.left > 0 {
		at := len(d.stack) - 1
		for at >= 0 && !matches(&d.runs[d.stack[at]], closer) {
			at--
			*budget--
		}
		if *budget < 0 {
			return w.pairOf(closer.first)
		}
		if at < 0 {
			return -1
		}
		if above := at + 1; above < len(d.stack) { // what is not closed by now never is
			return w.pairOf(d.runs[d.stack[above]].opening)
		}
		opener := &d.runs[d.stack[at]]
		width := 1
		if opener.left >= 2 && closer.left >= 2 {
			width = 2
		}
		if p := w.take(opener, closer, width); p >= 0 {
			return p
		}
		if opener.left == 0 {
			d.stack = d.stack[:at]
		}
	}
	return -1
}

// matches reports whether a run may end what another begins. Lengths that add up to a
// multiple of three are refused where either could do both.
func matches(opener, closer *delimRun) bool {
	if opener.c != closer.c {
		return false
	}
	both := opener.closes || closer.opens
	return !both || (opener.length+closer.length)%3 != 0 || opener.length%3 == 0 && closer.length%3 == 0
}

// take pairs delimiters of two runs. It returns the pair that was meant instead, or -1.
func (w *writer) take(opener, closer *delimRun, width int) int {
	tokens := w.in.tokens
	a := opener.opening
	b := closer.closing
	switch {
	case b > closer.last || tokens[b].kind != closeToken:
		return w.pairOf(closer.first)
	case a < opener.first || tokens[a].kind != openToken:
		return w.pairOf(b)
	}
	p := w.pairOf(b)
	if w.delims.pairs[p].opening != a || tokens[b].width != width {
		return p
	}
	opener.left -= width
	closer.left -= width
	opener.opening, closer.closing = a-1, b+1
	return -1
}

// pairOf is the pair that the mark of token t belongs to.
func (w *writer) pairOf(t int) int { return w.in.tokens[t].ref }

// collectRuns finds the runs in the tokens from i to end.
func (w *writer) collectRuns(i, end int) {
	d := &w.delims
	d.runs = d.runs[:0]
	touches := false // the run before
	for ; i <= end; i++ {
		t := &w.in.tokens[i]
		if !isMark(t) {
			touches = false
			continue
		}
		last := len(d.runs) - 1
		if touches && d.runs[last].c == t.delim {
			d.runs[last].length += t.width
			d.runs[last].last = i
		} else {
			d.runs = append(d.runs, delimRun{c: t.delim, length: t.width, first: i, last: i})
		}
		touches = true
	}
	for r := range d.runs {
		run := &d.runs[r]
		run.left, run.closing, run.opening = run.length, run.first, run.last
		run.opens, run.closes = flanking(run.c, w.in.before(run.first), w.in.after(run.last))
	}
}
