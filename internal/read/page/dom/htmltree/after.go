package htmltree

import "strings"

func (b *builder) afterBody() bool {
	switch b.tok.kind {
	case textToken:
		if strings.Trim(b.tok.text, spaces) == "" {
			return b.inBody()
		}
	case commentToken:
		b.insertComment(b.open[0].node)
		return true
	case doctypeToken, endOfPage:
		return true
	case startToken:
		if b.tok.tag == tagHTML {
			return b.inBody()
		}
	case endToken:
		if b.tok.tag == tagHTML {
			b.mode = afterAfterBody
			return true
		}
	}
	b.mode = inBody
	return false
}

func (b *builder) afterAfterBody() bool {
	switch b.tok.kind {
	case textToken:
		if strings.Trim(b.tok.text, spaces) == "" {
			return b.inBody()
		}
	case commentToken:
		b.insertComment(b.doc)
		return true
	case doctypeToken, endOfPage:
		return true
	case startToken:
		if b.tok.tag == tagHTML {
			return b.inBody()
		}
	case endToken:
	}
	b.mode = inBody
	return false
}

// onlySpace is the white space of a text, which is all that frames have.
func onlySpace(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(spaces, r) {
			return r
		}
		return -1
	}, text)
}

func (b *builder) inFrameset() bool {
	switch b.tok.kind {
	case textToken:
		b.insertText(onlySpace(b.tok.text))
	case commentToken:
		b.insertComment(nil)
	case startToken:
		switch b.tok.tag {
		case tagHTML:
			return b.inBody()
		case tagFrameset:
			b.insertToken()
		case tagFrame:
			b.insertVoid()
		case tagNoframes:
			b.startInHead()
		}
	case endToken:
		if b.tok.tag != tagFrameset || len(b.open) == 1 {
			break
		}
		b.pop()
		if !b.topIs(tagFrameset) {
			b.mode = afterFrameset
		}
	case doctypeToken, endOfPage:
	}
	return true
}

func (b *builder) afterFrameset() bool {
	switch b.tok.kind {
	case textToken:
		b.insertText(onlySpace(b.tok.text))
	case commentToken:
		b.insertComment(nil)
	case startToken:
		switch b.tok.tag {
		case tagHTML:
			return b.inBody()
		case tagNoframes:
			b.startInHead()
		}
	case endToken:
		if b.tok.tag == tagHTML {
			b.mode = afterAfterFrameset
		}
	case doctypeToken, endOfPage:
	}
	return true
}

func (b *builder) afterAfterFrameset() bool {
	switch b.tok.kind {
	case textToken:
		if b.tok.text = onlySpace(b.tok.text); b.tok.text != "" {
			return b.inBody()
		}
	case commentToken:
		b.insertComment(b.doc)
	case startToken:
		switch b.tok.tag {
		case tagHTML:
			return b.inBody()
		case tagNoframes:
			b.startInHead()
		}
	case doctypeToken, endToken, endOfPage:
	}
	return true
}
