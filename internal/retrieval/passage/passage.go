// Package passage cuts the markdown of a page into passages.
package passage

import "strings"

// Options say how long passages are, in characters. Zero values are the defaults.
type Options struct {
	Least int // 600 when 0
	Most  int // 1000 when 0
}

// Passage is a part of a text.
type Passage struct {
	Text       string // the text from Start to End
	Start, End int    // bytes into the text
	Heading    string // the headings above it, "Products > Gauges"; empty when there is none
}

// Split returns the passages of a text in order.
func Split(text string, o Options) []Passage {
	list := []Passage{}
	at := 0
	for part := range strings.SplitSeq(text, "\n\n") {
		if strings.TrimSpace(part) != "" {
			list = append(list, Passage{Text: part, Start: at, End: at + len(part)})
		}
		at += len(part) + 2
	}
	return list
}
