package htmltree_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom/htmltree"
)

// TestLimits: whatever a page has, its tree is bounded in depth and size, and keeps the text.
func TestLimits(t *testing.T) {
	t.Parallel()
	many := strings.Repeat
	var fonts strings.Builder
	for i := range 400 {
		fmt.Fprintf(&fonts, "<font color=%d>", i)
	}
	for name, c := range map[string]struct {
		page  string
		nodes int // at most
		text  string
	}{
		"deep":                            {many("<div>", 600) + "x", 700, "x"},
		"just deep enough":                {many("<div>", 510) + "x", 514, "x"},
		"formatting that is opened again": {"<div>" + fonts.String() + "</div>" + many("<p>x</p>", 2000), 4500, "x"},
		"many tags":                       {many("<b>x</b>", 100_000), 200_010, "x"},
		"crosswise":                       {many("<b>x<p>y</b>z", 20_000), 120_010, "z"},
		"comments in a script":            {"<p>a<script>" + many("<!-- <script> -->", 100_000), 10, "a"},
		"texts before a table and in it":  {"<table>" + many("a</x> </x>", 70_000), 10, "a"},
		"ends without names":              {"a" + many("</>b", 300_000), 10, "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nodes, deepest, text := 0, 0, ""
			for n := range htmltree.Parse([]byte(c.page), htmltree.Lean).Descendants() {
				nodes++
				depth := 0
				for p := n; p != nil && nodes%97 < 5; p = p.Parent {
					depth++
				}
				deepest = max(deepest, depth)
				if n.Type == html.TextNode && len(text) < 1000 {
					text += n.Data
				}
			}
			if nodes > c.nodes || deepest > 515 || !strings.Contains(text, c.text) {
				t.Errorf("got %d nodes, %d deep, with the text %.20q; want at most %d, 515 deep, and %q", nodes, deepest, text, c.nodes, c.text)
			}
		})
	}
}

// TestAttributes: of an element there are at most 64, the first of each name, and those of
// a second html element only where there is room.
func TestAttributes(t *testing.T) {
	t.Parallel()
	page := "<html a=1><html a=2 b=3 " + manyAttributes(90) + "><p x=1 x=2 " + manyAttributes(90) + ">"
	for n := range htmltree.Parse([]byte(page), htmltree.All).Descendants() {
		if len(n.Attr) > 64 {
			t.Errorf("got %d attributes of %s, want at most 64", len(n.Attr), n.Data)
		}
		if len(n.Attr) > 0 && n.Attr[0].Val != "1" {
			t.Errorf("got %v as the first attribute of %s, want the first of its name", n.Attr[0], n.Data)
		}
	}
}
