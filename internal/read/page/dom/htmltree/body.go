package htmltree

import (
	"strings"

	"golang.org/x/net/html"
)

func (b *builder) inBody() bool {
	switch b.tok.kind {
	case textToken:
		b.textInBody()
	case commentToken:
		b.insertComment(nil)
	case startToken:
		return b.startInBody()
	case endToken:
		return b.endInBody()
	case endOfPage:
		if len(b.templates) > 0 {
			return b.inTemplate()
		}
	case doctypeToken:
	}
	return true
}

func (b *builder) textInBody() {
	text := b.tok.text
	if b.nul {
		if text = strings.ReplaceAll(text, "\x00", ""); text == "" {
			return
		}
	}
	b.reconstruct()
	if b.failed {
		return
	}
	b.insertText(text)
	if b.framesetOK && strings.Trim(text, spaces) != "" {
		b.framesetOK = false
	}
}

// closeParagraph closes a paragraph that the next element does not belong in.
func (b *builder) closeParagraph() { b.closeTo(tagP, scope|buttonStop) }

// startInBody performs the rules on a start tag, the usual ones first.
func (b *builder) startInBody() bool {
	switch role := tags[b.tok.tag].role; role {
	case ordinary:
		b.reconstruct()
		b.insertToken()
	case block:
		b.closeParagraph()
		b.insertToken()
	case anchor:
		b.startAnchor()
	case formatting:
		b.reconstruct()
		b.insertFormatting()
	case item:
		b.startItem()
	case void:
		b.reconstruct()
		b.insertVoid()
		b.framesetOK = false
	case inert:
		b.insertVoid()
	case metadata:
		b.startInHead()
	case headline:
		b.closeParagraph()
		if b.top().flags&heading != 0 {
			b.pop()
		}
		b.insertToken()
	case ignored:
	default:
		return b.startRarer(role)
	}
	return true
}

func (b *builder) startRarer(r role) bool {
	switch r {
	case preformatted:
		b.closeParagraph()
		b.insertToken()
		b.newline = true
		b.framesetOK = false
	case form:
		b.startForm()
	case term:
		b.startTerm()
	case plain:
		b.closeParagraph()
		b.insertToken()
		b.raw = tagPlaintext
	case button:
		b.closeTo(tagButton, scope)
		b.reconstruct()
		b.insertToken()
		b.framesetOK = false
	case nobr:
		b.startNobr()
	case object:
		b.reconstruct()
		b.insertToken()
		b.border()
		b.framesetOK = false
	case table:
		b.startTable()
	case input:
		b.startInput()
	case rule:
		b.startRule()
	case foreign:
		b.reconstruct()
		b.insertForeign(b.tok.name)
	case image:
		b.tok.tag, b.tok.name, b.tok.atom = tagImg, tags[tagImg].name, atoms[tagImg]
		return false
	default:
		b.startRarest(r)
	}
	return true
}

func (b *builder) startTable() {
	if !b.quirks {
		b.closeParagraph()
	}
	b.insertToken()
	b.framesetOK = false
	b.mode = inTable
}

func (b *builder) startRule() {
	b.closeParagraph()
	if b.has(tagSelect, scope) >= 0 {
		b.closeImplied(other)
	}
	b.insertVoid()
	b.framesetOK = false
}

func (b *builder) startRarest(r role) {
	switch r {
	case textarea:
		b.newline = true
		b.framesetOK = false
		b.insertRaw()
	case xmp:
		b.closeParagraph()
		b.reconstruct()
		b.framesetOK = false
		b.insertRaw()
	case iframe:
		b.framesetOK = false
		b.insertRaw()
	case raw:
		b.insertRaw()
	case choice:
		if b.closeTo(tagSelect, scope) {
			return
		}
		b.reconstruct()
		b.insertToken()
		b.framesetOK = false
	case option, optgroup:
		b.startOption()
	case annotation, reading:
		b.startRuby(r)
	case root:
		if b.count[tagTemplate] == 0 {
			merge(b.open[0].node, b.tok.attr)
		}
	case body:
		if len(b.open) > 1 && b.open[1].tag == tagBody && b.count[tagTemplate] == 0 {
			b.framesetOK = false
			merge(b.open[1].node, b.tok.attr)
		}
	case frameset:
		b.startFrameset()
	}
}

