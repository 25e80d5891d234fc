// Package openapi builds the OpenAPI 3.1 document of the API from descriptions of its
// operations and from the Go types that requests are held against. It must not know
// handlers, storage, or where the document is served.
package openapi

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
)

// Repository is the address of the program's source.
const Repository = "https://github.com/quarryapi/quarry"

// Service is what a document describes.
type Service struct {
	Operations []Operation
	Kinds      []kind.Definition
	Types      Types
	Names      map[reflect.Type]string // of schemas, where the type's own name does not do
}

// Types are the Go types of what no operation owns.
type Types struct {
	Job     reflect.Type // what is under "data" of a job's answer; kind, input and result are set by kind
	Item    reflect.Type // of a batch's answer; its result is set by kind
	Page    reflect.Type // of a crawl's answer; its result is set by kind; nil leaves crawls out
	Error   reflect.Type // the body of every error
	Problem reflect.Type // the same as RFC 9457 has it
	Event   reflect.Type // the body of a webhook's delivery; nil leaves webhooks out
}

// Operation describes one route. What its scope, bucket, path and kind imply is
// derived: the answers to bad tokens and bodies, limits, headers and prices.
type Operation struct {
	Method string
	Path   string
	Scope  string // empty for open operations
	Bucket string
	Begins bool // no call of a suspended organization

	ID          string // operationId
	Summary     string
	Description string
	Tag         string
	Internal    bool          // of no interest to readers of the reference page
	Params      []*huma.Param // of query and header; those of the path are derived
	Body        *Body
	Answers     []Answer
	Refuses     []errs.Code      // beside the implied ones
	Kind        *kind.Definition // of a call that makes jobs
	Call        kind.Call        // and which one of the kind's
	Crawls      bool             // it makes a job of the call for each page of a site
}

// Body is a request's JSON body: one object with the fields of several structs.
type Body struct {
	Name     string // of its schema
	Optional bool   // no body is the same as an empty object
	Parts    []reflect.Type
	Examples []Example
}

// Example is a body that works as it stands.
type Example struct {
	Name    string
	Summary string
	Value   any
}

// Answer is a success. At most one of Data, Jobs, Body and Media is set; with none
// the answer has no body.
type Answer struct {
	Status  int
	Text    string
	Data    reflect.Type // what is under "data"
	Jobs    []string     // kinds whose jobs are under "data"
	Body    reflect.Type // the whole body, for answers without "data"
	Media   []string     // the media types of a body that is not JSON
	Headers []string     // beside the implied ones
	Gives   [2]string    // a parameter of paths, and the JSON pointer of its value in the body: what is made
	Example any          // of Data or Body
}

// Sort brings the operations into the order of reading: by group, and within one by use, or
// else as the routes are.
func (s *Service) Sort() {
	place := func(o Operation) (group, use int) {
		group = slices.IndexFunc(groups, func(t huma.Tag) bool { return t.Name == o.Tag })
		used := byUse[o.Tag]
		if use = slices.IndexFunc(used, func(path string) bool { return strings.HasSuffix(o.Path, "/public"+path) }); use < 0 {
			use = len(used)
		}
		return group, use
	}
	slices.SortStableFunc(s.Operations, func(a, b Operation) int {
		group, use := place(a)
		otherGroup, otherUse := place(b)
		return cmp.Or(group-otherGroup, use-otherUse)
	})
}

// kindWords are the names of kinds by the names of their packages, which lack the
// underscores: schemas are called HnPostArgs, not HnpostArgs.
func kindWords(kinds []kind.Definition) map[string]string {
	words := map[string]string{}
	for _, k := range kinds {
		words[strings.ReplaceAll(k.Name, "_", "")] = k.Name
	}
	return words
}

// Build returns the document.
func Build(s Service) *huma.OpenAPI {
	b := &builder{Service: s, registry: newRegistry(s.Names, kindWords(s.Kinds)), codes: map[errs.Code]bool{}}
	b.fillResults(s.Types.Item, slices.DeleteFunc(slices.Clone(s.Kinds), func(k kind.Definition) bool { return k.Batch == nil }))
	if s.Types.Page != nil {
		b.fillResults(s.Types.Page, slices.DeleteFunc(slices.Clone(s.Kinds), func(k kind.Definition) bool { return k.Crawl == nil }))
	}
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Quarry", Version: Version, Description: introduction(s.Kinds),
			Contact: &huma.Contact{Name: "Quarry", URL: Repository},
			License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		},
		Servers: []*huma.Server{{URL: "/", Description: "The service that serves this document."}},
		Tags:    tags(s.Operations),
		Paths:   b.paths(),
		Components: &huma.Components{
			Schemas: b.registry, Headers: headers(), Responses: b.sharedResponses(),
			SecuritySchemes: map[string]*huma.SecurityScheme{bearer: bearerScheme()},
		},
	}
	doc.Components.Examples = b.errorExamples()
	if s.Types.Event != nil {
		doc.Webhooks = b.webhooks()
	}
	b.open(doc)
	return doc
}

// Version is the document's own version.
const Version = "1.0.0"

// bearer is the name of the security scheme.
const bearer = "token"

func bearerScheme() *huma.SecurityScheme {
	return &huma.SecurityScheme{ //nolint:gosec // it says what a token looks like
		Type: "http", Scheme: "bearer", BearerFormat: "satk_…",
		Description: "An API token of a workspace: `Authorization: Bearer satk_…`. It spends the organization's credits.",
	}
}

// builder derives schemas while it walks over the operations.
type builder struct {
	Service
	registry huma.Registry
	codes    map[errs.Code]bool // that answers refer to
}
