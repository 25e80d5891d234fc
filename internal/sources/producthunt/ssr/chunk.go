// Package ssr reads the data that Product Hunt's pages carry for their own scripts: the
// chunks that Apollo's transport pushes while a page is rendered, in the forms of 2023 to
// 2026. Names of fields drift, so it gives objects by their type and fields by several
// names. It is pure and bounded: it calls nobody, and a hostile page costs no more than
// a long one.
package ssr

import (
	"bytes"
	"encoding/json"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	marker   = "ApolloSSRDataTransport"
	maxChunk = 4 << 20 // bytes of one chunk
	maxDepth = 200     // of objects and lists within each other; pages have about 20
)

// chunks are the arguments of all pushes of a page, as JSON. A chunk that is cut off or
// no JSON is left out.
func chunks(doc *html.Node) []json.RawMessage {
	var all []json.RawMessage
	for n := range dom.All(doc, atom.Script) {
		if n.FirstChild == nil || !strings.Contains(n.FirstChild.Data, marker) {
			continue
		}
		_, rest, _ := strings.Cut(n.FirstChild.Data, marker)
		for {
			_, argument, found := strings.Cut(rest, ".push(")
			if !found {
				break
			}
			chunk, length := literal(argument)
			if chunk != nil && json.Valid(chunk) {
				all = append(all, chunk)
			}
			rest = argument[length:]
		}
	}
	return all
}

// literal reads an object literal as JSON and reports how much of the text it looked at,
// at least nothing. What stands for no value in it, the bare word undefined, becomes
// null; the same letters in a string are text.
func literal(text string) (chunk []byte, length int) {
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	if start == len(text) || text[start] != '{' {
		return nil, 0
	}
	text = text[:min(len(text), start+maxChunk)]
	var out bytes.Buffer
	depth, from := 0, start
	for i := start; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			if i = stringEnd(text, i); i < 0 {
				return nil, len(text)
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				return nil, i
			}
		case '}', ']':
			if depth--; depth == 0 {
				out.WriteString(text[from : i+1])
				return out.Bytes(), i + 1
			}
		case 'u':
			if after, ok := strings.CutPrefix(text[i:], "undefined"); ok && !wordly(text[i-1]) && (after == "" || !wordly(after[0])) {
				out.WriteString(text[from:i])
				out.WriteString("null")
				i += len("undefined") - 1
				from = i + 1
			}
		}
	}
	return nil, len(text)
}

// stringEnd is where the string that begins at i ends, -1 for one without an end.
func stringEnd(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

func wordly(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
