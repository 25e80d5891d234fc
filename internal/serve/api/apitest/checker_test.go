package apitest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/apitest"
)

const document = `{
 "paths": {
  "/things/{id}": {"get": {"responses": {"200": {
    "headers": {"X-Count": {"$ref": "#/components/headers/count"}, "ETag": {"schema": {"type": "string"}}},
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}
  }, "304": {}}}},
  "/things/new": {"get": {"responses": {"200": {"content": {"text/html": {"schema": {"type": "string"}}}}}}},
  "/things/{id}/events": {"get": {"responses": {"200": {"content": {"text/event-stream": {}}}}}}
 },
 "webhooks": {"thingMade": {"post": {"requestBody": {"content": {"application/json": {"schema": {
   "type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"], "additionalProperties": false}}}}}}},
 "components": {
  "headers": {"count": {"required": true, "schema": {"type": "integer", "minimum": 1}}},
  "schemas": {
   "Thing": {"type": "object", "properties": {"name": {"type": "string"}, "at": {"type": "string", "format": "date-time"}}, "required": ["name"]},
   "Error": {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]},
   "Problem": {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
  }
 }
}`

func newChecker(t *testing.T) *apitest.Checker {
	t.Helper()
	c, err := apitest.New([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCheck(t *testing.T) {
	t.Parallel()
	thing := map[string]string{"Content-Type": "application/json", "X-Count": "1"}
	with := func(name, value string) map[string]string {
		h := map[string]string{name: value}
		for k, v := range thing {
			if _, given := h[k]; !given {
				h[k] = v
			}
		}
		return h
	}
	for name, c := range map[string]struct {
		method, path string
		status       int
		header       map[string]string
		body         string
		want         string // within the error; empty is none
	}{
		"as described":       {"GET", "/things/1", 200, with("ETag", `"a"`), `{"name":"a","at":"2026-11-21T10:00:00Z"}`, ""},
		"not modified":       {"GET", "/things/1", 304, nil, "", ""},
		"HEAD":               {"HEAD", "/things/1", 200, thing, "", ""},
		"HEAD with a body":   {"HEAD", "/things/1", 200, thing, "x", "body"},
		"a page":             {"GET", "/things/new", 200, map[string]string{"Content-Type": "text/html; charset=utf-8"}, "<p>", ""},
		"a stream":           {"GET", "/things/1/events", 200, map[string]string{"Content-Type": "text/event-stream"}, "retry: 1000\n\n", ""},
		"another status":     {"GET", "/things/1", 201, thing, `{"name":"a"}`, "status"},
		"another header":     {"GET", "/things/1", 200, with("X-Other", "1"), `{"name":"a"}`, "X-Other"},
		"no header":          {"GET", "/things/1", 200, with("X-Count", ""), `{"name":"a"}`, "X-Count"},
		"a wrong header":     {"GET", "/things/1", 200, with("X-Count", "0"), `{"name":"a"}`, "X-Count"},
		"another member":     {"GET", "/things/1", 200, thing, `{"name":"a","more":1}`, "more"},
		"no member":          {"GET", "/things/1", 200, thing, `{}`, "name"},
		"a wrong time":       {"GET", "/things/1", 200, thing, `{"name":"a","at":"today"}`, "date-time"},
		"another type":       {"GET", "/things/1", 200, with("Content-Type", "text/html"), `<p>`, "text/html"},
		"a body of 304":      {"GET", "/things/1", 304, nil, "x", "body"},
		"an unknown path":    {"GET", "/nothing", 404, nil, `{"error":"x"}`, ""},
		"a made up path":     {"GET", "/nothing", 200, nil, `{"error":"x"}`, "no such operation"},
		"an error as HTML":   {"GET", "/nothing", 404, nil, `<p>`, "invalid character"},
		"a problem":          {"GET", "/nothing", 404, map[string]string{"Content-Type": "application/problem+json"}, `{"title":"x"}`, ""},
		"an unknown method":  {"POST", "/things/1", 405, map[string]string{"Allow": "GET"}, `{"error":"x"}`, ""},
		"without Allow":      {"POST", "/things/1", 405, nil, `{"error":"x"}`, "Allow"},
		"a made up method":   {"POST", "/things/1", 200, map[string]string{"Allow": "GET"}, `{}`, "no such operation"},
		"what it can":        {"OPTIONS", "/things/1", 204, map[string]string{"Allow": "GET"}, "", ""},
		"another error body": {"POST", "/things/1", 405, map[string]string{"Allow": "GET"}, `{"error":"x","stack":"y"}`, "stack"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := http.Header{}
			for k, v := range c.header {
				if v != "" {
					header.Set(k, v)
				}
			}
			err := newChecker(t).Check(apitest.Answer{Method: c.method, Path: c.path, Status: c.status, Header: header, Body: []byte(c.body)})
			if (err == nil) != (c.want == "") || (err != nil && !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestCheckEvent(t *testing.T) {
	t.Parallel()
	c := newChecker(t)
	for body, good := range map[string]bool{
		`{"type":"thing.made"}`: true, `{"type":"thing.made","more":1}`: false, `{"type":"thing.lost"}`: false, `{}`: false, `x`: false,
	} {
		if err := c.CheckEvent([]byte(body)); (err == nil) != good {
			t.Errorf("%s: got error %v, want success %t", body, err, good)
		}
	}
}

func TestDocumentsThatAreNone(t *testing.T) {
	t.Parallel()
	for _, d := range []string{``, `[]`, `{}`} {
		if _, err := apitest.New([]byte(d)); err == nil {
			t.Errorf("%q was taken", d)
		}
	}
}
