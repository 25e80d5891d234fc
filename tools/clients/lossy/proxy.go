package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// proxy is in front of the service.
type proxy struct {
	service http.Handler
	now     func() time.Time
	mu      sync.Mutex
	asked   map[string]time.Time // when each call was asked last
	trouble map[string]http.HandlerFunc
}

func newProxy(service http.Handler, now func() time.Time) *proxy {
	p := &proxy{service: service, now: now, asked: map[string]time.Time{}}
	p.trouble = map[string]http.HandlerFunc{
		"~none":    service.ServeHTTP,
		"~lost":    p.lost,
		"~orphan":  p.orphan,
		"~stall":   stall,
		"~trickle": trickle,
		"~cut":     cut,
		"~page":    page,
		"~gateway": gateway,
		"~date":    p.date,
		"~later":   p.later,
		"~eager":   p.eager,
		"~stuck":   stuck,
		"~broken":  p.broken,
		"~flaky":   p.flaky,
	}
	return p
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		drop(w)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if trouble, ok := p.trouble[first]; ok {
		r.URL.Path, r.URL.RawPath = "/"+rest, ""
		trouble(w, r)
		return
	}
	if _, again := p.last(call(r, body)); again {
		p.service.ServeHTTP(w, r)
		return
	}
	p.lost(w, r)
}

// call is what attempts of one call have in common. Clients that are tried beside each other have tokens of their own.
func call(r *http.Request, body []byte) string {
	return strings.Join([]string{r.Method, r.URL.String(), r.Header.Get("Authorization"), r.Header.Get("Idempotency-Key"), string(body)}, "\n")
}

// last returns when a call was asked before, and whether it was.
func (p *proxy) last(call string) (time.Time, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, ok := p.asked[call]
	p.asked[call] = p.now()
	return before, ok
}
