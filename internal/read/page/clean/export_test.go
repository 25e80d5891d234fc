package clean

import (
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// PrepareAll is Prepare without a look at what the page has.
func PrepareAll(doc *html.Node) {
	Code(doc)
	Tasks(doc)
	callouts(doc)
	oddments(doc)
}

// Clickable are the names that a page makes something of for clicks.
func Clickable(source []byte) map[string]bool { return RulesOf(source).clickable() }

// Pointed are the selectors of rules that give the hand of what can be clicked at.
func Pointed(sheet string) (all []string) {
	pointed(sheet, func(selectors string) { all = append(all, selectors) })
	return all
}

// Sheets are the texts of a page's style elements, marked where they are for all screens: as they are found
// in its source, and as its parser has found them.
func Sheets(source []byte, styles []dom.Style) (scanned, parsed []string) {
	return marked(sheetsOf(source)), marked(sheetsIn(styles))
}

func marked(all []style) (texts []string) {
	for _, s := range all {
		text := s.text
		if s.applies {
			text = "applies: " + text
		}
		texts = append(texts, text)
	}
	return texts
}
