// Package passage cuts the markdown of a page into passages: parts that are short enough
// to be shown and scored, and whole enough to be understood. It must not know what they
// are scored for.
package passage

import "unicode/utf8"

// Options say how long passages are, in characters. Zero values are the defaults.
type Options struct {
	Least int // from here on a passage ends with its paragraph; 600 when 0
	Most  int // what it may have; 1000 when 0
}

// Passage is a part of a text.
type Passage struct {
	Text       string // the text from Start to End
	Start, End int    // bytes into the text
	Heading    string // the headings that its beginning stands under, "Products > Gauges"; empty when there is none
}

// Split returns the passages of a text in order; they hold all of it but white space.
// They begin at headings where what is before is not too little, and end with
// paragraphs. A paragraph that is too long is cut between sentences, a table between
// rows; code stays whole up to twice the length. A heading stays with what follows it,
// and may make a passage longer by 200 characters; so may the last words of a section,
// by a quarter. It takes time in proportion to the text.
func Split(text string, o Options) []Passage {
	const least, most = 600, 1000
	if o.Most <= 0 {
		o.Most = most
	}
	if o.Least <= 0 {
		o.Least = least
	}
	p := packer{text: text, least: min(o.Least, o.Most), most: o.Most, list: []Passage{}}
	for _, b := range blocks(text) {
		for i, u := range units(text, b, o.Most) {
			p.add(u, b, i == 0)
		}
	}
	p.flush()
	return p.list
}

// packer fills passages.
type packer struct {
	text        string
	least, most int
	list        []Passage

	open     bool
	start    int
	end      int
	size     int // characters from start to end
	path     string
	headings bool // there is nothing but headings yet
	section  int  // of the passage's end
	before   int  // of the end of the last passage that was flushed
}

// longestHeading is what headings may add to a passage.
const longestHeading = 200

// add puts a unit into the open passage or begins the next. first is true when a block
// begins with it.
func (p *packer) add(u span, b block, first bool) {
	size := utf8.RuneCountInString(p.text[u.start:u.end])
	if p.open {
		gap := utf8.RuneCountInString(p.text[p.end:u.start])
		if p.closes(b, first, p.size+gap+size) {
			p.flush()
		} else {
			p.size += gap
		}
	}
	if !p.open {
		p.open, p.start, p.size, p.path, p.headings = true, u.start, 0, b.path, true
	}
	p.end = u.end
	p.size += size
	p.headings = p.headings && b.kind == heading
	p.section = b.section
}

// closes reports whether the open passage ends before a unit that would make it so long.
func (p *packer) closes(b block, first bool, size int) bool {
	if p.headings {
		return p.size > longestHeading
	}
	switch {
	case size > p.most:
		return true
	case b.kind == heading:
		return p.size >= p.little() || p.joins()
	}
	return first && p.size >= p.least
}

// little is what no passage should be, 200 by default.
func (p *packer) little() int { return p.least / 3 }

// joins reports whether the open passage is too little for one and can go to the one
// before, which is of the same section.
func (p *packer) joins() bool {
	n := len(p.list)
	if n == 0 || p.size >= p.little() || p.before != p.section {
		return false
	}
	return utf8.RuneCountInString(p.text[p.list[n-1].Start:p.end]) <= p.most+p.most/4
}

// flush ends the open passage.
func (p *packer) flush() {
	if !p.open {
		return
	}
	p.open = false
	if p.joins() {
		last := &p.list[len(p.list)-1]
		last.Text, last.End = p.text[last.Start:p.end], p.end
		return
	}
	p.before = p.section
	p.list = append(p.list, Passage{Text: p.text[p.start:p.end], Start: p.start, End: p.end, Heading: p.path})
}
