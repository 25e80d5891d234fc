package htmltree

import "golang.org/x/net/html/atom"

// seen is what was seen of a page while its tree was built. It counts by hashes, so that it may count too
// many, and never too few: whoever looks for what the page does not have need not walk its tree.
type seen struct {
	elements [256]uint32
	keys     [256]bool
	noscript int // bytes of the longest text of such an element
	styles   []Style
	texts    int // style elements whose texts were read up to their end tags
}

// Style is the text of a style element, or of a noscript element, which may have some in it.
type Style struct {
	Tag      string // as it is written, with its brackets
	Text     string
	Noscript bool
}

// Styles are those of the tree that was built last, in order, without those in templates, valid until the next is built. It
// reports whether these are all: drawings have others, and so have trees that are not the standard's.
func (m *Memory) Styles() ([]Style, bool) {
	return m.seen.styles, m.Elements(atom.Style) == m.seen.texts
}

// noteStyle notes the element of the current token, whose text is read next.
func (b *builder) noteStyle() {
	seen := &b.memory.seen
	if b.raw == tagStyle {
		seen.texts++
	}
	if b.count[tagTemplate] == 0 {
		seen.styles = append(seen.styles, Style{Tag: b.page[b.tok.from:b.at], Noscript: b.raw == tagNoscript})
		b.styled = true
	}
}

// again makes it empty, with the room that it has.
func (s *seen) again() {
	clear(s.styles)
	*s = seen{styles: s.styles[:0]}
}

// Elements is how many elements of a name the tree that was built last has at most.
func (m *Memory) Elements(a atom.Atom) int { return int(m.seen.elements[ofName(a)]) }

// HasAttr reports whether an element of the tree that was built last may have an attribute.
func (m *Memory) HasAttr(key string) bool { return m.seen.keys[ofKey(key)] }

// Noscript is the length of the longest text of a noscript element, at most.
func (m *Memory) Noscript() int { return m.seen.noscript }

func ofName(a atom.Atom) uint8 { return uint8(a>>8) ^ uint8(a)*37 } //nolint:gosec // a hash

// ofKey is a hash of a key, which may be empty.
func ofKey(key string) uint8 {
	if key == "" {
		return 0
	}
	return uint8(len(key))*37 ^ key[0]*7 ^ key[len(key)-1] //nolint:gosec // a hash
}
