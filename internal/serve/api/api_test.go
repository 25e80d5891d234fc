package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/token"
	"github.com/quarryapi/quarry/internal/serve/worker"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// echoArgs are the arguments of a kind that gives back what it was told. It stands
// for any kind: what is tested here is the same for all.
type echoArgs struct {
	Text  string `json:"text" minLength:"1" doc:"What to give back."`
	Units int    `json:"units,omitempty" minimum:"1" doc:"How many credits it costs, 1 when left out."`
	Fail  string `json:"fail,omitempty" enum:"target_error,panic,too_often"`
	Block bool   `json:"block,omitempty" doc:"Do not end before the worker is told to."`
	Old   bool   `json:"old,omitempty" deprecated:"true"`
	Label string `json:"label,omitempty" doc:"The caller's own name for the job."`
	Notes []note `json:"notes,omitempty" doc:"What the job does not look at."`

	Headers map[string]string `json:"headers,omitempty" doc:"What the job gives back behind the text."`
}

type note struct {
	URL string `json:"url,omitempty"`
}

// Unlabelled implements kind.Labelled.
func (a *echoArgs) Unlabelled() kind.Args {
	plain := *a
	plain.Label = ""
	return &plain
}

// Prepare implements kind.Args.
func (a *echoArgs) Prepare(kind.Caller) (kind.Plan, error) {
	if a.Text == "nowhere" {
		return kind.Plan{}, errs.New(errs.InvalidURL, "nowhere is no public target")
	}
	if a.Text == "forbidden" {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "text", "is forbidden; say something else")
	}
	a.Text, a.Units = strings.TrimSpace(a.Text), max(1, a.Units)
	return kind.Plan{Target: a.Text, Quote: credit.Quote{Action: "url.page", Units: a.Units, Credits: int64(a.Units)}, Deprecated: a.Old}, nil
}

// echoes is a call that gives back its arguments.
func echoes(path string) kind.Typed[echoArgs, echoResult] {
	return kind.Define[echoArgs](kind.About{Path: path, Prices: []credit.Price{credit.PerBlock("url.page", 1, 1)}}, echoResult{})
}

// echoResult is what echoes give.
type echoResult struct {
	Text string `json:"text"`
}

var echo = kind.Definition{
	Name: "echo", Functions: []kind.Function{{Name: "echo", Ceiling: time.Minute}}, Calls: []kind.Call{echoes("/echo").Call},
	Batch: &kind.Batch{Path: "/echo/batch", List: "texts", Args: func() kind.BatchArgs { return new(echoBatch) }},
}

// later is a kind that is never waited for.
var later = kind.Definition{
	Name: "later", Functions: []kind.Function{{Name: "later", Ceiling: time.Minute}}, Calls: []kind.Call{echoes("/later").Call},
	AsyncOnly: true,
}

// echoBatch are the arguments of many echoes.
type echoBatch struct {
	Texts []string `json:"texts" minItems:"1" maxItems:"50"`
	Block bool     `json:"block,omitempty"`
}

// Entries implements kind.BatchArgs.
func (b *echoBatch) Entries() []kind.Entry {
	entries := make([]kind.Entry, len(b.Texts))
	for i, text := range b.Texts {
		entries[i] = kind.Entry{Name: text, Args: &echoArgs{Text: text, Block: b.Block}}
	}
	return entries
}

// service is an API over a real store, with a worker that takes jobs at once.
type service struct {
	*storetest.Fixture
	queue   *inline
	blobs   *storetest.Blobs
	handler http.Handler
	server  *api.Server
	half    bool // handler serves only a part of what the document has
	org     string
	token   token.Token
	release chan struct{} // blocked jobs wait for it to close
	heard   *sync.Map     // what echo jobs were given, by id
}

// inline is a queue whose messages a worker handles as they come.
type inline struct {
	storetest.Queue
	work map[string]*worker.Worker // by function

	idle      atomic.Bool  // messages are only kept
	performed atomic.Int64 // messages whose handling is over
}

func (*inline) SendCrawl(context.Context, queue.Crawl, time.Duration) error { return nil }

func (q *inline) SendJob(ctx context.Context, kind string, m queue.Job, delay time.Duration) error {
	if err := q.Queue.SendJob(ctx, kind, m, delay); err != nil {
		return err
	}
	return q.perform(ctx, kind, m)
}

func (q *inline) SendJobs(ctx context.Context, kind string, jobs []queue.Job) error {
	if err := q.Queue.SendJobs(ctx, kind, jobs); err != nil {
		return err
	}
	for _, m := range jobs {
		if err := q.perform(ctx, kind, m); err != nil {
			return err
		}
	}
	return nil
}

