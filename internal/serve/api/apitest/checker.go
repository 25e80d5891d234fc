// Package apitest holds the API's answers against its OpenAPI document: a status, a
// header or a member of a body that the document does not describe is an error. It is
// for tests; it must not know how answers come about.
package apitest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// resource is the name under which schemas refer to the document.
const resource = "document.json"

// Checker holds answers against one document. It can be used by several goroutines.
type Checker struct {
	document map[string]any
	mu       sync.Mutex // of the compiler
	compiler *jsonschema.Compiler
}

// New reads a document. Objects that it leaves open to new members are closed here,
// so that a member which is not described is found.
func New(document []byte) (*Checker, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	c := &Checker{compiler: jsonschema.NewCompiler()}
	c.document, _ = value.(map[string]any)
	schemas, ok := c.at(place{"components", "schemas"}).(map[string]any)
	if !ok {
		return nil, errors.New("the document has no schemas")
	}
	closeObjects(schemas)
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	c.compiler.AssertFormat()
	return c, c.compiler.AddResource(resource, value)
}

// closeObjects refuses members that an object's schema does not name.
func closeObjects(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		_, described := s["properties"].(map[string]any)
		if _, decided := s["additionalProperties"]; described && !decided && s["type"] == "object" {
			s["additionalProperties"] = false
		}
		for _, sub := range s {
			closeObjects(sub)
		}
	case []any:
		for _, sub := range s {
			closeObjects(sub)
		}
	}
}

// Answer is one exchange.
type Answer struct {
	Method string
	Path   string // without the query
	Status int
	Header http.Header
	Body   []byte
}

// Check returns an error that says what of an answer the document does not
// describe.
func (c *Checker) Check(a Answer) error {
	path, operations := c.find(a.Path)
	method := a.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	operation := strings.ToLower(method)
	if _, known := operations[operation]; !known {
		return c.explain(a, c.checkStray(a, operations))
	}
	response := place{"paths", path, operation, "responses", strconv.Itoa(a.Status)}
	if c.at(response) == nil {
		return c.explain(a, errors.New("the status is not described"))
	}
	response = c.follow(response)
	if err := c.checkHeaders(a, response); err != nil {
		return c.explain(a, err)
	}
	return c.explain(a, c.checkBody(a, response))
}

// explain says which answer an error is about.
func (c *Checker) explain(a Answer, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s answered %d beyond the document: %w\n%.2000s", a.Method, a.Path, a.Status, err, a.Body)
}

// checkStray checks answers to paths and methods that the document does not have,
// for which it says what holds everywhere.
func (c *Checker) checkStray(a Answer, operations map[string]any) error {
	switch {
	case operations == nil && a.Status == http.StatusNotFound:
	case operations == nil && a.Status == http.StatusTooManyRequests: // of the token
	case operations != nil && a.Header.Get("Allow") == "":
		return errors.New("there is no Allow header")
	case operations != nil && a.Method == http.MethodOptions && a.Status == http.StatusNoContent:
		return nil
	case operations != nil && a.Status == http.StatusMethodNotAllowed:
	default:
		return errors.New("there is no such operation")
	}
	if a.Method == http.MethodHead {
		return nil
	}
	schema := place{"components", "schemas", "Error"}
	if strings.HasPrefix(a.Header.Get("Content-Type"), "application/problem+json") {
		schema[2] = "Problem"
	}
	return c.validate(a.Body, schema)
}

// checkBody holds the body to the schema of its media type. An answer to HEAD has
// none.
func (c *Checker) checkBody(a Answer, response place) error {
	content, described := c.at(response.of("content")).(map[string]any)
	if a.Method == http.MethodHead || !described {
		if len(a.Body) > 0 {
			return errors.New("there is a body")
		}
		return nil
	}
	mediaType, _, _ := strings.Cut(a.Header.Get("Content-Type"), ";")
	if content[mediaType] == nil {
		return fmt.Errorf("the media type %q is not described", mediaType)
	}
	if mediaType != "application/json" && !strings.HasSuffix(mediaType, "+json") {
		return nil // a page, a script, a stream: text, which no schema holds
	}
	return c.validate(a.Body, response.of("content", mediaType, "schema"))
}

func (c *Checker) validate(body []byte, schema place) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	compiled, err := c.compile(schema)
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}

func (c *Checker) compile(at place) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.compiler.Compile(resource + "#" + at.pointer())
}

// CheckEvent holds the body of a webhook's delivery to the document.
func (c *Checker) CheckEvent(body []byte) error {
	var event struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return err
	}
	group, name, _ := strings.Cut(event.Type, ".")
	if name == "" {
		return fmt.Errorf("the event has no type: %.200s", body)
	}
	entry := group + strings.ToUpper(name[:1]) + name[1:]
	schema := place{"webhooks", entry, "post", "requestBody", "content", "application/json", "schema"}
	if c.at(schema) == nil {
		return fmt.Errorf("the event %s is not described", event.Type)
	}
	return c.validate(body, schema)
}
