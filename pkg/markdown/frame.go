package markdown

// blockKind is what a block is, as far as the blocks beside it care.
type blockKind uint8

const (
	noBlock blockKind = iota
	paragraphBlock
	headingBlock
	listBlock
	countedBlock // a list that begins with another number than 1
	quoteBlock
	codeBlock
	ruleBlock
	tableBlock
	termBlock
	definitionBlock
	footnoteBlock
)

type frameKind uint8

const (
	rootFrame frameKind = iota
	quoteFrame
	listFrame
	itemFrame
	noteFrame
)

// frame is a container of blocks. It is opened, which means written, by the first
// block in it, so that empty containers leave nothing behind.
type frame struct {
	kind   frameKind
	opened bool
	prev   blockKind // the last block in it
	label  string    // of a quotation that is a callout: its kind
	marker byte      // of the last list in it, or of this list
	indent int       // bytes that it adds to the prefix
	number int       // of the next item, of the note
	gaps   int       // of a list: where its own begin in writer.gaps
	loose  bool      // of a list: an empty line stands between blocks of an item
	last   tail      // of a list
	empty  int       // of a numbered list: items that held nothing since the last
}

// tail is what an item ended with, for the list that goes on with it.
type tail struct {
	prev   blockKind
	marker byte
	indent int
}

func (w *writer) top() *frame { return &w.frames[len(w.frames)-1] }

func (w *writer) push(f frame) { w.frames = append(w.frames, f) }

// pop leaves the innermost frame.
func (w *writer) pop() {
	last := len(w.frames) - 1
	w.prefix = w.prefix[:len(w.prefix)-w.frames[last].indent]
	w.frames = w.frames[:last]
}

// begin begins a block in the innermost frame. Behind it the line is begun.
func (w *writer) begin(k blockKind) { w.beginIn(len(w.frames)-1, k) }

func (w *writer) beginIn(i int, k blockKind) {
	w.openFrame(i)
	f := &w.frames[i]
	if f.prev != noBlock {
		w.separate(i, k)
	}
	f.prev = k
}

// openFrame writes the frame's marker, and those of the frames around it.
func (w *writer) openFrame(i int) {
	if w.frames[i].opened {
		return
	}
	switch w.frames[i].kind {
	case quoteFrame:
		w.beginIn(i-1, quoteBlock)
		w.out = append(w.out, "> "...)
		w.prefix = append(w.prefix, "> "...)
		w.frames[i].indent = 2
		if label := w.frames[i].label; label != "" {
			w.out = append(append(append(w.out, "[!"...), label...), ']')
			w.newline()
		}
	case itemFrame:
		w.openItem(i)
	case noteFrame:
		w.openNote(i)
	default:
	}
	w.frames[i].opened = true
}

// separate puts what belongs between the last block of a frame and the next. Within an
// item a line end is enough for most; whether it stays one is known at the list's end.
func (w *writer) separate(i int, next blockKind) {
	f := &w.frames[i]
	switch {
	case f.prev == termBlock && next == definitionBlock, f.prev == definitionBlock && next == definitionBlock, f.prev == termBlock && next == termBlock:
		w.newline()
	case f.kind == itemFrame && adjoin(f.prev, next):
		w.gaps = append(w.gaps, len(w.out))
		w.newline()
	default:
		if f.kind == itemFrame {
			w.frames[i-1].loose = true
		}
		w.blank()
		w.newline()
	}
}

// adjoin reports whether a block may stand on the line below another and still be one
// of its own.
func adjoin(above, below blockKind) bool {
	switch below {
	case listBlock, codeBlock, headingBlock:
		return above != tableBlock && above < termBlock
	case quoteBlock:
		return above != quoteBlock && above != tableBlock && above < termBlock
	case countedBlock, paragraphBlock, ruleBlock, tableBlock:
		return above == headingBlock || above == codeBlock || above == ruleBlock
	default:
		return false
	}
}

// newline begins a line within the open containers.
func (w *writer) newline() {
	w.out = append(w.out, '\n')
	w.out = append(w.out, w.prefix...)
}

// blank writes an empty line, without the spaces at its end.
func (w *writer) blank() {
	w.out = append(w.out, '\n')
	w.out = append(w.out, trimSpaces(w.prefix)...)
}

func trimSpaces(s []byte) []byte {
	for len(s) > 0 && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}
