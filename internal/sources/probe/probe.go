// Package probe asks upstreams for something small, by the clients that jobs use, and
// tells how their answers differ from what the parsers know. It is for who operates an
// installation, to be run on a schedule; it knows no jobs.
package probe

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model/openai"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/drift"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// State is what came of a probe.
type State string

// The states.
const (
	Same    State = "same"    // nothing that a parser depends on is different
	Drift   State = "drift"   // something is missing or of another type, or the parser does not understand it
	Failed  State = "failed"  // the upstream did not answer
	NoKey   State = "no_key"  // it answers nothing without a key, and there is none
	Unknown State = "unknown" // the parser reads the answer, and no skeleton says how it should look
)

// Report is what came of the probe of one upstream.
type Report struct {
	Upstream string          `json:"upstream"`
	State    State           `json:"state"`
	Error    string          `json:"error,omitempty"`
	Note     string          `json:"note,omitempty"` // of Unknown: why no skeleton says how the answer should look
	Answers  int             `json:"answers"`        // that were compared
	Findings []drift.Finding `json:"findings,omitempty"`
}

// Prober probes the upstreams of an installation.
type Prober struct {
	Settings sources.Settings
	Web      upstream.Fetcher
	Proxied  func(*url.URL) upstream.Fetcher // leads through an upstream's own proxy
	Now      func() time.Time
	// Subjects are what upstreams are asked about in place of what Subjects says.
	Subjects map[string]string
	// Strict counts members that are new as drift.
	Strict bool
	// Known gives what is known of an upstream's answers; nil is drift.Known.
	Known func(upstream string) []drift.Surface
}

// Names are the upstreams that can be probed.
func Names() []string {
	var names []string
	for _, q := range questions {
		names = append(names, q.upstream)
	}
	return names
}

// Configured are those of Names that an installation can ask: the ones that need no key
// or have one, and that are somewhere.
func (p *Prober) Configured() []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		return p.Settings.Of(name).BaseURL == "" || p.keyless(name)
	})
}

// keyless reports whether an upstream lacks a key without which it is not asked.
func (p *Prober) keyless(name string) bool {
	c := p.Settings.Of(cmp.Or(keyOf[name], name))
	if name == "model" {
		return openai.New(c, nil).Ready() != nil
	}
	return c.Key == "" && (c.NeedsKey || needsKey[name])
}

// Probe asks one upstream of Names.
func (p *Prober) Probe(ctx context.Context, name string) Report {
	r := Report{Upstream: name}
	i := slices.IndexFunc(questions, func(q question) bool { return q.upstream == name })
	if i < 0 {
		r.State, r.Error = Failed, "nothing is known to ask it"
		return r
	}
	if p.keyless(name) {
		r.State, r.Error = NoKey, "set the key "+cmp.Or(keyOf[name], name)+" in QUARRY_KEYS"
		return r
	}
	_, heard, err := p.ask(ctx, questions[i])
	known := drift.Known
	if p.Known != nil {
		known = p.Known
	}
	surfaces := known(name)
	compared := map[int]bool{} // later answers of a surface may be of another form, as those for other tabs
	for _, a := range heard {
		if i := slices.IndexFunc(surfaces, func(s drift.Surface) bool { return s.Answers(a.path, a.query) }); i >= 0 && !compared[i] {
			compared[i] = true
			r.Answers++
			r.Findings = append(r.Findings, drift.Compare(surfaces[i].Shape, a.body)...)
		}
	}
	if r.State = p.judge(r, err); r.State == Failed && walled(err) {
		r.Findings = nil // they are about the wall
	}
	switch {
	case err != nil:
		r.Error = errs.As(err).Message
	case len(heard) == 0: // a client may take a refusal for "nothing", or not ask at all
		r.State, r.Error = Failed, "it did not answer the question; name another subject by --subject"
	}
	if r.State == Unknown {
		r.Note = drift.Unrecorded()[name]
	}
	return r
}

// walled reports whether something else than the answer came.
func walled(err error) bool {
	return errs.Is(err, errs.UpstreamBlocked) || errs.Is(err, errs.LoginRequired)
}

func (p *Prober) judge(r Report, err error) State {
	drifted := slices.ContainsFunc(r.Findings, func(f drift.Finding) bool {
		return f.Read && f.Change != drift.Unknown || p.Strict
	})
	switch {
	case walled(err):
		return Failed
	case drifted || errs.Is(err, errs.ParseFailed):
		return Drift
	case errs.Is(err, errs.ProviderNotConfigured):
		return NoKey
	case err != nil:
		return Failed
	case r.Answers == 0:
		return Unknown
	}
	return Same
}

// ask puts a question, and returns what the parser made of the answers and the answers.
func (p *Prober) ask(ctx context.Context, q question) (any, []answer, error) {
	l := &listener{name: q.upstream}
	party := &party{prober: p, question: q, listener: l, clients: map[string]*upstream.Client{}}
	subject := q.subject
	if other := p.Subjects[q.upstream]; other != "" {
		subject = other
	}
	got, err := q.ask(ctx, party, subject)
	return got, l.answers, err
}

// answer is what came of one call.
type answer struct {
	path  string // below the base URL
	query url.Values
	body  []byte
}

// listener keeps the answers of one upstream.
type listener struct {
	name string

	mu      sync.Mutex
	answers []answer
}

// hear returns a Fetcher that keeps what a call is answered.
func (l *listener) hear(web upstream.Fetcher, base string) upstream.Fetcher {
	return fetcherFunc(func(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
		resp, err := web.Do(ctx, r)
		if err != nil || resp.Status >= 400 {
			return resp, err
		}
		u, parsed := url.Parse(strings.TrimPrefix(r.URL, base))
		if parsed == nil {
			l.mu.Lock()
			l.answers = append(l.answers, answer{u.Path, u.Query(), resp.Body})
			l.mu.Unlock()
		}
		return resp, err
	})
}

type fetcherFunc func(context.Context, fetch.Request) (*fetch.Response, error)

// Do implements upstream.Fetcher.
func (f fetcherFunc) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	return f(ctx, r)
}

// party gives clients for one question: of the upstream that it is for and of those
// which that one needs. Others do not answer, so that no client falls back to them.
type party struct {
	prober   *Prober
	question question
	listener *listener
	clients  map[string]*upstream.Client
}

var errNotAsked = errors.New("only one upstream is asked")

// Client implements what clients take their upstreams from.
func (p *party) Client(name string) *upstream.Client {
	if c := p.clients[name]; c != nil {
		return c
	}
	about := p.prober.Settings.Of(name)
	var web upstream.Fetcher = fetcherFunc(func(context.Context, fetch.Request) (*fetch.Response, error) {
		return nil, errs.Wrap(errNotAsked, errs.ProviderUnavailable, name+" is not asked.")
	})
	if name == p.question.upstream || slices.Contains(p.question.with, name) {
		web = p.prober.Web
		if about.Proxy != nil {
			web = p.prober.Proxied(about.Proxy)
		}
	} else {
		about.Key = ""
	}
	if name == p.question.upstream {
		web = p.listener.hear(web, about.BaseURL)
	}
	c := upstream.New(web, about, p.prober.Now)
	p.clients[name] = c
	return c
}

func (p *party) now() time.Time {
	if p.prober.Now == nil {
		return time.Now() //nolint:forbidigo // what upstreams are asked about is of today
	}
	return p.prober.Now()
}
