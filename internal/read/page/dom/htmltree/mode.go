package htmltree

import (
	"strings"

	"golang.org/x/net/html"
)

// mode is where in a page the rules are.
type mode uint8

const (
	initial mode = iota
	beforeHTML
	beforeHead
	inHead
	afterHead
	inBody
	inText
	inTable
	inCaption
	inColumns
	inSection
	inRow
	inCell
	inTemplate
	afterBody
	inFrameset
	afterFrameset
	afterAfterBody
	afterAfterFrameset
)

// in performs the rules of a mode on the current token. All such methods report whether
// the token is done with; else it is looked at anew, in the mode that is set then.
func (b *builder) in(m mode) bool {
	switch m {
	case inBody:
		return b.inBody()
	case inText:
		return b.inText()
	case initial, beforeHTML, beforeHead, inHead, afterHead:
		return b.inFront(m)
	case inTable, inCaption, inColumns, inSection, inRow, inCell:
		return b.inTables(m)
	case inTemplate:
		return b.inTemplate()
	case afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset:
	}
	return b.atEnd(m)
}

// inFront performs the rules for what stands before a body.
func (b *builder) inFront(m mode) bool {
	switch m {
	case initial:
		return b.initial()
	case beforeHTML:
		return b.beforeHTML()
	case beforeHead:
		return b.beforeHead()
	case inHead:
		return b.inHead()
	}
	return b.afterHead()
}

// atEnd performs the rules for what stands behind a body, or in frames.
func (b *builder) atEnd(m mode) bool {
	switch m {
	case afterBody:
		return b.afterBody()
	case inFrameset:
		return b.inFrameset()
	case afterFrameset:
		return b.afterFrameset()
	case afterAfterBody:
		return b.afterAfterBody()
	}
	return b.afterAfterFrameset()
}

// spaces is white space as the standard has it.
const spaces = " \t\n\f\r"

// dropSpace takes the white space off the beginning of a text, and reports whether that was all.
func (b *builder) dropSpace() bool {
	b.tok.text = strings.TrimLeft(b.tok.text, spaces)
	return b.tok.text == ""
}

// insertSpace is dropSpace that inserts the white space.
func (b *builder) insertSpace() bool {
	rest := strings.TrimLeft(b.tok.text, spaces)
	b.insertText(b.tok.text[:len(b.tok.text)-len(rest)])
	b.tok.text = rest
	return rest == ""
}

func (b *builder) initial() bool {
	switch b.tok.kind {
	case textToken:
		if b.dropSpace() {
			return true
		}
	case commentToken:
		b.insertComment(b.doc)
		return true
	case doctypeToken:
		d := readDoctype(b.tok.text, b.tok.cut)
		n := b.node(html.DoctypeNode)
		n.Data, n.Attr = d.name, d.attributes()
		adopt(b.doc, n)
		b.quirks = d.isQuirky()
		b.mode = beforeHTML
		return true
	case startToken, endToken, endOfPage:
	}
	b.quirks = true
	b.mode = beforeHTML
	return false
}

func (b *builder) beforeHTML() bool {
	switch b.tok.kind {
	case textToken:
		if b.dropSpace() {
			return true
		}
	case commentToken:
		b.insertComment(b.doc)
		return true
	case doctypeToken:
		return true
	case startToken:
		if b.tok.tag == tagHTML {
			b.insertToken()
			b.mode = beforeHead
			return true
		}
	case endToken:
		if !b.endsFront() {
			return true
		}
	case endOfPage:
	}
	b.insertTag(tagHTML)
	b.mode = beforeHead
	return false
}

// endsFront reports whether an end tag implies what should stand before it.
func (b *builder) endsFront() bool {
	switch b.tok.tag {
	case tagHead, tagBody, tagHTML, tagBr:
		return true
	}
	return false
}

func (b *builder) beforeHead() bool {
	switch b.tok.kind {
	case textToken:
		if b.dropSpace() {
			return true
		}
	case commentToken:
		b.insertComment(nil)
		return true
	case doctypeToken:
		return true
	case startToken:
		switch b.tok.tag {
		case tagHTML:
			return b.inBody()
		case tagHead:
			b.head = b.insertToken()
			b.mode = inHead
			return true
		}
	case endToken:
		if !b.endsFront() {
			return true
		}
	case endOfPage:
	}
	b.head = b.insertTag(tagHead)
	b.mode = inHead
	return false
}

func (b *builder) inHead() bool {
	switch b.tok.kind {
	case textToken:
		if b.insertSpace() {
			return true
		}
	case commentToken:
		b.insertComment(nil)
		return true
	case doctypeToken:
		return true
	case startToken:
		switch b.tok.tag {
		case tagHTML:
			return b.inBody()
		case tagHead:
			return true
		}
		if b.startInHead() {
			return true
		}
	case endToken:
		switch {
		case b.tok.tag == tagTemplate:
			b.endTemplate()
			return true
		case b.tok.tag == tagHead:
			b.pop()
			b.mode = afterHead
			return true
		case !b.endsFront():
			return true
		}
	case endOfPage:
	}
	b.pop()
	b.mode = afterHead
	return false
}

// startInHead inserts an element that belongs in a head, and reports whether it is one.
func (b *builder) startInHead() bool {
	switch b.tok.tag {
	case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta:
		b.insertVoid()
	case tagTitle, tagNoscript, tagNoframes:
		b.insertRaw()
	case tagStyle, tagScript:
		b.silent = b.kept == Lean && b.isIdle()
		b.insertRaw()
	case tagTemplate:
		b.insertToken()
		b.border()
		b.framesetOK = false
		b.mode = inTemplate
		b.templates = append(b.templates, inTemplate)
	default:
		return false
	}
	return true
}

// insertRaw inserts an element with a text up to its end tag.
func (b *builder) insertRaw() {
	b.insertToken()
	b.raw = b.tok.tag
	if b.raw == tagStyle || b.raw == tagNoscript {
		b.noteStyle()
	}
	b.back = b.mode
	b.mode = inText
}

func (b *builder) inText() bool {
	switch b.tok.kind {
	case textToken:
		if !b.silent {
			b.insertText(b.tok.text)
		}
		return true
	case startToken, endToken, commentToken, doctypeToken, endOfPage:
	}
	b.silent = false
	b.pop()
	b.mode = b.back
	return b.tok.kind == endToken
}

func (b *builder) afterHead() bool {
	switch b.tok.kind {
	case textToken:
		if b.insertSpace() {
			return true
		}
	case commentToken:
		b.insertComment(nil)
		return true
	case doctypeToken:
		return true
	case startToken:
		if done, known := b.startAfterHead(); known {
			return done
		}
	case endToken:
		switch {
		case b.tok.tag == tagTemplate:
			b.endTemplate()
			return true
		case b.tok.tag == tagHead || !b.endsFront():
			return true
		}
	case endOfPage:
	}
	b.insertTag(tagBody)
	b.mode = inBody
	return false
}

// startAfterHead performs the rules on those start tags that do not imply a body.
func (b *builder) startAfterHead() (done, known bool) {
	switch b.tok.tag {
	case tagHTML:
		return b.inBody(), true
	case tagBody:
		b.insertToken()
		b.framesetOK = false
		b.mode = inBody
	case tagFrameset:
		b.insertToken()
		b.mode = inFrameset
	case tagHead:
	case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagScript, tagStyle, tagTemplate, tagTitle:
		b.push(element{b.head, tagHead, tags[tagHead].flags})
		b.startInHead()
		b.closeAt(b.index(b.head))
	default:
		return false, false
	}
	return true, true
}
