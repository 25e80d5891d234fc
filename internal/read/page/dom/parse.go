// Package dom turns HTML bytes into a tree that is safe to work on, whatever the
// bytes are, and has the few tree helpers that its neighbours share. It must not
// know what a main content, a metadata field or markdown is.
package dom

import (
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom/htmltree"
)

// Parse returns the tree of a UTF-8 page; it never fails. Ordinary pages have the tree of the HTML
// standard. Those that are nested more than 512 elements deep, or have too many tags, have a
// simpler one that flattens what is too deep and drops elements, but no text, beyond a limit.
func Parse(body []byte) *html.Node { return htmltree.Parse(body, htmltree.All) }

// ParseLean is Parse without what scripts and styles say, which is half of most pages. The
// elements stay, and so do data (JSON-LD) and formulas (TeX) in scripts.
func ParseLean(body []byte) *html.Node { return htmltree.Parse(body, htmltree.Lean) }

// Memory is what trees are made of; see htmltree.
type Memory = htmltree.Memory

// Style is the text of a style element; see htmltree.
type Style = htmltree.Style

// ParseLeanIn is ParseLean with memory that serves one page after the other.
func ParseLeanIn(m *Memory, body []byte) *html.Node { return m.Parse(body, htmltree.Lean) }
