package htmlpage

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// isPager knows the numbers of a list's or a thread's pages by their name and by what they say: numbers, and words for those beside this one.
func isPager(n *html.Node) bool {
	if !dom.Is(n, atom.Nav, atom.Ol, atom.Ul, atom.Div, atom.P) {
		return false
	}
	const longest, name = 80, 100
	class := dom.Attr(n, "class")
	if class == "" || len(class) > name || !strings.Contains(class, "page") && !strings.Contains(class, "agination") && !strings.Contains(class, "Page") {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(class), func(r rune) bool { return r == ' ' || r == '-' || r == '_' })
	if !slices.ContainsFunc(words, func(w string) bool { return w == "pagination" || w == "pager" || w == "pagenav" }) || dom.TextLength(n, longest) == longest {
		return false
	}
	numbers := 0
	for w := range strings.FieldsFuncSeq(strings.ToLower(dom.Text(n)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		switch {
		case strings.Trim(w, "0123456789") == "":
			numbers++
		case !slices.Contains([]string{"page", "pages", "of", "next", "prev", "previous", "first", "last", "older", "newer"}, w):
			return false
		}
	}
	return numbers > 1
}
