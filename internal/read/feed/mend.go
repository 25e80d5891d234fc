package feed

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
)

// mend cuts a document behind the last item that is whole and closes what is open
// there. It returns false when no item is.
func mend(text []byte) ([]byte, bool) {
	if len(text) > 0 && text[0] == '{' {
		return mendJSON(text)
	}
	return mendXML(text)
}

// mendXML reads as the feed's parser does, so what comes before its error is sound.
func mendXML(text []byte) ([]byte, bool) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var open, atBest []string
	best := int64(-1)
	for {
		token, err := d.RawToken()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			open = append(open, qualified(t.Name))
		case xml.EndElement:
			name := qualified(t.Name)
			if len(open) == 0 || open[len(open)-1] != name {
				return closeXML(text, best, atBest)
			}
			open = open[:len(open)-1]
			if len(open) > 0 && len(open) <= 2 && isItem(t.Name.Local) {
				best, atBest = d.InputOffset(), append(atBest[:0], open...)
			}
		}
	}
	return closeXML(text, best, atBest)
}

func qualified(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

func isItem(local string) bool {
	return strings.EqualFold(local, "item") || strings.EqualFold(local, "entry")
}

func closeXML(text []byte, at int64, open []string) ([]byte, bool) {
	if at < 0 {
		return nil, false
	}
	whole := bytes.Clone(text[:at])
	for _, name := range slices.Backward(open) {
		whole = append(whole, "</"+name+">"...)
	}
	return whole, true
}

// mendJSON looks for the last object in a list in the outermost object: the items.
func mendJSON(text []byte) ([]byte, bool) {
	var open []byte
	inString, escaped := false, false
	best := -1
	for i, c := range text {
		switch {
		case escaped:
			escaped = false
		case inString:
			escaped, inString = c == '\\', c != '"'
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			open = append(open, c)
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
			if c == '}' && string(open) == "{[" {
				best = i + 1
			}
		}
	}
	if best < 0 {
		return nil, false
	}
	return append(bytes.Clone(text[:best]), "]}"...), true
}
