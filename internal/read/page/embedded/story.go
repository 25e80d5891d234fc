package embedded

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	// leastText is how many characters of text content has at least.
	leastText = 200
	// leastWords is the same in words, where a script puts space between them.
	leastWords = 25
)

// storyOf reads a text, HTML or a tree of rich text.
func storyOf(value any) (story, bool) {
	switch v := value.(type) {
	case string:
		return ofText(v)
	case []any, map[string]any:
		var w richWriter
		w.node(v, 0)
		w.close()
		if w.marks == 0 {
			return story{}, false // data, however much text it has
		}
		return ofText(w.b.String())
	}
	return story{}, false
}

func ofText(s string) (story, bool) {
	if len(s) < leastText {
		return story{}, false
	}
	body := s
	if !isMarkup(s) {
		body = paragraphs(s)
	}
	text := dom.Text(dom.Body(dom.Parse([]byte(body))))
	if !isProse(text) || breaksOff(text) {
		return story{}, false
	}
	return story{body: body, size: utf8.RuneCountInString(text)}, true
}

// breaksOff reports whether a text is the beginning of one.
func breaksOff(text string) bool {
	text = strings.TrimRight(text, " \n\t]")
	return strings.HasSuffix(text, "…") || strings.HasSuffix(text, "...")
}

// isMarkup reports whether a text is HTML.
func isMarkup(s string) bool {
	low := strings.ToLower(s)
	for _, tag := range []string{"<p>", "<p ", "<div", "<h1", "<h2", "<h3", "<ul", "<ol", "<br", "<section", "<blockquote", "<table"} {
		if strings.Contains(low, tag) {
			return true
		}
	}
	return false
}

func paragraphs(s string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("<p>" + html.EscapeString(line) + "</p>")
		}
	}
	return b.String()
}

// isProse tells sentences from code, identifiers and encoded data.
func isProse(s string) bool {
	length, letters, ideographs := 0, 0, 0
	for _, r := range s {
		length++
		if unicode.IsLetter(r) || unicode.IsSpace(r) {
			letters++
		}
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			ideographs++
		}
	}
	if length < leastText && 2*ideographs < leastText || 4*letters < 3*length {
		return false
	}
	words := len(strings.Fields(s))
	return ideographs*3 > length || words >= leastWords && length < 20*words
}
