package htmltree

// endInBody performs the rules on an end tag.
func (b *builder) endInBody() bool {
	t := b.tok.tag
	if t != other && t != tagForm && t != tagTemplate && b.topIs(t) && tags[t].role != formatting && tags[t].role != anchor &&
		tags[t].role != nobr && t != tagBody && t != tagHTML && tags[t].role != object {
		b.pop()
		return true
	}
	switch tags[t].role {
	case block, preformatted, button, choice:
		if t == tagP {
			b.endParagraph()
			return true
		}
		b.end(t)
	case anchor, formatting, nobr:
		b.endFormatting(t)
	case item:
		b.closeTo(tagLi, scope|listStop)
	case term:
		b.closeTo(t, scope)
	case headline:
		if i := b.hasFlag(heading, scope); i >= 0 {
			b.cut(i)
		}
	case object:
		if b.end(t) {
			b.clearToBorder()
		}
	case form:
		b.endForm()
	default:
		return b.endRarer(t)
	}
	return true
}

func (b *builder) endRarer(t tag) bool {
	switch t {
	case tagBody:
		if b.has(tagBody, scope) >= 0 {
			b.mode = afterBody
		}
	case tagHTML:
		if b.has(tagBody, scope) >= 0 {
			b.mode = afterBody
			return false
		}
	case tagBr:
		b.reconstruct()
		b.tok.attr = nil
		b.insertVoid()
		b.framesetOK = false
	case tagTemplate:
		b.endTemplate()
	default:
		b.endOther(t, b.tok.name)
	}
	return true
}

// end closes the innermost element of a tag with all that is in it.
func (b *builder) end(t tag) bool { return b.closeTo(t, scope) }

// endParagraph closes a paragraph; without one there is an empty one.
func (b *builder) endParagraph() {
	if b.has(tagP, scope|buttonStop) < 0 {
		b.insertTag(tagP)
	}
	b.closeParagraph()
}

// endForm closes the current form, and leaves open what is in it.
func (b *builder) endForm() {
	if b.count[tagTemplate] > 0 {
		b.end(tagForm)
		return
	}
	n := b.form
	b.form = nil
	if n == nil || b.hasNode(n) < 0 {
		return
	}
	b.closeImplied(other)
	b.closeAt(b.index(n))
}
