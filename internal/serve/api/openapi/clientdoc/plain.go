package clientdoc

import (
	"fmt"
	"strings"
)

// dropped are the keywords that a client has no use for: the service checks, and says
// what is wrong.
var dropped = map[string]bool{
	"example": true, "examples": true, "pattern": true, "minLength": true, "maxLength": true, "minItems": true, "maxItems": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true, "default": true, "contentEncoding": true, "links": true, "headers": true,
}

// The longest descriptions of calls, of members that are sent and of those that are answered,
// in bytes. Longer ones are cut at a clause, or go.
const (
	longestCall     = 180
	longestSent     = 150
	longestAnswered = 24
)

// wellKnown are members that mean the same in every list, which the guides say.
var wellKnown = map[string]bool{"exhausted": true, "nextCursor": true}

// plain is a schema in the words of OpenAPI 3.0, without what clients do not need. What
// is sent keeps more of its words.
func plain(v any, sent bool) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = plain(element, sent)
		}
		return list
	case object:
		return plainObject(v, sent)
	}
	return v
}

func plainObject(full object, sent bool) any {
	if list := listOf(full); list != nil {
		full = list
	}
	if text := textOf(full); text != nil {
		full = text
	}
	small := object{}
	for key, v := range full {
		switch {
		case key == "properties":
			properties := object{}
			for name, s := range asObject(v) {
				properties[name] = plain(s, sent)
				if small := asObject(properties[name]); wellKnown[name] && small != nil {
					delete(small, "description")
				}
			}
			small[key] = properties
		case dropped[key], key == "additionalProperties" && v == false, key == "format" && v != "date-time":
		case key == "description":
			if text := brief(asString(v), full["default"], sent); text != "" {
				small[key] = text
			}
		case key == "type":
			setType(small, v)
		default:
			small[key] = plain(v, sent)
		}
	}
	return referred(small)
}

// setType says "or null" as OpenAPI 3.0 does.
func setType(s object, v any) {
	list, several := v.([]any)
	if !several {
		s["type"] = v
		return
	}
	for _, t := range list {
		if t == "null" {
			s["nullable"] = true
		} else {
			s["type"] = t
		}
	}
}

// referred is a schema as 3.0 has it: beside a $ref nothing counts, so that a description
// needs an allOf, which generators take for a new type. It goes.
func referred(s object) any {
	if ref := s["$ref"]; ref != nil {
		return object{"$ref": ref}
	}
	return s
}

// listOf is the list of what can be sent as a list or as one string with commas.
func listOf(s object) object {
	for _, form := range asList(s["anyOf"]) {
		if at(form, "type") == "array" && at(form, "items", "type") == "string" {
			return object{"type": "array", "items": object{"type": "string"}, "description": s["description"]}
		}
	}
	return nil
}

// textOf is the text of what can be sent as a text or as a number: an id, a time.
func textOf(s object) object {
	forms := asList(s["anyOf"])
	if len(forms) == 2 && at(forms[0], "type") == "string" && at(forms[1], "type") == "integer" {
		return object{"type": "string", "description": s["description"]}
	}
	return nil
}

// brief is the first sentence, and the default where it does not say it. Of what is
// answered it is the first clause.
func brief(text string, otherwise any, sent bool) string {
	longest := longestSent
	text = strings.TrimSuffix(cut(text, ". "), ".")
	if !sent {
		longest = longestAnswered
		text = cut(text, "; ", ": ", " (")
	}
	if len(text) > longest {
		text = cut(text, "; ", ", ")
	}
	if len(text) > longest {
		text = ""
	}
	if otherwise != nil && !strings.Contains(text, "Default") {
		text = strings.TrimPrefix(text+fmt.Sprintf(". Default: %v", otherwise), ". ")
	}
	if text == "" {
		return ""
	}
	return text + "."
}

// shortest is what is left of a text at least when its end is cut off, in bytes.
const shortest = 8

// cut is the text before the first of these, if that says something.
func cut(text string, at ...string) string {
	for _, end := range at {
		if before, _, found := strings.Cut(text, end); found && len(before) >= shortest {
			text = before
		}
	}
	return strings.TrimSpace(text)
}
