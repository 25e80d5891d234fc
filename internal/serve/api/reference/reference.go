// Package reference serves what describes the API: the OpenAPI document, a page to
// read and try it with, and an overview for language models. It embeds the page's
// script, more than a megabyte, so only a function that serves it links it. It must
// not know storage or jobs, and asks no other host for anything.
package reference

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"sync"

	"github.com/quarryapi/quarry/internal/serve/api/asset"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/api/openapi/clientdoc"
	"github.com/quarryapi/quarry/internal/serve/api/openapi/inorder"
	"github.com/quarryapi/quarry/internal/serve/api/prefill"
	"github.com/quarryapi/quarry/internal/serve/api/reference/callpage"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
)

// Options say what is special about a local service.
type Options struct {
	// Domain is that of a site without TLS which stands for https://example.com in the
	// document's examples, so that they work without the internet; empty leaves them.
	Domain string
}

// Pages serves the pages. It builds the document when it is first asked for.
type Pages struct {
	options Options
	prefill prefill.Offer
	once    sync.Once
	built   built
	err     error
}

// built is what follows from the document.
type built struct {
	files map[string]asset.File // by path
	calls map[string]callpage.Page
	list  string // of the pages of calls, as Markdown
}

// New returns the pages.
func New(o Options) *Pages { return &Pages{options: o} }

// Prefill returns the link, below the service's address, by which the reference page
// begins with this token: once, and on the machine that serves it. It is for local services only.
func (p *Pages) Prefill(token string) (link string) { return "/docs?once=" + p.prefill.Make(token) }

// Serve answers a GET of /, /openapi.json, /openapi.client.json, /docs, a list, a page or a file below it,
// /llms.txt, or /llms-full.txt. Errors: not_found.
func (p *Pages) Serve(w http.ResponseWriter, r *http.Request, describe func() (openapi.Service, error)) error {
	switch r.URL.Path {
	case "/", "/docs":
		return p.page(w, r)
	case scriptPath():
		return script().Serve(w, r, asset.Forever)
	}
	p.once.Do(func() { p.built, p.err = build(describe, p.options) })
	if p.err != nil {
		return p.err
	}
	switch r.URL.Path {
	case "/docs/":
		return p.shown(w, r, index()+p.built.list)
	case "/docs/calls/":
		return p.shown(w, r, "# Calls\n"+p.built.list)
	}
	if f, found := p.built.files[r.URL.Path]; found {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		return f.Serve(w, r, caching)
	}
	return p.guide(w, r)
}

func build(describe func() (openapi.Service, error), o Options) (built, error) {
	service, err := describe()
	if err != nil {
		return built{}, err
	}
	raw, err := Document(service)
	if err != nil {
		return built{}, err
	}
	if o.Domain != "" {
		raw = bytes.ReplaceAll(raw, []byte("https://example.com"), []byte("http://"+o.Domain))
		raw = bytes.ReplaceAll(raw, []byte(`"example.com"`), []byte(`"`+o.Domain+`"`))
	}
	client, err := clientdoc.From(raw)
	if err != nil {
		return built{}, err
	}
	calls, err := callpage.All(raw)
	if err != nil {
		return built{}, err
	}
	b := built{files: map[string]asset.File{}, calls: calls, list: listed(service)}
	for path, content := range map[string]struct {
		media string
		raw   []byte
	}{
		"/openapi.json":        {"application/json", raw},
		"/openapi.client.json": {"application/json", client},
		"/llms.txt":            {"text/plain; charset=utf-8", []byte(overview(service, calls))},
		"/llms-full.txt":       {"text/plain; charset=utf-8", []byte(everything(service, calls))},
	} {
		if b.files[path], err = asset.New(content.media, content.raw); err != nil {
			return built{}, err
		}
	}
	return b, nil
}

// Document is the OpenAPI document of a service, its webhooks included, as JSON.
func Document(service openapi.Service) ([]byte, error) {
	service.Types.Event = reflect.TypeFor[event.Event]()
	service.Names = maps.Clone(service.Names)
	service.Names[service.Types.Event] = "WebhookEvent"
	service.Names[reflect.TypeFor[event.Data]()] = "WebhookEventData"
	raw, err := json.Marshal(openapi.Build(service))
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(service.Operations))
	for i, o := range service.Operations {
		paths[i] = o.Path
	}
	return inorder.Arrange(raw, paths)
}
