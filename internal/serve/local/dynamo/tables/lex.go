package tables

import (
	"strings"
	"unicode"
)

// tokens splits an expression into words (names, #placeholders, :values, keywords) and signs.
func tokens(text string) ([]string, error) {
	var list []string
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case strings.IndexByte("(),=+-.[]", c) >= 0:
			list = append(list, text[i:i+1])
			i++
		case c == '<' || c == '>':
			n := 1
			if i+1 < len(text) && (text[i+1] == '=' || c == '<' && text[i+1] == '>') {
				n = 2
			}
			list = append(list, text[i:i+n])
			i += n
		default:
			n := wordLength(text[i:])
			if n == 0 {
				return nil, invalid("Invalid expression: Syntax error; token: %q, near: %q", text[i:i+1], text[max(0, i-1):min(len(text), i+2)])
			}
			list = append(list, text[i:i+n])
			i += n
		}
	}
	return list, nil
}

func wordLength(text string) int {
	for i, r := range text {
		first := i == 0 && (r == '#' || r == ':')
		if !first && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(text)
}
