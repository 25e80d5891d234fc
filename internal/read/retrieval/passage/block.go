package passage

import (
	"strings"

	"github.com/quarryapi/quarry/internal/read/retrieval/reading"
)

type kind int

const (
	prose kind = iota
	heading
	table
	code
)

// span is a part of the text, without white space around it.
type span struct{ start, end int }

// block is a paragraph, a list, a heading, a table or a block of code.
type block struct {
	span

	kind    kind
	path    string // headings, the block itself included when it is one
	section int    // counts headings
}

// scanner cuts a text into blocks, line by line.
type scanner struct {
	list    []block
	above   [6]string // headings by level
	path    string
	section int
	fence   string // that the open block of code ends with; empty outside of one
	open    bool   // whether the last block goes on
}

func blocks(text string) []block {
	var s scanner
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		s.line(line, at)
		at += len(line) + 1
	}
	return s.list
}

func (s *scanner) line(line string, at int) {
	trimmed := strings.TrimSpace(line)
	start := at + strings.Index(line, trimmed)
	place := span{start, start + len(trimmed)}
	switch {
	case s.fence != "":
		if trimmed != "" {
			s.list[len(s.list)-1].end = place.end
		}
		if strings.HasPrefix(trimmed, s.fence) && strings.Trim(trimmed, s.fence[:1]) == "" {
			s.fence, s.open = "", false
		}
	case trimmed == "":
		s.open = false
	case strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~"):
		s.begin(place, code)
		s.fence = trimmed[:3]
	case level(trimmed) > 0:
		s.head(trimmed, level(trimmed))
		s.begin(place, heading)
		s.open = false
	case strings.HasPrefix(trimmed, "|"):
		s.extend(place, table)
	default:
		s.extend(place, prose)
	}
}

func (s *scanner) begin(place span, k kind) {
	s.list = append(s.list, block{span: place, kind: k, path: s.path, section: s.section})
	s.open = true
}

// extend adds a line to the last block if that is open and of its kind.
func (s *scanner) extend(place span, k kind) {
	if s.open && s.list[len(s.list)-1].kind == k {
		s.list[len(s.list)-1].end = place.end
		return
	}
	s.begin(place, k)
}

// head takes a heading into the path, as a reader sees it.
func (s *scanner) head(line string, level int) {
	const longest = 150 // bytes; a longer one is no heading
	text := strings.Trim(line, "# \t")
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	s.section++
	s.above[level-1] = strings.Join(strings.Fields(reading.Of(text).Plain), " ")
	clear(s.above[level:])
	parts := make([]string, 0, len(s.above))
	for _, h := range s.above {
		if h != "" {
			parts = append(parts, h)
		}
	}
	s.path = strings.Join(parts, " > ")
}

// level is a heading's, 1 to 6; 0 when the line is none.
func level(line string) int {
	rest := strings.TrimLeft(line[:min(len(line), 7)], "#")
	n := min(len(line), 7) - len(rest)
	if n > 6 || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return 0
	}
	return n
}
