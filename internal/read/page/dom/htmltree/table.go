package htmltree

import "strings"

// inTables performs the rules for what is in a table.
func (b *builder) inTables(m mode) bool {
	switch m {
	case inTable:
		return b.inTable()
	case inCaption:
		return b.inCaption()
	case inColumns:
		return b.inColumns()
	case inSection:
		return b.inSection()
	case inRow:
		return b.inRow()
	}
	return b.inCell()
}

func (b *builder) inTable() bool {
	switch b.tok.kind {
	case textToken:
		if b.top().flags&fosters != 0 || b.topIs(tagTemplate) {
			b.tok.text = strings.ReplaceAll(b.tok.text, "\x00", "")
			if strings.Trim(b.tok.text, spaces) == "" {
				b.insertText(b.tok.text)
				return true
			}
		}
	case commentToken:
		b.insertComment(nil)
		return true
	case doctypeToken:
		return true
	case startToken:
		if done, known := b.startInTable(); known {
			return done
		}
	case endToken:
		switch b.tok.tag {
		case tagTable:
			if b.closeTo(tagTable, tableStop) {
				b.resetMode()
			}
			return true
		case tagBody, tagCaption, tagCol, tagColgroup, tagHTML, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
			return true
		case tagTemplate:
			b.endTemplate()
			return true
		}
	case endOfPage:
		return b.inBody()
	}
	b.fostering = true
	done := b.inBody()
	b.fostering = false
	return done
}

// startInTable performs the rules on those start tags that belong in a table.
func (b *builder) startInTable() (done, known bool) {
	switch b.tok.tag {
	case tagCaption:
		b.border()
		b.openInTable(inCaption)
	case tagColgroup:
		b.openInTable(inColumns)
	case tagTbody, tagTfoot, tagThead:
		b.openInTable(inSection)
	case tagCol:
		b.closeToTable()
		b.insertTag(tagColgroup)
		b.mode = inColumns
		return false, true
	case tagTd, tagTh, tagTr:
		b.closeToTable()
		b.insertTag(tagTbody)
		b.mode = inSection
		return false, true
	case tagTable:
		if !b.closeTo(tagTable, tableStop) {
			return true, true
		}
		b.resetMode()
		return false, true
	case tagStyle, tagScript, tagTemplate:
		b.startInHead()
	case tagInput:
		if !b.isHidden() {
			return false, false
		}
		b.insertVoid()
	case tagForm:
		if b.count[tagTemplate] == 0 && b.form == nil {
			b.form = b.insertToken()
			b.pop()
		}
	default:
		return false, false
	}
	return true, true
}

func (b *builder) closeToTable() { b.closeWithin(tagTable, tagTemplate, tagHTML) }

func (b *builder) openInTable(m mode) {
	b.closeToTable()
	b.insertToken()
	b.mode = m
}

// partsOfTables reports whether a tag is one of those that end a caption, a cell or a row.
func isPart(t tag) bool {
	switch t {
	case tagCaption, tagCol, tagColgroup, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr:
		return true
	}
	return false
}

func (b *builder) inCaption() bool {
	t := b.tok.tag
	switch {
	case b.tok.kind == startToken && isPart(t), b.tok.kind == endToken && t == tagTable:
		return !b.endCaption()
	case b.tok.kind == endToken && t == tagCaption:
		b.endCaption()
		return true
	case b.tok.kind == endToken && (isPart(t) || t == tagBody || t == tagHTML):
		return true
	}
	return b.inBody()
}

func (b *builder) endCaption() bool {
	if !b.closeTo(tagCaption, tableStop) {
		return false
	}
	b.clearToBorder()
	b.mode = inTable
	return true
}

