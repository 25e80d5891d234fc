package htmlpage

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	// pictured is how many bytes of text an article has at least that is more than its pictures.
	pictured = 400
	// couple is how many pictures are no gallery.
	couple = 2
)

// gallery returns the pictures but the first that stand one after the other before the text of an article begins. They are
// what a page shows beside its headline to whoever leafs through them. Those with captions have their text.
func gallery(content *html.Node, s sort) []*html.Node {
	if s != article || dom.TextLength(content, pictured) < pictured {
		return nil
	}
	pictures := leading(content)
	if len(pictures) <= couple {
		return nil
	}
	return pictures[1:]
}

// leading are the pictures before the first text below the headline.
func leading(content *html.Node) (pictures []*html.Node) {
	for n := range dom.Descendants(content) {
		switch {
		case dom.Closest(n, atom.H1) != nil || dom.Is(n, atom.H1):
		case dom.Is(n, atom.Table, atom.Video, atom.Audio, atom.Iframe, atom.Math, atom.Pre), n.Type == html.TextNode && strings.TrimSpace(n.Data) != "":
			return pictures
		case dom.Is(n, atom.Img):
			pictures = append(pictures, n)
		}
	}
	return pictures
}
