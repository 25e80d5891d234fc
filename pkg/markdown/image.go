package markdown

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// image writes an image. Those without an address, which are those that hold their data
// themselves, too, and those that only count visits are left out.
func (w *writer) image(n *html.Node) {
	if w.mathImage(n) || isPixel(n) {
		return
	}
	address := w.addresses.image(n)
	if address == "" && (w.addresses.base != nil || !dom.HasAttr(n, "src")) {
		return
	}
	if w.images != nil {
		if w.images[address] {
			return
		}
		w.images[address] = true
	}
	alt := oneLine(dom.Attr(n, "alt"))
	to := target{address: address, title: oneLine(dom.Attr(n, "title"))}
	if strings.EqualFold(to.title, alt) {
		to.title = ""
	}
	// Emphasis begins with text; a link may hold nothing but an image.
	if w.in.active[link] > 0 {
		w.settle()
	} else {
		w.settleGap()
	}
	in := &w.in
	in.endText()
	start := len(in.buf)
	in.buf = append(in.buf, alt...)
	in.tokens = append(in.tokens, token{kind: imageToken, start: start, end: len(in.buf), ref: len(in.links)})
	in.links = append(in.links, to)
}

// isPixel knows images of one pixel by the size that is given.
func isPixel(n *html.Node) bool {
	return dom.Attr(n, "width") == "1" && dom.Attr(n, "height") == "1"
}

// recording writes a video or sound as a link to it.
func (w *writer) recording(n *html.Node) {
	address := w.addresses.recording(n)
	if address == "" || w.in.active[link] > 0 {
		return
	}
	label := "Video"
	if n.DataAtom == atom.Audio {
		label = "Audio"
	}
	w.openLink(target{address: address})
	w.text(label)
	w.close()
}

// appendAlt writes the text of an image, in which nothing is markdown.
func appendAlt(out, alt []byte, inCell bool) []byte {
	for i, c := range alt {
		switch k := classes[c]; {
		case k == tick:
			out = append(out, "&#96;"...)
			continue
		case k&(bracket|star|tilde) != 0, k == pipe && inCell, k == under && !within(alt, i),
			k == slash && (i+1 == len(alt) || isPunct(rune(alt[i+1]))),
			k == angle && i+1 < len(alt) && !isSpace(rune(alt[i+1])),
			k == amp && isEntity(alt[i+1:]):
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return out
}

// within reports whether the byte at i stands within a word.
func within(s []byte, i int) bool {
	return i > 0 && i+1 < len(s) && isAlnum(s[i-1]) && isAlnum(s[i+1])
}
