package hackernews

import (
	"html"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// plain is the text of an item without its markup: paragraphs apart by an empty line,
// code as it is. Hacker News shows at most 60 characters of a link; here it is whole.
func plain(markup string) string {
	if markup == "" {
		return ""
	}
	body := dom.Body(dom.Parse([]byte(markup)))
	for _, a := range dom.Collect(body, atom.A) {
		href := dom.Attr(a, "href")
		shown, cut := strings.CutSuffix(dom.Text(a), "...")
		if cut && strings.HasPrefix(href, shown) {
			for a.FirstChild != nil {
				dom.Remove(a.FirstChild)
			}
			a.AppendChild(dom.NewText(href))
		}
	}
	return dom.Paragraphs(body)
}

// line is a title, which has entities but no markup.
func line(s string) string { return strings.Join(strings.Fields(html.UnescapeString(s)), " ") }
