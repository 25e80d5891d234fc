package clean

import "golang.org/x/net/html"

// Prepare readies a page's tree for the search for its main content and for being written as
// markdown. Code is plain, check boxes and callouts stand in a form that survives
// the removal of what surrounds them, and what is no text of the page is gone. Whoever describes pages for
// the model MUST call it first, as the service does.
func Prepare(doc *html.Node) {
	Code(doc)
	Tasks(doc)
	callouts(doc)
	oddments(doc)
}
