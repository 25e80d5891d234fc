// Package htmltree builds the tree of a page by the HTML standard's rules for tokens and for
// tree construction, as golang.org/x/net/html does, in a quarter of its time: texts, names
// and values are slices of one copy of the page, nodes and attributes lie in slabs, and entities are
// looked for only where an ampersand is. It must not know what anybody looks for in a tree.
//
// The trees are x/net's but for what the package's tests name one by one; ADR 0032 has the list.
package htmltree

import (
	"strings"
	"unsafe"

	"golang.org/x/net/html"
)

// What the standard's algorithm is given. A page beyond one of them is built flat.
const (
	maxTags  = 150_000 // start and end tags
	maxNodes = 400_000 // misnested formatting makes more nodes than a page has tags
	maxOpen  = 512     // elements open at once
	maxAttrs = 64      // of one element; the rest is dropped
)

// Kept says which texts a tree has.
type Kept uint8

// The choices.
const (
	All  Kept = iota
	Lean      // all but what scripts and styles say, unless it is data (JSON-LD) or a formula (TeX)
)

// Parse returns the tree of a UTF-8 page; it never fails. A page that is nested too deeply or
// has too many tags gets a simpler tree, of the same text and with bounded depth and size.
//
// The strings of the tree are parts of the page, which MUST NOT change as long as one of them is
// in use. One that outlives the tree should be cloned, as it keeps the whole page in memory.
func Parse(page []byte, kept Kept) *html.Node { return new(Memory).Parse(page, kept) }

// normalized is the page with line ends as the standard wants them.
func normalized(page []byte) string {
	// A copy would cost a tenth of what parsing does, and as much memory as the tree.
	text := unsafe.String(unsafe.SliceData(page), len(page)) //nolint:gosec // nobody writes to a page that was fetched
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for {
		line, rest, found := strings.Cut(text, "\r")
		b.WriteString(line)
		if !found {
			return b.String()
		}
		b.WriteByte('\n')
		text = strings.TrimPrefix(rest, "\n")
	}
}
