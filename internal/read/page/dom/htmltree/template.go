package htmltree

import "slices"

func (b *builder) inTemplate() bool {
	switch b.tok.kind {
	case textToken, commentToken, doctypeToken:
		return b.inBody()
	case startToken:
		switch t := b.tok.tag; t {
		case tagBase, tagBasefont, tagBgsound, tagLink, tagMeta, tagNoframes, tagScript, tagStyle, tagTemplate, tagTitle:
			b.startInHead()
			return true
		case tagCaption, tagColgroup, tagTbody, tagTfoot, tagThead:
			b.mode = inTable
		case tagCol:
			b.mode = inColumns
		case tagTr:
			b.mode = inSection
		case tagTd, tagTh:
			b.mode = inRow
		default:
			b.mode = inBody
		}
		b.templates[len(b.templates)-1] = b.mode
		return false
	case endToken:
		if b.tok.tag == tagTemplate {
			b.endTemplate()
		}
		return true
	case endOfPage:
	}
	if b.count[tagTemplate] == 0 {
		return true
	}
	b.leaveTemplate()
	return false
}

func (b *builder) endTemplate() {
	if b.count[tagTemplate] > 0 {
		b.leaveTemplate()
	}
}

// leaveTemplate closes the innermost template, and goes on as before it.
func (b *builder) leaveTemplate() {
	for i, v := range slices.Backward(b.open) {
		if v.tag == tagTemplate {
			b.cut(i)
			break
		}
	}
	b.clearToBorder()
	b.templates = b.templates[:len(b.templates)-1]
	b.resetMode()
}

// resetMode sets the mode that the open elements imply.
func (b *builder) resetMode() {
	for _, v := range slices.Backward(b.open) {
		switch v.tag {
		case tagTd, tagTh:
			b.mode = inCell
		case tagTr:
			b.mode = inRow
		case tagTbody, tagThead, tagTfoot:
			b.mode = inSection
		case tagCaption:
			b.mode = inCaption
		case tagColgroup:
			b.mode = inColumns
		case tagTable:
			b.mode = inTable
		case tagTemplate:
			b.mode = b.templates[len(b.templates)-1]
		case tagHead:
			b.mode = inHead
		case tagBody:
			b.mode = inBody
		case tagFrameset:
			b.mode = inFrameset
		case tagHTML:
			b.mode = afterHead
			if b.head == nil {
				b.mode = beforeHead
			}
		default:
			continue
		}
		return
	}
}
