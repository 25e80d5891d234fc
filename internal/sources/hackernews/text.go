package hackernews

import (
	"html"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
)

// plain is the text of an item without its markup: paragraphs apart by an empty line,
// code as it is. Hacker News shows at most 60 characters of a link; here it is whole.
func plain(markup string) string {
	if markup == "" {
		return ""
	}
	page := lookup.Parse([]byte(markup))
	for _, a := range page.Find("a").EachIter() {
		href := lookup.Attr(a, "href")
		if shown, cut := strings.CutSuffix(lookup.Text(a), "..."); cut && strings.HasPrefix(href, shown) {
			a.Empty()
			a.AppendNodes(dom.NewText(href))
		}
	}
	return dom.Paragraphs(dom.Body(page.Nodes[0]))
}

// line is a title, which has entities but no markup.
func line(s string) string { return strings.Join(strings.Fields(html.UnescapeString(s)), " ") }
