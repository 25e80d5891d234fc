// Package structured reads the machine-readable parts of a page: JSON-LD,
// microdata and meta properties. It bounds all of them, because a page of a hundred
// bytes can make a naive reader recurse for ever. It must not know which of them
// becomes a title or a date.
package structured

import (
	"bytes"
	"encoding/json"
	"iter"
	"mime"
	"slices"
	"strings"

	"github.com/astappiev/fixjson"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	maxBlock  = 1 << 20 // bytes of one JSON-LD block
	maxBlocks = 100
)

// Object is a decoded JSON-LD object.
type Object map[string]any

// JSONLD returns the page's JSON-LD objects as they stand. A block that is an
// array gives each of its objects. Line ends in strings, trailing commas and
// comments are repaired; what is still no JSON then is left out.
func JSONLD(doc *html.Node) []json.RawMessage {
	var all []json.RawMessage
	for text := range scripts(doc) {
		all = appendObjects(all, decodable(text))
		if len(all) >= maxBlocks {
			return all[:maxBlocks]
		}
	}
	return all
}

// scripts yields the texts of the scripts that hold JSON-LD.
func scripts(doc *html.Node) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n := range dom.All(doc, atom.Script) {
			if isJSONLD(dom.Attr(n, "type")) && n.FirstChild != nil && !yield(n.FirstChild.Data) {
				return
			}
		}
	}
}

// isJSONLD allows parameters behind the type, which some generators write.
func isJSONLD(mediaType string) bool {
	if len(mediaType) <= len(ofJSONLD) { // as nearly all
		return strings.EqualFold(mediaType, ofJSONLD)
	}
	parsed, _, err := mime.ParseMediaType(mediaType)
	return err == nil && parsed == ofJSONLD
}

const ofJSONLD = "application/ld+json"

// decodable returns the block as valid JSON without white space, or nil.
func decodable(block string) json.RawMessage {
	block = unwrapped(block)
	if block == "" || len(block) > maxBlock {
		return nil
	}
	if compact := compacted([]byte(block)); compact != nil {
		return compact
	}
	// The space is for the repairer, which looks one byte beyond a final backslash
	// or slash without asking whether there is one.
	return compacted(fixjson.ToJSON([]byte(block + " ")))
}

// unwrapped is a block without what hides it from browsers of old.
func unwrapped(block string) string {
	for _, wrap := range [][2]string{{"<!--", "-->"}, {"/*<![CDATA[*/", "/*]]>*/"}, {"//<![CDATA[", "//]]>"}, {"<![CDATA[", "]]>"}} {
		block = strings.TrimSpace(block)
		block = strings.TrimSuffix(strings.TrimPrefix(block, wrap[0]), wrap[1])
	}
	return strings.TrimSuffix(strings.TrimSpace(block), ";")
}

// compacted is JSON without white space, or nil for what is none.
func compacted(block []byte) json.RawMessage {
	var b bytes.Buffer
	b.Grow(len(block))
	if json.Compact(&b, block) != nil {
		return nil
	}
	return b.Bytes()
}

// appendObjects opens arrays, nested ones too, and drops what is no object.
func appendObjects(all []json.RawMessage, block json.RawMessage) []json.RawMessage {
	if len(block) == 0 {
		return all
	}
	if block[0] == '[' {
		var members []json.RawMessage
		if json.Unmarshal(block, &members) == nil {
			for _, m := range members {
				all = appendObjects(all, m)
			}
		}
		return all
	}
	if block[0] == '{' {
		all = append(all, block)
	}
	return all
}

// Objects decodes JSON-LD blocks and adds the members of each @graph: the things
// that the page is about, without those nested within them.
func Objects(blocks []json.RawMessage) []Object {
	var all []Object
	for _, b := range blocks {
		var o Object
		if json.Unmarshal(b, &o) == nil {
			all = appendMembers(all, o)
		}
	}
	return all
}

func appendMembers(all []Object, o Object) []Object {
	all = append(all, o)
	members, _ := o["@graph"].([]any)
	for _, m := range members {
		if member, ok := m.(map[string]any); ok {
			all = append(all, member)
		}
	}
	return all
}

// ReadObjects is what Objects returns for the blocks of JSONLD, for those who do not need these: most blocks are
// one object without a fault, and need not be written without white space first. Strings may be parts of the page.
func ReadObjects(doc *html.Node) []Object {
	var all []Object
	left := maxBlocks
	for text := range scripts(doc) {
		var o Object
		block, whole := unwrapped(text), false
		if len(block) <= maxBlock {
			o, whole = decode(block)
		}
		if whole {
			all = appendMembers(all, o)
			left--
		} else {
			blocks := appendObjects(nil, decodable(text))
			blocks = blocks[:min(len(blocks), left)]
			all = append(all, Objects(blocks)...)
			left -= len(blocks)
		}
		if left == 0 {
			break
		}
	}
	return all
}

// Types returns the values of @type, without a schema.org prefix.
func (o Object) Types() []string {
	var types []string
	for _, t := range Strings(o["@type"]) {
		types = append(types, localName(t))
	}
	return types
}

// Is reports whether one of the object's types ends in the name: Is("Article")
// holds for NewsArticle.
func (o Object) Is(suffix string) bool {
	switch v := o["@type"].(type) {
	case string:
		return isType(v, suffix)
	case []any:
		return slices.ContainsFunc(v, func(one any) bool {
			t, ok := one.(string)
			return ok && isType(t, suffix)
		})
	}
	return false
}

func isType(t, suffix string) bool { return strings.HasSuffix(localName(strings.TrimSpace(t)), suffix) }

// Strings returns the strings of a value that is one string or a list of them.
func Strings(v any) []string {
	switch v := v.(type) {
	case string:
		if s := strings.TrimSpace(v); s != "" {
			return []string{s}
		}
	case []any:
		var all []string
		for _, one := range v {
			if s, ok := one.(string); ok && strings.TrimSpace(s) != "" {
				all = append(all, strings.TrimSpace(s))
			}
		}
		return all
	}
	return nil
}

// Named returns the names of a value that is a name, an object with that field, or
// a list of either; {"name":"A"} and "A" both give A for the field name.
func Named(v any, field string) []string {
	switch v := v.(type) {
	case string:
		return Strings(v)
	case map[string]any:
		return Strings(v[field])
	case []any:
		var all []string
		for _, one := range v {
			if _, nested := one.([]any); !nested {
				all = append(all, Named(one, field)...)
			}
		}
		return all
	}
	return nil
}

func localName(t string) string {
	for _, prefix := range []string{"https://schema.org/", "http://schema.org/", "schema:"} {
		if rest, ok := strings.CutPrefix(t, prefix); ok {
			return rest
		}
	}
	return t
}
