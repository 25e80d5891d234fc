package markdown

import (
	"bytes"
	"strings"
)

// An address in the text needs no link: readers of GitHub's markdown make one of it. But
// where it holds what marks emphasis, a backslash would become part of it. Then it is
// written between angle brackets, as a link to itself.

// linkAddresses makes tokens of the addresses in the text that would need an escape.
func (in *inline) linkAddresses() {
	if !bytes.Contains(in.buf, []byte("://")) || !in.emphasizes() {
		return
	}
	old := append([]token(nil), in.tokens...)
	in.tokens = in.tokens[:0]
	within := false
	for i, t := range old {
		within = t.kind == linkToken || within && t.kind != linkEndToken
		if t.kind != textToken || within {
			in.tokens = append(in.tokens, t)
			continue
		}
		in.splitAddresses(old, i)
	}
}

// emphasizes reports whether any character could mark emphasis here.
func (in *inline) emphasizes() bool {
	for i := range in.tokens {
		if isMark(&in.tokens[i]) {
			return true
		}
	}
	return in.pairs('*') || in.pairs('_') || in.pairs('~')
}

// splitAddresses appends text token i of old in parts.
func (in *inline) splitAddresses(old []token, i int) {
	t := old[i]
	s := in.buf[t.start:t.end]
	whole := inline{buf: in.buf, tokens: old}
	from := 0
	for at := 0; ; {
		a := findAddress(s, at)
		if a.from == len(s) {
			break
		}
		at = a.to
		if !whole.holdsDelimiter(i, a) {
			continue
		}
		if a.from > from {
			in.tokens = append(in.tokens, token{kind: textToken, start: t.start + from, end: t.start + a.from})
		}
		in.tokens = append(in.tokens, token{kind: autolinkToken, start: t.start + a.from, end: t.start + a.to})
		from = a.to
	}
	if from < len(s) {
		in.tokens = append(in.tokens, token{kind: textToken, start: t.start + from, end: t.end})
	}
}

// holdsDelimiter reports whether an address in text token i could begin or end emphasis.
func (in *inline) holdsDelimiter(i int, a span) bool {
	t := &in.tokens[i]
	s := in.buf[t.start:t.end]
	for at := a.from; at < a.to; {
		if classes[s[at]]&(star|under|tilde) == 0 {
			at++
			continue
		}
		n := run(s[at:])
		if opens, closes := in.flanks(i, at, n); opens || closes {
			return true
		}
		at += n
	}
	return false
}

// findAddress finds the next address in s from byte at on; behind the end if there is
// none. Punctuation at its end is the sentence's.
func findAddress(s []byte, at int) span {
	for {
		i := bytes.Index(s[at:], []byte("://"))
		if i < 0 {
			return span{from: len(s), to: len(s)}
		}
		i += at
		a := span{from: i, to: i + 3}
		for a.from > at && isAlpha(s[a.from-1]) {
			a.from--
		}
		for a.to < len(s) && isEncodedAt(s, a.to) {
			a.to++
		}
		for strings.IndexByte(".,;:!?')*_~", s[a.to-1]) >= 0 && a.to > i+3 {
			a.to--
		}
		if n := i - a.from; n > 1 && n < 10 && a.to > i+3 {
			return a
		}
		at = i + 3
	}
}

func isAlpha(c byte) bool { return isAlnum(c) && c > '9' }
