// Package callpage writes a page of Markdown for each call of the API from its OpenAPI
// document: what it takes, what it answers, which errors it has. Language models and
// people without a browser read them. It must not know operations or Go types.
package callpage

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Page is what is written about a call.
type Page struct {
	ID       string // its operationId
	Markdown string
	Brief    string // its parameters on one line of Markdown; empty if it takes none
}

type schema struct {
	Ref         string            `json:"$ref"`
	Type        any               `json:"type"` // a string, or a list of them
	Description string            `json:"description"`
	Enum        []any             `json:"enum"`
	Default     any               `json:"default"`
	Items       *schema           `json:"items"`
	AnyOf       []schema          `json:"anyOf"`
	OneOf       []schema          `json:"oneOf"`
	Properties  map[string]schema `json:"properties"`
	Required    []string          `json:"required"`
}

type media map[string]struct {
	Schema   schema          `json:"schema"`
	Example  json.RawMessage `json:"example"`
	Examples map[string]struct {
		Value json.RawMessage `json:"value"`
	} `json:"examples"`
}

type operation struct {
	ID          string `json:"operationId"`
	Summary     string `json:"summary"`
	Description string `json:"description"`
	Parameters  []struct {
		Name        string `json:"name"`
		In          string `json:"in"`
		Description string `json:"description"`
		Required    bool   `json:"required"`
		Schema      schema `json:"schema"`
	} `json:"parameters"`
	Body struct {
		Content media `json:"content"`
	} `json:"requestBody"`
	Responses map[string]response `json:"responses"`
}

type response struct {
	Ref         string `json:"$ref"`
	Description string `json:"description"`
	Content     media  `json:"content"`
}

type document struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas   map[string]schema   `json:"schemas"`
		Responses map[string]response `json:"responses"`
	} `json:"components"`
}

const mediaJSON = "application/json"

// All returns the pages of all calls of a document, by operationId.
func All(raw []byte) (map[string]Page, error) {
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	pages := map[string]Page{}
	for path, item := range d.Paths {
		for method, o := range item {
			pages[o.ID] = Page{ID: o.ID, Markdown: d.page(strings.ToUpper(method), path, o), Brief: d.brief(o)}
		}
	}
	return pages, nil
}

func (d document) page(method, path string, o operation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n`%s %s`\n\n%s\n", o.Summary, method, path, o.Description)
	if rows := d.parameters(o); len(rows) > 0 {
		b.WriteString("\n## Takes\n\n" + table(rows))
	}
	d.writeExample(&b, method, path, o)
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		d.writeAnswer(&b, status, o.Responses[status])
	}
	return b.String()
}

// writeExample writes the call as a command, with its first example as the body.
func (d document) writeExample(b *strings.Builder, method, path string, o operation) {
	examples := o.Body.Content[mediaJSON].Examples
	fmt.Fprintf(b, "\n## Example\n\n```sh\ncurl -s -X %s \"$BASE%s\" -H \"Authorization: Bearer $TOKEN\"", method, path)
	if len(examples) > 0 {
		first := examples[slices.Min(slices.Collect(maps.Keys(examples)))]
		fmt.Fprintf(b, " \\\n  -H 'Content-Type: application/json' -d '%s'", strings.ReplaceAll(string(first.Value), "'", `'\''`))
	}
	b.WriteString("\n```\n")
}

func (d document) writeAnswer(b *strings.Builder, status string, r response) {
	if name, isRef := strings.CutPrefix(r.Ref, "#/components/responses/"); isRef {
		r = d.Components.Responses[name]
	}
	fmt.Fprintf(b, "\n## %s\n\n%s\n", status, r.Description)
	if !strings.HasPrefix(status, "2") {
		return
	}
	data := r.Content[mediaJSON].Schema
	if inner, ok := data.Properties["data"]; ok {
		data = inner
	}
	if rows := d.rows(data, "", 0); len(rows) > 0 && status != "202" {
		b.WriteString("\n" + table(rows))
	}
}
