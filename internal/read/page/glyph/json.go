package glyph

import (
	"bytes"
	"encoding/json"
	"slices"
)

// JSON is Visible for all strings and names of a JSON value, in whichever way their characters are written. Members
// of the outermost object that are named in verbatim stay as they are. It returns raw itself where nothing changes.
func JSON(raw json.RawMessage, verbatim ...string) json.RawMessage {
	if suspect(raw) < 0 && !bytes.Contains(raw, []byte(`\u`)) {
		return raw
	}
	var out []byte
	from, depth, kept := 0, 0, false // what is before from is in out
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			end := closing(raw, i)
			one := raw[i:end]
			isName := depth == 1 && end < len(raw) && raw[end] == ':'
			if isName {
				kept = len(one) > 1 && slices.Contains(verbatim, string(one[1:len(one)-1]))
			}
			if !kept {
				if seen, changed := visible(one); changed {
					out = append(append(out, raw[from:i]...), seen...)
					from = end
				}
			}
			i = end - 1
		}
	}
	if out == nil {
		return raw
	}
	return append(out, raw[from:]...)
}

// closing is the index behind a string that begins at an index.
func closing(raw []byte, begin int) int {
	for i := begin + 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}

// visible is Visible for a string with its quotation marks.
func visible(quoted []byte) ([]byte, bool) {
	if suspect(quoted) < 0 && !bytes.Contains(quoted, []byte(`\u`)) {
		return nil, false
	}
	var s string
	if json.Unmarshal(quoted, &s) != nil {
		return nil, false
	}
	seen := Visible(s)
	if seen == s {
		return nil, false
	}
	out, err := json.Marshal(seen)
	return out, err == nil
}
