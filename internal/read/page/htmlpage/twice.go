package htmlpage

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	// wordy is how many bytes a text has at least that is not said twice by chance, such as ha.
	wordy = 4
	// longestTwice is how many bytes of texts are compared.
	longestTwice = 300
)

// saidTwice returns what stands right before a span that says the same, or nil: shops show a text to the eye
// and once more to those who have pages read to them. Of a text without an element of its own, the span may
// say more.
func saidTwice(span *html.Node) *html.Node {
	if !dom.Is(span, atom.Span) || span.Parent == nil {
		return nil
	}
	before := span.PrevSibling
	for before != nil && before.Type == html.CommentNode {
		before = before.PrevSibling
	}
	if before == nil || before.Type != html.TextNode && !dom.Is(before, atom.Span) {
		return nil
	}
	first, again := textOf(before), textOf(span)
	if len(first) < wordy || len(first) > longestTwice || !strings.ContainsFunc(first, unicode.IsLetter) || strings.TrimSpace(first) != first {
		return nil
	}
	if again == first || before.Type == html.TextNode && strings.HasPrefix(again, first+" ") {
		return before
	}
	return nil
}

// textOf is the text of a node as it is written, no further than it is compared.
func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var text strings.Builder
	for d := range dom.Descendants(n) {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
		if text.Len() > 2*longestTwice {
			break
		}
	}
	return text.String()
}
