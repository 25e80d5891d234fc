package clientdoc_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/api/openapi/clientdoc"
)

type object = map[string]any

// long is more than the description of a call has room for.
var long = strings.Repeat("and b ", 30)

// full is a document with one of everything.
var full = `{"openapi":"3.1.0","info":{"title":"T","version":"1","description":"long","license":{"name":"L","identifier":"L"}},"servers":[],
"tags":[{"name":"Scrape"},{"name":"Service"}],"webhooks":{"onJob":{}},
"paths":{
 "/hooks":{"post":{"operationId":"registerEndpoint","description":"Requires the scope","tags":["Scrape"],"responses":{"204":{"description":"Done."}}}},
 "/flow":{"get":{"operationId":"flow","tags":["Scrape"],"responses":{"200":{"description":"Events.","content":{"text/event-stream":{}}}}}},
 "/up":{"get":{"operationId":"up","tags":["Service"],"responses":{"200":{"description":"Up."}}}},
 "/a":{"post":{"operationId":"a","tags":["Scrape"],"summary":"A","description":"Takes a.\n\nRequires the scope","x-quarry":{"kind":"a"},
  "parameters":[{"in":"header","name":"Idempotency-Key","schema":{"type":"string","minLength":1}},{"in":"header","name":"If-None-Match"},
   {"in":"query","name":"limit","schema":{"type":"integer","default":9,"maximum":10}}],
  "requestBody":{"required":true,"content":{"application/json":{"examples":{"1":{"value":1}},"schema":{"$ref":"#/components/schemas/ARequest"}}}},
  "responses":{"200":{"description":"It is all done; read it.","headers":{"X":{}},"links":{},"content":{"application/json":{"example":1,"schema":
   {"type":"object","properties":{"data":{"$ref":"#/components/schemas/AJob"}},"required":["data"]}}}},
   "304":{"description":"Same."},"400":{"description":"Bad.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}}}}},
 "/b":{"post":{"operationId":"b","tags":["Scrape"],"description":"Takes no a: ` + long + `. Not c.","x-quarry":{"kind":"b"},
  "requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/BRequest"}}}},
  "responses":{"202":{"description":"Later.","content":{"application/json":{"schema":
   {"type":"object","properties":{"data":{"oneOf":[{"$ref":"#/components/schemas/AJob"},{"$ref":"#/components/schemas/BJob"}]}}}}}}}}}},
"components":{"securitySchemes":{"token":{"type":"http"}},"schemas":{
 "Error":{"type":"object","properties":{"code":{"type":"string"}}},
 "WebhookEvent":{"type":"object","properties":{"id":{"type":"string"}}},
 "Unused":{"type":"object"},
 "ARequest":{"type":"object","additionalProperties":false,"properties":{"wait":{"type":"boolean","default":true,"description":"Wait."},
  "words":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"string"}],"description":"Words."},"url":{"type":"string","pattern":"^h"}},"required":["url"]},
 "BRequest":{"type":"object","properties":{"wait":{"type":"boolean","default":true,"description":"Wait."},"url":{"type":"string"}}},
 "AJob":{"type":"object","properties":{"id":{"type":"string"},"kind":{"enum":["a"]},"input":{"$ref":"#/components/schemas/Unused"},"result":{"$ref":"#/components/schemas/AResult","description":"x"}},"required":["id","kind"]},
 "BJob":{"type":"object","properties":{"id":{"type":"string"},"kind":{"enum":["b"]},"input":{},"result":{"type":["string","null"]}},"required":["id","kind"]},
 "AResult":{"type":"object","properties":{"default":{"type":"integer","format":"int64","exclusiveMinimum":1},"at":{"type":"string","format":"date-time","description":"When it was; absent before that."}}}}}}`

