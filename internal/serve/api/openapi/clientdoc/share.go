package clientdoc

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// callsOf are the schemas of the bodies of calls that create jobs. That of a crawl is not among them: what it has in
// common with them means something else there.
func callsOf(doc, schemas object) []string {
	var names []string
	for _, item := range asObject(doc["paths"]) {
		for _, op := range asObject(item) {
			if at(op, "x-quarry", "kind") == nil || at(op, "x-quarry", "crawls") == true {
				continue
			}
			name := strings.TrimPrefix(asString(at(op, "requestBody", "content", mediaJSON, "schema", "$ref")), schemaPrefix)
			if schemas[name] != nil {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// parts are the schemas of parts of results that each have a status of their own.
func parts(schemas object) []string {
	var names []string
	for name, s := range schemas {
		p := asObject(at(s, "properties"))
		if p["reason"] != nil && p["source"] != nil && slices.Contains(asList(at(p, "status", "enum")), any("not_configured")) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// share moves the properties that all of these schemas have alike into one of its own,
// which they then extend.
func share(schemas object, name, text string, of []string) {
	common := alike(schemas, of)
	if len(of) < 2 || len(common) == 0 {
		return
	}
	schemas[name] = withRequired(object{"type": "object", "description": text, "properties": common}, requiredOf(asObject(schemas[of[0]]), common, true))
	for _, extended := range of {
		s := asObject(schemas[extended])
		own := maps.Clone(asObject(s["properties"]))
		maps.DeleteFunc(own, func(property string, _ any) bool { return common[property] != nil })
		rest := withRequired(object{"type": "object", "properties": own}, requiredOf(s, common, false))
		schemas[extended] = object{"allOf": []any{object{"$ref": schemaPrefix + name}, rest}}
	}
}

// extend has a schema that has all of another's properties alike say so.
func extend(schemas object, name, base string) {
	if schemas[name] == nil || schemas[base] == nil {
		return
	}
	common := alike(schemas, []string{base, name})
	if len(common) != len(asObject(at(schemas, base, "properties"))) {
		return
	}
	s := asObject(schemas[name])
	own := maps.Clone(asObject(s["properties"]))
	maps.DeleteFunc(own, func(property string, _ any) bool { return common[property] != nil })
	rest := withRequired(object{"type": "object", "properties": own}, requiredOf(s, common, false))
	schemas[name] = object{"allOf": []any{object{"$ref": schemaPrefix + base}, rest}}
}

// withRequired adds what an object must have, if anything.
func withRequired(s object, names []any) object {
	if len(names) > 0 {
		s["required"] = names
	}
	return s
}

// alike are the properties that the schemas have in common, word for word, and require alike.
func alike(schemas object, of []string) object {
	if len(of) == 0 {
		return nil
	}
	first := asObject(schemas[of[0]])
	common := maps.Clone(asObject(first["properties"]))
	for _, name := range of[1:] {
		s := asObject(schemas[name])
		maps.DeleteFunc(common, func(property string, shape any) bool {
			return !reflect.DeepEqual(shape, at(s, "properties", property)) ||
				slices.Contains(asList(s["required"]), any(property)) != slices.Contains(asList(first["required"]), any(property))
		})
	}
	return common
}

// requiredOf are the required properties of a schema that are common ones, or that are
// none.
func requiredOf(s, common object, shared bool) []any {
	return slices.DeleteFunc(slices.Clone(asList(s["required"])), func(name any) bool {
		return (common[asString(name)] != nil) != shared
	})
}