func (q *inline) perform(ctx context.Context, function string, m queue.Job) error {
	if q.idle.Load() {
		return nil
	}
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	go func() {
		_, _ = q.work[function].Handle(context.WithoutCancel(ctx), events.SQSEvent{Records: []events.SQSMessage{{Body: string(body)}}})
		q.performed.Add(1)
	}()
	return nil
}

// Run implements kind.Worker for echo jobs.
func (s *service) Run(ctx context.Context, r kind.Run[echoArgs]) (kind.Output[echoResult], error) {
	a := r.Args
	if a.Block {
		<-s.release
	}
	switch a.Fail {
	case "target_error":
		return kind.Output[echoResult]{}, errs.New(errs.TargetError, "The target said no.")
	case "panic":
		panic("told to")
	case "too_often":
		return kind.Output[echoResult]{}, &errs.Error{Code: errs.UpstreamRateLimited, Message: "Too often.", RetryAfter: 7 * time.Second}
	}
	if a.Text == "reports" {
		r.Report(ctx, 0, 4, "reading")
	}
	s.heard.Store(r.JobID, a)
	if strings.HasPrefix(a.Text, "long") {
		a.Text = strings.Repeat("l", 200<<10)
	}
	return kind.Output[echoResult]{Result: echoResult{a.Text}}, nil
}

func setup(t *testing.T) *service {
	t.Helper()
	return on(t, storetest.New(t))
}

// on is a service over a fixture.
func on(t *testing.T, f *storetest.Fixture) *service {
	t.Helper()
	s := &service{Fixture: f, queue: &inline{}, blobs: &storetest.Blobs{}, release: make(chan struct{}), heard: &sync.Map{}}
	log := slog.New(slog.DiscardHandler)
	results := result.New(s.Store, s.blobs)
	s.queue.work = map[string]*worker.Worker{}
	for _, def := range []kind.Definition{echo, later} {
		s.queue.work[def.Name] = worker.New(def.Functions[0], kind.Pair(echoes(def.Main().Path), s), worker.Deps{
			Jobs: s.Store, Results: results, Checkpoints: checkpoint.New(s.Store, &storetest.Blobs{}), Queue: s.queue, Log: log,
		})
	}
	s.server = api.New(api.Deps{
		Store: s.Store, Results: results, Queue: s.queue, Kinds: []kind.Definition{echo, later}, Hosts: hosts(t), Lookup: lookup,
		Log: log, Now: s.Clock.Now, Reference: reference.New(reference.Options{}),
	})
	s.handler = s.server.Handler()
	s.org = s.Org(t, 100, 50)
	s.token = s.Token(t, s.org, 1000, 1000)
	return s
}

// hosts lead every name of tests to a closed port.
func hosts(t *testing.T) egress.Hosts {
	t.Helper()
	all, err := egress.ParseHosts([]string{"*.test=127.0.0.1:9", "hooks:receiver.test=127.0.0.1:9"})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// lookup knows one name that leads inside and one that does not resolve.
func lookup(_ context.Context, host string) ([]netip.Addr, error) {
	switch host {
	case "inside.example.com":
		return []netip.Addr{netip.MustParseAddr("93.184.216.34"), netip.MustParseAddr("10.0.0.7")}, nil
	case "nowhere.example.com":
		return nil, errors.New("no such host")
	}
	return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
}

// answer is a response with its decoded body.
type answer struct {
	status int
	header http.Header
	body   map[string]any
	raw    string
}

// field walks the body by names.
func (a answer) field(names ...string) any {
	var v any = a.body
	for _, name := range names {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

func (a answer) code() any { return a.field("error", "code") }

// call makes one request. Headers come as "Name: value".
func (s *service) call(t *testing.T, method, path, body string, headers ...string) answer {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, bytes.NewBufferString(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Authorization", "Bearer "+string(s.token))
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
		if value == "" {
			r.Header.Del(name)
		}
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	raw, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: w.Code, header: w.Result().Header, raw: string(raw)}
	if len(raw) > 0 && strings.Contains(a.header.Get("Content-Type"), "json") {
		if err := json.Unmarshal(raw, &a.body); err != nil {
			t.Fatalf("%s %s answered %d with %q", method, path, w.Code, raw)
		}
	}
	if !s.half {
		described(t, s.server, r, w)
	}
	return a
}

func (s *service) post(t *testing.T, body string, headers ...string) answer {
	t.Helper()
	return s.call(t, http.MethodPost, "/v1/public/echo", body, headers...)
}
