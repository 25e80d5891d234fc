// Package quote finds quotations in documents.
package quote

import "strings"

// Find returns the exact words of the document.
func Find(document, quote string) (exact string, ok bool) {
	start, end, ok := Locate(document, quote)
	if !ok {
		return "", false
	}
	return document[start:end], true
}

// Locate returns the place of a quotation.
func Locate(document, quote string) (start, end int, ok bool) {
	start = strings.Index(document, quote)
	if start < 0 || len(strings.Fields(quote)) < 3 {
		return 0, 0, false
	}
	return start, start + len(quote), true
}