func client(t *testing.T, full string) object {
	t.Helper()
	raw, err := clientdoc.From([]byte(full))
	if err != nil {
		t.Fatal(err)
	}
	var d object
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func at(v any, path string) any {
	for name := range strings.SplitSeq(path, " ") {
		m, _ := v.(object)
		v = m[name]
	}
	return v
}

func ref(name string) object { return object{"$ref": "#/components/" + name} }

func TestFrom(t *testing.T) {
	t.Parallel()
	d := client(t, full)
	for path, want := range map[string]any{
		"openapi":   "3.0.3",
		"paths /up": nil, "paths /flow": nil, "webhooks": nil, "components schemas Unused": nil,
		"paths /a post parameters":        []any{ref("parameters/IdempotencyKey"), object{"in": "query", "name": "limit", "schema": object{"type": "integer"}}},
		"paths /a post description":       "Takes a.",
		"paths /b post description":       "Takes no a.",
		"paths /hooks post description":   nil,
		"paths /a post responses 304":     nil,
		"paths /a post responses 400":     nil,
		"paths /a post responses default": ref("responses/Error"),
		"paths /a post responses 200": object{"description": "It is all done.", "content": object{"application/json": object{
			"schema": ref("schemas/AJobResponse"),
		}}},
		"components schemas AJobResponse": object{
			"type": "object", "properties": object{"data": ref("schemas/AJob")}, "required": []any{"data"},
		},
		"paths /b post responses 202 content application/json schema": ref("schemas/AnyJobResponse"),
		"components schemas AnyJob":                                   object{"oneOf": []any{ref("schemas/AJob"), ref("schemas/BJob")}},
		"components schemas Job": object{
			"type": "object", "description": "What every job has.", "required": []any{"id"},
			"properties": object{"id": object{"type": "string"}, "input": object{"type": "object"}},
		},
		"components schemas AJob": object{"allOf": []any{ref("schemas/Job"), object{
			"type": "object", "required": []any{"kind"}, "properties": object{"kind": object{"enum": []any{"a"}}, "result": ref("schemas/AResult")},
		}}},
		"components schemas CallOptions properties": object{"wait": object{"type": "boolean", "description": "Wait. Default: true."}},
		"components schemas ARequest": object{"allOf": []any{ref("schemas/CallOptions"), object{
			"type": "object", "required": []any{"url"}, "properties": object{
				"words": object{"type": "array", "items": object{"type": "string"}, "description": "Words."}, "url": object{"type": "string"},
			},
		}}},
		"components schemas BRequest x-optional": true, "components schemas ARequest x-optional": nil, // whether a call needs its body
		// A member may have the name of a keyword.
		"components schemas AResult properties": object{
			"default": object{"type": "integer"}, "at": object{"type": "string", "format": "date-time", "description": "When it was."},
		},
		"components schemas WebhookEvent properties id": object{"type": "string"},
	} {
		if diff := cmp.Diff(want, at(d, path)); diff != "" {
			t.Errorf("%s mismatch (-want +got):\n%s", path, diff)
		}
	}
}

// TestKeepsEveryMember compares the two documents of the API: whatever can be sent and
// whatever is answered is in both.
func TestKeepsEveryMember(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var before object
	if err := json.Unmarshal(raw, &before); err != nil {
		t.Fatal(err)
	}
	schemas, _ := at(client(t, string(raw)), "components schemas").(object)
	for name, s := range schemas {
		original := at(before, "components schemas "+name)
		if original == nil || name == "Job" {
			continue
		}
		want, _ := at(original, "properties").(object)
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), members(schemas, s)); diff != "" {
			t.Errorf("%s: members mismatch (-want +got):\n%s", name, diff)
		}
	}
	if len(schemas) < 150 {
		t.Errorf("got %d schemas, want at least 150", len(schemas))
	}
}

// members are the names of a schema's properties, those that it extends included.
func members(schemas object, s any) []string {
	own, _ := at(s, "properties").(object)
	names := slices.Collect(maps.Keys(own))
	extended, _ := at(s, "allOf").([]any)
	for _, part := range extended {
		name, isRef := at(part, "$ref").(string)
		if isRef {
			part = schemas[strings.TrimPrefix(name, "#/components/schemas/")]
		}
		names = append(names, members(schemas, part)...)
	}
	return slices.Sorted(slices.Values(names))
}
