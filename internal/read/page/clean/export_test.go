package clean

import "golang.org/x/net/html"

// PrepareAll is Prepare without a look at what the page has.
func PrepareAll(doc *html.Node) {
	Code(doc)
	Tasks(doc)
	callouts(doc)
	oddments(doc)
}