func (b *builder) inColumns() bool {
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
		case tagCol:
			b.insertVoid()
			return true
		case tagTemplate:
			b.startInHead()
			return true
		}
	case endToken:
		switch b.tok.tag {
		case tagColgroup:
			if b.topIs(tagColgroup) {
				b.pop()
				b.mode = inTable
			}
			return true
		case tagCol:
			return true
		case tagTemplate:
			b.endTemplate()
			return true
		}
	case endOfPage:
		return b.inBody()
	}
	if !b.topIs(tagColgroup) {
		return true
	}
	b.pop()
	b.mode = inTable
	return false
}

func (b *builder) inSection() bool {
	t := b.tok.tag
	switch b.tok.kind {
	case startToken:
		switch t {
		case tagTr:
			b.closeToSection()
			b.insertToken()
			b.mode = inRow
			return true
		case tagTd, tagTh:
			b.closeToSection()
			b.insertTag(tagTr)
			b.mode = inRow
			return false
		case tagCaption, tagCol, tagColgroup, tagTbody, tagTfoot, tagThead:
			return !b.endSection()
		}
	case endToken:
		switch t {
		case tagTbody, tagTfoot, tagThead:
			if b.has(t, tableStop) >= 0 {
				b.endSection()
			}
			return true
		case tagTable:
			return !b.endSection()
		case tagBody, tagCaption, tagCol, tagColgroup, tagHTML, tagTd, tagTh, tagTr:
			return true
		}
	case textToken, commentToken, doctypeToken, endOfPage:
	}
	return b.inTable()
}

func (b *builder) closeToSection() {
	b.closeWithin(tagTbody, tagTfoot, tagThead, tagTemplate, tagHTML)
}

// endSection closes the innermost group of rows, if there is one.
func (b *builder) endSection() bool {
	if b.has(tagTbody, tableStop) < 0 && b.has(tagThead, tableStop) < 0 && b.has(tagTfoot, tableStop) < 0 {
		return false
	}
	b.closeToSection()
	b.pop()
	b.mode = inTable
	return true
}

func (b *builder) inRow() bool {
	t := b.tok.tag
	switch b.tok.kind {
	case startToken:
		switch t {
		case tagTd, tagTh:
			b.closeWithin(tagTr, tagTemplate, tagHTML)
			b.insertToken()
			b.border()
			b.mode = inCell
			return true
		case tagCaption, tagCol, tagColgroup, tagTbody, tagTfoot, tagThead, tagTr:
			return !b.endRow()
		}
	case endToken:
		switch t {
		case tagTr:
			b.endRow()
			return true
		case tagTable:
			return !b.endRow()
		case tagTbody, tagTfoot, tagThead:
			return b.has(t, tableStop) < 0 || !b.endRow()
		case tagBody, tagCaption, tagCol, tagColgroup, tagHTML, tagTd, tagTh:
			return true
		}
	case textToken, commentToken, doctypeToken, endOfPage:
	}
	return b.inTable()
}

// endRow closes the innermost row, if there is one.
func (b *builder) endRow() bool {
	if b.has(tagTr, tableStop) < 0 {
		return false
	}
	b.closeWithin(tagTr, tagTemplate, tagHTML)
	b.pop()
	b.mode = inSection
	return true
}

func (b *builder) inCell() bool {
	t := b.tok.tag
	switch {
	case b.tok.kind == startToken && isPart(t):
		return !b.endCell()
	case b.tok.kind != endToken:
	case t == tagTd || t == tagTh:
		if b.closeTo(t, tableStop) {
			b.clearToBorder()
			b.mode = inRow
		}
		return true
	case t == tagBody || t == tagCaption || t == tagCol || t == tagColgroup || t == tagHTML:
		return true
	case t == tagTable || t == tagTbody || t == tagTfoot || t == tagThead || t == tagTr:
		return b.has(t, tableStop) < 0 || !b.endCell()
	}
	return b.inBody()
}

// endCell closes the innermost cell, if there is one.
func (b *builder) endCell() bool {
	if !b.closeTo(tagTd, tableStop) && !b.closeTo(tagTh, tableStop) {
		return false
	}
	b.clearToBorder()
	b.mode = inRow
	return true
}
