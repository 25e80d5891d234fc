package structured

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// deepest is how deep JSON nests at most that decode reads.
const deepest = 100

// decode reads a JSON object as encoding/json does into a map, in a quarter of its time: strings without escapes
// are parts of the text. It leaves to that what is wrong in any way, or strange.
func decode(text string) (map[string]any, bool) {
	d := decoder{text: text}
	d.space()
	if d.peek() != '{' {
		return nil, false
	}
	object, ok := d.object()
	d.space()
	return object, ok && d.at == len(text)
}

type decoder struct {
	text  string
	at    int
	depth int
}

// peek is the next byte, 0 at the end.
func (d *decoder) peek() byte {
	if d.at < len(d.text) {
		return d.text[d.at]
	}
	return 0
}

func (d *decoder) space() {
	for d.at < len(d.text) {
		switch d.text[d.at] {
		case ' ', '\n', '\r', '\t':
			d.at++
		default:
			return
		}
	}
}

// take passes a byte behind white space, if it is the next.
func (d *decoder) take(c byte) bool {
	d.space()
	if d.peek() != c {
		return false
	}
	d.at++
	return true
}

func (d *decoder) value() (any, bool) {
	d.space()
	switch c := d.peek(); {
	case c == '"':
		return d.string()
	case c == '{':
		return d.object()
	case c == '[':
		return d.array()
	case c == '-' || c >= '0' && c <= '9':
		return d.number()
	}
	for _, word := range [...]struct {
		name  string
		value any
	}{{"true", true}, {"false", false}, {"null", nil}} {
		if strings.HasPrefix(d.text[d.at:], word.name) {
			d.at += len(word.name)
			return word.value, true
		}
	}
	return nil, false
}

func (d *decoder) object() (map[string]any, bool) {
	d.at++
	if d.depth++; d.depth > deepest {
		return nil, false
	}
	object := map[string]any{}
	if d.take('}') {
		d.depth--
		return object, true
	}
	for {
		d.space()
		if d.peek() != '"' {
			return nil, false
		}
		key, ok := d.string()
		if !ok || !d.take(':') {
			return nil, false
		}
		if object[key], ok = d.value(); !ok {
			return nil, false
		}
		if d.take('}') {
			d.depth--
			return object, true
		}
		if !d.take(',') {
			return nil, false
		}
	}
}

func (d *decoder) array() ([]any, bool) {
	d.at++
	if d.depth++; d.depth > deepest {
		return nil, false
	}
	list := []any{}
	if d.take(']') {
		d.depth--
		return list, true
	}
	for {
		value, ok := d.value()
		if !ok {
			return nil, false
		}
		list = append(list, value)
		if d.take(']') {
			d.depth--
			return list, true
		}
		if !d.take(',') {
			return nil, false
		}
	}
}

// string reads from a quotation mark to the next one.
func (d *decoder) string() (string, bool) {
	begin, plain, ascii := d.at, true, true
	for d.at++; d.at < len(d.text); d.at++ {
		switch c := d.text[d.at]; {
		case c == '"':
			d.at++
			inner := d.text[begin+1 : d.at-1]
			if plain && (ascii || utf8.ValidString(inner)) {
				return inner, true
			}
			var s string
			err := json.Unmarshal([]byte(d.text[begin:d.at]), &s)
			return s, err == nil
		case c == '\\':
			plain = false
			d.at++
		case c < ' ':
			return "", false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return "", false
}

// number reads one as JSON has it, which is less than what strconv takes.
func (d *decoder) number() (float64, bool) {
	begin := d.at
	if d.peek() == '-' {
		d.at++
	}
	whole := d.at
	if !d.digits() || d.text[whole] == '0' && d.at > whole+1 {
		return 0, false
	}
	if d.peek() == '.' {
		d.at++
		if !d.digits() {
			return 0, false
		}
	}
	if c := d.peek(); c == 'e' || c == 'E' {
		d.at++
		if c := d.peek(); c == '+' || c == '-' {
			d.at++
		}
		if !d.digits() {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(d.text[begin:d.at], 64)
	return f, err == nil
}

func (d *decoder) digits() bool {
	begin := d.at
	for d.at < len(d.text) && d.text[d.at] >= '0' && d.text[d.at] <= '9' {
		d.at++
	}
	return d.at > begin
}