// merge adds attributes to an element that it lacks.
func merge(n *html.Node, attr []html.Attribute) {
	for _, a := range attr {
		if len(n.Attr) >= maxAttrs {
			return
		}
		if !hasKey(n.Attr, a.Key) {
			n.Attr = append(n.Attr, a)
		}
	}
}

func hasKey(attr []html.Attribute, key string) bool {
	for i := range attr {
		if attr[i].Key == key {
			return true
		}
	}
	return false
}

// startAnchor ends the link before, as there are none within each other.
func (b *builder) startAnchor() {
	if i := b.lastFormatting(tagA); i >= 0 {
		n := b.formatting[i].node
		b.endFormatting(tagA)
		if i := b.remembered(n); i >= 0 {
			b.forget(i)
		}
		if i := b.index(n); i >= 0 {
			b.closeAt(i)
		}
	}
	b.reconstruct()
	b.insertFormatting()
}

func (b *builder) startNobr() {
	b.reconstruct()
	if b.has(tagNobr, scope) >= 0 {
		b.endFormatting(tagNobr)
		b.reconstruct()
	}
	b.insertFormatting()
}

// startItem closes the item of the same list before.
func (b *builder) startItem() {
	b.framesetOK = false
	b.closeUp(tagLi, tagLi)
	b.closeParagraph()
	b.insertToken()
}

func (b *builder) startTerm() {
	b.framesetOK = false
	b.closeUp(tagDd, tagDt)
	b.closeParagraph()
	b.insertToken()
}

// closeUp closes an element of either tag, but none that is around other special ones.
func (b *builder) closeUp(one, two tag) {
	if b.count[one]+b.count[two] == 0 {
		return
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		e := &b.open[i]
		switch e.tag {
		case one, two:
			b.cut(i)
			return
		case tagAddress, tagDiv, tagP:
			continue
		}
		if e.flags&special != 0 {
			return
		}
	}
}

func (b *builder) startForm() {
	if b.form != nil && b.count[tagTemplate] == 0 {
		return
	}
	b.closeParagraph()
	n := b.insertToken()
	if b.count[tagTemplate] == 0 {
		b.form = n
	}
}

func (b *builder) startInput() {
	b.closeTo(tagSelect, scope)
	b.reconstruct()
	b.insertVoid()
	if !b.isHidden() {
		b.framesetOK = false
	}
}

// isHidden reports whether the current token is an input that is not shown.
func (b *builder) isHidden() bool {
	for _, a := range b.tok.attr {
		if a.Key == "type" {
			return strings.EqualFold(a.Val, "hidden")
		}
	}
	return false
}

func (b *builder) startOption() {
	switch {
	case b.has(tagSelect, scope) < 0:
		if b.topIs(tagOption) {
			b.pop()
		}
	case b.tok.tag == tagOption:
		b.closeImplied(tagOptgroup)
	default:
		b.closeImplied(other)
	}
	b.reconstruct()
	b.insertToken()
}

func (b *builder) startRuby(r role) {
	if b.has(tagRuby, scope) >= 0 {
		but := other
		if r == reading {
			but = tagRtc
		}
		b.closeImplied(but)
	}
	b.insertToken()
}

// startFrameset replaces a body that has nothing to show.
func (b *builder) startFrameset() {
	if !b.framesetOK || len(b.open) < 2 || b.open[1].tag != tagBody {
		return
	}
	detach(b.open[1].node)
	b.cut(1)
	b.insertToken()
	b.mode = inFrameset
}
