package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/ident"
)

const (
	mediaJSON    = "application/json"
	mediaProblem = "application/problem+json"
)

func (b *builder) paths() map[string]*huma.PathItem {
	paths := map[string]*huma.PathItem{}
	for _, o := range b.Operations {
		item := paths[o.Path]
		if item == nil {
			item = &huma.PathItem{}
			paths[o.Path] = item
		}
		built := b.operation(o)
		switch o.Method {
		case http.MethodGet:
			item.Get = built
		case http.MethodPost:
			item.Post = built
		case http.MethodPatch:
			item.Patch = built
		case http.MethodDelete:
			item.Delete = built
		}
	}
	return paths
}

// operationsOf lists what a path item holds.
func operationsOf(item *huma.PathItem) []*huma.Operation {
	return slices.DeleteFunc([]*huma.Operation{item.Get, item.Post, item.Patch, item.Delete},
		func(o *huma.Operation) bool { return o == nil })
}

func (b *builder) operation(o Operation) *huma.Operation {
	built := &huma.Operation{
		OperationID: o.ID, Summary: o.Summary, Description: strings.TrimSpace(o.Description + "\n\n" + facts(o)),
		Tags: []string{o.Tag}, Parameters: slices.Concat(pathParams(o.Path), o.Params),
		Responses: b.responses(o), Extensions: map[string]any{"x-quarry": machineFacts(o)},
		Security: []map[string][]string{},
	}
	if o.Internal {
		built.Extensions["x-internal"] = true
	}
	if o.Scope != "" {
		built.Security = []map[string][]string{{bearer: {}}}
	}
	if o.Body != nil {
		built.RequestBody = &huma.RequestBody{
			Required: !o.Body.Optional,
			Content: map[string]*huma.MediaType{mediaJSON: {
				Schema: Object(b.registry, o.Body.Name, o.Body.Parts...), Examples: examples(o.Body.Examples),
			}},
		}
	}
	return built
}

// examples names each with its number, since the document sorts them.
func examples(list []Example) map[string]*huma.Example {
	named := map[string]*huma.Example{}
	for i, e := range list {
		named[strconv.Itoa(i+1)+" "+e.Name] = &huma.Example{Summary: e.Summary, Value: e.Value}
	}
	return named
}

// id is a parameter of paths: what its values begin with and what it is.
type id struct{ prefix, text string } // the prefix is empty for names

func ids() map[string]id {
	return map[string]id{
		"jobId":      {ident.Job, "The job's id, as returned by the call that created it."},
		"batchId":    {ident.Batch, "The batch's id, as returned by the call that created it."},
		"crawlId":    {ident.Crawl, "The crawl's id, as returned by the call that created it."},
		"endpointId": {ident.Endpoint, "The endpoint's id, as returned by its registration."},
		"file":       {"", "The name, with .md for Markdown."},
		"version":    {"", "The version of the file, as the console names it."},
		"deliveryId": {ident.Delivery, "The delivery's id, as in the list of deliveries."},
	}
}

// SampleID is the id that examples carry after its prefix.
const SampleID = "01kacdzvkwe0rkbgtp4h3sq1fn"

func pathParams(path string) []*huma.Param {
	var params []*huma.Param
	for part := range strings.SplitSeq(path, "/") {
		name, isParam := strings.CutPrefix(part, "{")
		if !isParam {
			continue
		}
		p := &huma.Param{Name: strings.TrimSuffix(name, "}"), In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}
		if id, ok := ids()[p.Name]; ok {
			p.Description = id.text
		}
		if id := ids()[p.Name]; id.prefix != "" {
			p.Example = id.prefix + SampleID
			p.Schema.Pattern = "^" + id.prefix + "[0-7][0-9a-hjkmnp-tv-z]{25}$" // a ULID in lower case
		}
		params = append(params, p)
	}
	return params
}

// Query is an optional parameter of the query.
func Query(name, text string, s huma.Schema) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: text, Schema: &s}
}

// Header is an optional header of the request.
func Header(name, text string, s huma.Schema) *huma.Param {
	return &huma.Param{Name: name, In: "header", Description: text, Schema: &s}
}

// tags are the groups of operations that there are, in the order of reading.
func tags(operations []Operation) []*huma.Tag {
	var list []*huma.Tag
	for _, t := range groups {
		if slices.ContainsFunc(operations, func(o Operation) bool { return o.Tag == t.Name }) {
			list = append(list, &t)
		}
	}
	return list
}
