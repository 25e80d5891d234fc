// Package reference serves what describes the API: the OpenAPI document, a page to
// read and try it with, and an overview for language models. It embeds the page's
// script, more than a megabyte, so only a function that serves it links it. It must
// not know storage or jobs, and asks no other host for anything.
package reference

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/api/openapi/clientdoc"
	"github.com/quarryapi/quarry/internal/serve/api/openapi/inorder"
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
	prefill atomic.Pointer[prefill] // nil for none, or when it was taken
	once    sync.Once
	built   built
	err     error
}

// built is what follows from the document.
type built struct {
	files map[string]file // by path
	calls map[string]callpage.Page
	list  string // of the pages of calls, as Markdown
}

// New returns the pages.
func New(o Options) *Pages { return &Pages{options: o} }

// Prefill returns the link, below the service's address, by which the reference page
// begins with this token: once, and on the machine that serves it. Whoever starts the
// service sees the link, and nobody who only reaches its port, through a proxy on the same
// machine, say. It is for local services only.
func (p *Pages) Prefill(token string) (link string) {
	key := rand.Text()
	p.prefill.Store(&prefill{token, key})
	return "/docs?once=" + key
}

// prefill is a token that waits to be filled in, and what opens it.
type prefill struct{ token, key string }

// take returns the token to the first GET that has the link's key. A HEAD, by which programs
// look at links before they open them, shows nothing and takes nothing.
func (p *Pages) take(r *http.Request) (token string, ok bool) {
	waiting := p.prefill.Load()
	if waiting == nil || r.Method != http.MethodGet || !atHome(r) || subtle.ConstantTimeCompare([]byte(r.URL.Query().Get("once")), []byte(waiting.key)) == 0 {
		return "", false
	}
	return waiting.token, p.prefill.CompareAndSwap(waiting, nil)
}

// Serve answers a GET of /, /openapi.json, /openapi.client.json, /docs, a list, a page or a file below it,
// /llms.txt, or /llms-full.txt. Errors: not_found.
func (p *Pages) Serve(w http.ResponseWriter, r *http.Request, describe func() (openapi.Service, error)) error {
	switch r.URL.Path {
	case "/", "/docs":
		return p.page(w, r)
	case scriptPath():
		return script().serve(w, r, "public, max-age=31536000, immutable")
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
		return f.serve(w, r, caching)
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
	b := built{files: map[string]file{}, calls: calls, list: listed(service)}
	for path, content := range map[string]struct {
		media string
		raw   []byte
	}{
		"/openapi.json":        {"application/json", raw},
		"/openapi.client.json": {"application/json", client},
		"/llms.txt":            {"text/plain; charset=utf-8", []byte(overview(service, calls))},
		"/llms-full.txt":       {"text/plain; charset=utf-8", []byte(everything(service, calls))},
	} {
		if b.files[path], err = newFile(content.media, content.raw); err != nil {
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

// file is a body that is kept, compressed, with its tag.
type file struct {
	mediaType  string
	compressed []byte
	etag       string
}

func newFile(mediaType string, raw []byte) (file, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(raw); err != nil {
		return file{}, err
	}
	if err := z.Close(); err != nil {
		return file{}, err
	}
	sum := sha256.Sum256(raw)
	return file{mediaType: mediaType, compressed: b.Bytes(), etag: weak(hex.EncodeToString(sum[:]))}, nil
}

// weak is the tag of a hash: weak, since the same content is sent in two encodings.
func weak(hash string) string { return `W/"` + hash[:32] + `"` }

// serve answers with the file, or 304 to who has it.
func (f file) serve(w http.ResponseWriter, r *http.Request, caching string) error {
	h := w.Header()
	h.Set("Cache-Control", caching)
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", f.etag)
	if strings.Contains(r.Header.Get("If-None-Match"), f.etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", f.mediaType)
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		_, _ = w.Write(f.compressed) // a client that went away needs no answer
		return nil
	}
	z, err := gzip.NewReader(bytes.NewReader(f.compressed))
	if err != nil {
		return err
	}
	_, _ = io.Copy(w, z) //nolint:gosec // it was compressed here or is embedded
	return nil
}
