package clientdoc

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
)

const (
	mediaJSON   = "application/json"
	mediaStream = "text/event-stream"
	tagService  = "Service"
	nameKey     = "IdempotencyKey"
	registers   = "registerEndpoint"
	scopeText   = "Requires the scope"
)

// operations are the document's paths without what describes the service and what is a stream,
// and the schemas of their answers by name.
func operations(doc object) (paths, answers object) {
	paths, answers = object{}, object{}
	for path, item := range asObject(doc["paths"]) {
		kept := object{}
		for method, op := range asObject(item) {
			if op := asObject(op); !slices.Contains(asList(op["tags"]), any(tagService)) && !streams(op) {
				kept[method] = operation(op, answers)
			}
		}
		if len(kept) > 0 {
			paths[path] = kept
		}
	}
	return paths, answers
}

// streams reports whether an operation's answer is events as they happen. Of these a generator
// makes a method that returns one text, after all of them.
func streams(op object) bool {
	return at(op, "responses", "200", "content", mediaStream) != nil
}

func operation(op, answers object) object {
	small := object{
		"operationId": op["operationId"], "summary": op["summary"], "tags": op["tags"], "responses": responses(op, answers),
	}
	if text := explained(op); text != "" {
		small["description"] = text
	}
	if op["operationId"] == registers {
		small["callbacks"] = object{"event": object{"{$request.body#/url}": object{"post": event()}}}
	}
	if params := parameters(op); len(params) > 0 {
		small["parameters"] = params
	}
	if body := asObject(op["requestBody"]); body != nil {
		small["requestBody"] = object{
			"required": body["required"] == true,
			"content":  object{mediaJSON: object{"schema": at(body, "content", mediaJSON, "schema")}},
		}
	}
	return small
}

// markOptional marks the schemas of bodies that a call can be made without: the generator for Python forgets which are
// required.
func markOptional(schemas, paths object) {
	for _, item := range paths {
		for _, op := range asObject(item) {
			body := asObject(asObject(op)["requestBody"])
			name := strings.TrimPrefix(asString(at(body, "content", mediaJSON, "schema", "$ref")), schemaPrefix)
			if s := asObject(schemas[name]); body["required"] == false && s != nil {
				s["x-optional"] = true
			}
		}
	}
}

// explained is the first sentence of an operation's description, or its first clause where that is
// long. Which scope a call needs its error says.
func explained(op object) string {
	text, _, _ := strings.Cut(asString(op["description"]), "\n")
	if text == "" || strings.HasPrefix(text, scopeText) {
		return ""
	}
	if text = strings.TrimSuffix(cut(text, ". "), "."); len(text) > longestCall {
		text = cut(text, ": ")
	}
	return text + "."
}

// event is what is posted to endpoints. OpenAPI 3.0 knows no webhooks of a service, and a
// generator leaves out a schema that nothing refers to.
func event() object {
	return object{
		"operationId": "onEvent", "summary": "An event is posted", "description": "Signed, and retried until a response is a 2xx.", "tags": []any{"Webhooks"},
		"requestBody": object{"required": true, "content": object{mediaJSON: object{"schema": object{"$ref": schemaPrefix + "WebhookEvent"}}}},
		"responses":   object{"2XX": object{"description": "The event was accepted."}},
	}
}

// parameters are those of path and query, and the idempotency key. What else calls can
// send is for caches.
func parameters(op object) []any {
	var list []any
	for _, p := range asList(op["parameters"]) {
		switch at(p, "in") {
		case "path", "query":
			list = append(list, plain(p, true))
		case "header":
			if at(p, "name") == "Idempotency-Key" {
				list = append(list, object{"$ref": "#/components/parameters/" + nameKey})
			}
		}
	}
	return list
}

// sharedParameters names the parameters that several operations have alike, and has these refer to
// them. One whose name stands for different parameters stays where it is.
func sharedParameters(paths object) object {
	found, uses, differ := object{}, map[string]int{}, map[string]bool{}
	eachParameter(paths, func(list []any, i int) {
		name := parameterName(list[i])
		if known, ok := found[name]; ok && !reflect.DeepEqual(known, list[i]) {
			differ[name] = true
		}
		found[name] = list[i]
		uses[name]++
	})
	maps.DeleteFunc(found, func(name string, _ any) bool { return name == "" || uses[name] < 2 || differ[name] })
	eachParameter(paths, func(list []any, i int) {
		if name := parameterName(list[i]); found[name] != nil {
			list[i] = object{"$ref": "#/components/parameters/" + name}
		}
	})
	return found
}

func eachParameter(paths object, visit func(list []any, i int)) {
	walk(paths, func(o object) {
		list := asList(o["parameters"])
		for i := range list {
			visit(list, i)
		}
	})
}

// parameterName is JobIdPath of a parameter jobId of paths; empty of one that is a reference.
func parameterName(p any) string {
	name, in := asString(at(p, "name")), asString(at(p, "in"))
	if name == "" || in == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:] + strings.ToUpper(in[:1]) + in[1:]
}

// parameterKey is the idempotency key as the calls have it.
func parameterKey(doc object) any {
	var found any
	walk(doc["paths"], func(o object) {
		if o["name"] == "Idempotency-Key" {
			found = o
		}
	})
	return found
}

// bodies are the schemas of what is sent.
func bodies(doc object) []any {
	var all []any
	walk(doc["paths"], func(o object) {
		if body := o["requestBody"]; body != nil {
			all = append(all, body)
		}
	})
	return all
}

// responses are the successes with a body or without, and one error for everything else.
func responses(op, answers object) object {
	all := object{"default": object{"$ref": "#/components/responses/Error"}}
	for status, r := range asObject(op["responses"]) {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		small := object{"description": cmp.Or(brief(asString(at(r, "description")), nil, false), "Success.")} // which 3.0 requires
		for media, content := range asObject(at(r, "content")) {
			small["content"] = object{media: object{"schema": named(op, asObject(at(content, "schema")), answers)}}
		}
		all[status] = small
	}
	return all
}

// named gives the envelope of an answer a name: that of what it holds, or of the
// operation.
func named(op, s, answers object) object {
	data := asObject(at(s, "properties", "data"))
	if data == nil {
		return s
	}
	name := strings.TrimPrefix(asString(data["$ref"]), schemaPrefix)
	switch {
	case name != "":
	case data["oneOf"] != nil:
		name = nameAnyJob
		answers[name] = maps.Clone(data)
		data = object{"$ref": schemaPrefix + name}
	default:
		id := asString(op["operationId"])
		name = strings.ToUpper(id[:min(1, len(id))]) + id[min(1, len(id)):]
	}
	name = strings.TrimSuffix(name, "Data") + "Response"
	answers[name] = object{"type": "object", "properties": object{"data": data}, "required": []any{"data"}}
	return object{"$ref": schemaPrefix + name}
}
