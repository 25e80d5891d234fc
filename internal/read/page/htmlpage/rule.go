package htmlpage

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// separators returns the lines across content that part nothing: before and behind all of it, and next to another.
func separators(content *html.Node) (idle []*html.Node) {
	var last *html.Node // with nothing behind it so far
	begun := false
	for n := range dom.Descendants(content) {
		switch {
		case dom.Is(n, atom.Hr) && (!begun || last != nil):
			idle = append(idle, n)
		case dom.Is(n, atom.Hr):
			last = n
		case n.Type == html.TextNode && strings.TrimSpace(n.Data) != "", dom.Is(n, atom.Img, atom.Video, atom.Audio, atom.Iframe, atom.Math):
			begun, last = true, nil
		}
	}
	if last != nil {
		idle = append(idle, last)
	}
	return idle
}

// isOfContents reports whether a heading announces a table of contents that is not there.
func isOfContents(h *html.Node) bool {
	switch strings.ToLower(strings.Trim(dom.HeadingText(h), ": ")) {
	case "table of contents", "contents", "in this article", "on this page", "in this post", "jump to":
	default:
		return false
	}
	next := behind(h)
	return next == nil || dom.Closest(next, atom.Li, atom.A, atom.Td, atom.Dd) == nil
}

// behind is the first text that follows an element.
func behind(n *html.Node) *html.Node {
	for at := n; at != nil; at = at.Parent {
		for s := at.NextSibling; s != nil; s = s.NextSibling {
			if s.Type == html.TextNode && strings.TrimSpace(s.Data) != "" {
				return s
			}
			for c := range dom.Descendants(s) {
				if c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
					return c
				}
			}
		}
	}
	return nil
}
