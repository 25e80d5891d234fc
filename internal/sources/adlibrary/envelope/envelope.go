// Package envelope finds objects by their key in the JSON that pages of Facebook carry
// for their scripts. It takes them out as they stand, in one pass and without decoding
// what lies around them. It knows no ads, and dials nothing.
package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// ErrBroken says that the JSON of a script ends within an object that was looked for.
var ErrBroken = errors.New("the JSON of the page is cut off")

// Objects yields the objects that stand under a key in the scripts of type
// application/json, in document order; null and other values are passed over, and so are
// objects within one that was yielded. The same letters within a string are no key. An
// ErrBroken ends a script, not the page. The time is proportional to the page's length.
func Objects(page []byte, key string) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		if !bytes.Contains(page, []byte(`"`+key+`"`)) {
			return
		}
		for script := range scripts(page) {
			for len(script) > 0 {
				object, rest, err := next(script, key)
				if object == nil && err == nil {
					break
				}
				if !yield(object, err) {
					return
				}
				script = rest
			}
		}
	}
}

// scripts yields the texts of scripts of type application/json.
func scripts(page []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		z := html.NewTokenizer(bytes.NewReader(page))
		inside := false
		for {
			switch z.Next() {
			case html.ErrorToken:
				return
			case html.StartTagToken:
				inside = isData(z)
			case html.TextToken:
				if inside && !yield(z.Raw()) {
					return
				}
				inside = false
			case html.EndTagToken, html.SelfClosingTagToken, html.CommentToken, html.DoctypeToken:
				inside = false
			}
		}
	}
}

func isData(z *html.Tokenizer) bool {
	name, more := z.TagName()
	if string(name) != "script" {
		return false
	}
	for more {
		var attr, value []byte
		attr, value, more = z.TagAttr()
		if string(attr) == "type" {
			return strings.EqualFold(strings.TrimSpace(string(value)), "application/json")
		}
	}
	return false
}

// next returns the next object under the key and what follows it; nil when there is none.
func next(script []byte, key string) (object json.RawMessage, rest []byte, err error) {
	for i := 0; i < len(script); {
		open := bytes.IndexByte(script[i:], '"')
		if open < 0 {
			break
		}
		start := i + open + 1
		end := closing(script, start)
		if end < 0 {
			break
		}
		i = end + 1
		if string(script[start:end]) != key {
			continue
		}
		value, ok := bytes.CutPrefix(bytes.TrimLeft(script[i:], " \t\r\n"), []byte(":"))
		if !ok {
			continue // a text that is equal to the key
		}
		value = bytes.TrimLeft(value, " \t\r\n")
		if !bytes.HasPrefix(value, []byte("{")) {
			continue
		}
		n := balanced(value)
		if n < 0 {
			return nil, nil, ErrBroken
		}
		return json.RawMessage(value[:n:n]), value[n:], nil
	}
	return nil, nil, nil
}

// closing is where the string that begins at i ends: the index of its quote, or -1.
func closing(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// balanced is the length of the object at the beginning of b, or -1 when it has no end.
func balanced(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			if i = closing(b, i+1); i < 0 {
				return -1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
