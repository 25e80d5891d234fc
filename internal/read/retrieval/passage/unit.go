package passage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/retrieval/sentence"
)

// units cuts a block where it is longer than a passage may be: prose between sentences
// and items, tables and code between lines, and what is still too long between words.
func units(text string, b block, most int) []span {
	whole := text[b.start:b.end]
	limit := most
	if b.kind == code {
		limit = 2 * most
	}
	if len(whole) <= limit || utf8.RuneCountInString(whole) <= limit {
		return []span{b.span}
	}
	var list []span
	for _, part := range parts(whole, b.kind) {
		part = span{part.start + b.start, part.end + b.start}
		list = append(list, chop(text, part, most)...)
	}
	return list
}

func parts(text string, k kind) []span {
	var list []span
	if k == prose || k == heading {
		for _, s := range sentence.Spans(text) {
			list = append(list, span{s.Start, s.End})
		}
		return list
	}
	at := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		if trimmed := strings.TrimSpace(line); trimmed != "" {
			start := at + strings.Index(line, trimmed)
			list = append(list, span{start, start + len(trimmed)})
		}
		at += len(line)
	}
	return list
}

// chop cuts a part into pieces of at most most characters, at the last white space of
// their second half where there is one.
func chop(text string, part span, most int) []span {
	var list []span
	for part.start < part.end {
		end, gap := part.start, -1
		n := 0
		for i, r := range text[part.start:part.end] {
			if n == most {
				break
			}
			n++
			_, size := utf8.DecodeRuneInString(text[part.start+i:])
			end = part.start + i + size
			if n > most/2 && unicode.IsSpace(r) {
				gap = part.start + i
			}
		}
		if end < part.end && gap > 0 {
			end = gap
		}
		if piece := strings.TrimRightFunc(text[part.start:end], unicode.IsSpace); piece != "" {
			list = append(list, span{part.start, part.start + len(piece)})
		}
		rest := strings.TrimLeftFunc(text[end:part.end], unicode.IsSpace)
		part.start = part.end - len(rest)
	}
	return list
}
