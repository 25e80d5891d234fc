// Package dom turns HTML bytes into a tree that is safe to work on, whatever the
// bytes are, and has the few tree helpers that its neighbours share. It must not
// know what a main content, a metadata field or markdown is.
package dom

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
)

// What a tree may hold. A tree costs about 150 bytes a node, and later steps copy
// it up to twice.
const (
	maxTags  = 150_000 // start and end tags that the HTML5 algorithm is given
	maxRoots = 16      // html and body tags; each one after the first merges attributes
	maxAttrs = 64      // of one element; the rest is dropped
)

// Parse returns the tree of a UTF-8 page; it never fails. Ordinary pages go
// through the HTML5 algorithm. Pages that it refuses (more than 512 open elements)
// or that make it slow or large go through a simpler one that flattens what is too
// deep and drops elements, but no text, beyond a limit.
func Parse(body []byte) *html.Node {
	if tags, roots := countTags(body); tags <= maxTags && roots <= maxRoots {
		if doc, err := html.Parse(bytes.NewReader(body)); err == nil {
			trimAttributes(doc)
			return doc
		}
	}
	doc := flatten(body)
	trimAttributes(doc)
	return doc
}

// countTags counts what looks like a tag, and what looks like one of html or body:
// the HTML5 algorithm merges the attributes of a repeated one in time that grows
// with the square of their number.
func countTags(body []byte) (tags, roots int) {
	for {
		i := bytes.IndexByte(body, '<')
		if i < 0 {
			return tags, roots
		}
		tags++
		body = body[i+1:]
		if len(body) >= 4 && (bytes.EqualFold(body[:4], []byte("html")) || bytes.EqualFold(body[:4], []byte("body"))) {
			roots++
		}
	}
}

// trimAttributes bounds what every later look at an element costs. The copy lets
// go of the long list behind it.
func trimAttributes(doc *html.Node) {
	for n := range Descendants(doc) {
		if len(n.Attr) > maxAttrs {
			n.Attr = slices.Clone(n.Attr[:maxAttrs])
		}
	}
}
