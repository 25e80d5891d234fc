package metadata

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dates"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// maxDateline is the length of a dateline, in bytes.
const maxDateline = 60

// dateline is the date at the beginning of a paragraph that says when, and perhaps where,
// it was written: "Hull, 9 March 2024 –". It is empty when the paragraph has none.
func dateline(text string) string {
	if len(text) <= maxDateline || !dates.Possible(text[:maxDateline]) {
		return ""
	}
	for f := range dates.Find(text[:maxDateline], dates.Options{}) {
		place, rest := strings.TrimSpace(text[:f.Start]), strings.TrimLeft(text[f.End:maxDateline], " \u00a0")
		if strings.ContainsAny(place, ".!?:;") || strings.Count(place, " ") > 3 {
			break
		}
		for _, sign := range []string{"–", "—", "- ", ")", "|", ":"} {
			if strings.HasPrefix(rest, sign) {
				return text[f.Start:f.End]
			}
		}
		break
	}
	return ""
}

// isRange reports whether a date between two texts is the end or the beginning of a span of
// time, as those of events are: "9 to 23 March 2024", "9 March 2024, 10:30 – 12:00".
func isRange(before, after string) bool {
	before = strings.TrimRight(before, " \u00a0")
	for _, joint := range rangeJoints {
		if days, ok := strings.CutSuffix(before, joint); ok {
			days = strings.TrimRight(days, " \u00a0.")
			return days != "" && hasDigit(days[len(days)-1:])
		}
	}
	after = strings.TrimLeft(after, " \u00a0")
	for _, joint := range rangeJoints {
		if end, ok := strings.CutPrefix(after, joint); ok {
			end = strings.TrimLeft(strings.TrimLeft(end, " \u00a0"), "0123456789")
			return len(end) > 1 && strings.IndexByte(":.h/", end[0]) >= 0 && hasDigit(end[1:2])
		}
	}
	return false
}

var rangeJoints = []string{"–", "-", "—", "bis", "to", "until", "au", "al"}

// paragraphLength is the length of the paragraph or item that a text is part of, as far as
// it matters; 0 when it is in none.
func paragraphLength(n *html.Node) int {
	for range 4 {
		if n == nil || dom.Is(n, atom.Div, atom.Header, atom.Time) {
			break
		}
		if dom.Is(n, atom.P, atom.Li, atom.Blockquote) {
			return dom.TextLength(n, 4*maxBeside)
		}
		n = n.Parent
	}
	return 0
}

// maxLabel is the length of the name of a property, in bytes.
const maxLabel = 40

// isProperty reports whether a node stands behind the name of a property, in a row of a
// table or an item of a list: the box of a tide barrier says when it was opened.
func isProperty(n *html.Node) bool {
	cell := n
	for range 4 {
		if cell == nil || dom.Is(cell, atom.Td, atom.Dd) {
			break
		}
		cell = cell.Parent
	}
	if !dom.Is(cell, atom.Td, atom.Dd) {
		return false
	}
	for c := cell.PrevSibling; c != nil; c = c.PrevSibling {
		switch {
		case dom.Is(c, atom.Th, atom.Dt):
			return true
		case dom.Is(c, atom.Td):
			length := dom.TextLength(c, maxLabel+1)
			return length > 1 && length <= maxLabel && !digitBelow(c)
		}
	}
	return false
}
