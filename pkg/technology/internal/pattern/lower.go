package pattern

import (
	"unicode"
	"unicode/utf8"
)

// Lower returns a text in lower case and in valid UTF-8, as it is matched. A long s is
// an s: expressions that ignore the case hold them for the same.
func Lower[Text string | []byte](text Text) string {
	buf := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		same := i
		for i < len(text) && text[i] < utf8.RuneSelf && (text[i] < 'A' || text[i] > 'Z') {
			i++
		}
		buf = append(buf, text[same:i]...)
		switch {
		case i == len(text):
		case text[i] < utf8.RuneSelf:
			buf = append(buf, text[i]+('a'-'A'))
			i++
		default:
			r, size := utf8.DecodeRuneInString(string(text[i:min(len(text), i+utf8.UTFMax)]))
			buf = utf8.AppendRune(buf, lower(r))
			i += size
		}
	}
	return string(buf)
}

func lower(r rune) rune {
	if r == 'ſ' {
		return 's'
	}
	return unicode.ToLower(r)
}
