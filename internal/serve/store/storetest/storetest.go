// Package storetest gives tests a store of their own on a real engine, with an
// organization that has credits, and a way to break its connection.
package storetest

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// Fixture is a store with tables of its own.
type Fixture struct {
	*store.Store
	DB    *dynamodb.Client
	Core  string
	Edge  string
	Clock *Clock
	Fault *Fault
}

// New returns a Fixture whose clock stands still until it is moved.
func New(t testing.TB) *Fixture {
	t.Helper()
	f := &Fixture{
		Core: "core-" + ident.New(""), Edge: "edge-" + ident.New(""),
		Clock: &Clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, Fault: &Fault{},
	}
	f.DB = dynamodb.NewFromConfig(dynamotest.Config(t))
	if err := store.CreateTables(t.Context(), f.DB, f.Core, f.Edge); err != nil {
		t.Fatal(err)
	}
	f.connect(t)
	return f
}

// Apart returns a Fixture over the same tables, with a clock and a connection of its own.
func (f *Fixture) Apart(t testing.TB) *Fixture {
	t.Helper()
	apart := &Fixture{DB: f.DB, Core: f.Core, Edge: f.Edge, Clock: &Clock{at: f.Clock.Now()}, Fault: &Fault{}}
	apart.connect(t)
	return apart
}

// connect gives the fixture its store.
func (f *Fixture) connect(t testing.TB) {
	t.Helper()
	cfg := dynamotest.Config(t)
	cfg.HTTPClient = f.Fault
	cfg.Retryer = func() aws.Retryer { return aws.NopRetryer{} }
	f.Store = store.New(dynamodb.NewFromConfig(cfg), f.Core, f.Edge, f.Clock.Now)
}

// Org makes an organization with so many credits and such a cap.
func (f *Fixture) Org(t testing.TB, credits int64, inFlight int) string {
	t.Helper()
	o := &store.Org{ID: ident.New(ident.Org), Name: "test", InFlightCap: inFlight}
	if err := f.CreateOrg(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if credits > 0 {
		if err := f.Grant(t.Context(), o.ID, ident.New(ident.Grant), credits, "test"); err != nil {
			t.Fatal(err)
		}
	}
	return o.ID
}

// Token makes a token of an organization with both scopes and these limits.
func (f *Fixture) Token(t testing.TB, org string, create, poll int) token.Token {
	t.Helper()
	secret := token.New()
	err := f.CreateToken(t.Context(), &store.Credential{
		ID: ident.New(ident.Token), Hash: secret.Hash(), OrgID: org, WorkspaceID: ident.New(ident.Workspace),
		Scopes: []string{"api.read", "api.write"}, CreateLimit: create, PollLimit: poll,
	})
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// Job returns a queued job of an organization that costs so many credits. It is
// not stored.
func (f *Fixture) Job(org string, credits int64) *job.Job {
	now := f.Clock.Now()
	return &job.Job{
		ID: ident.New(ident.Job), OrgID: org, Kind: "url", Worker: "url", Status: job.Queued, Input: []byte(`{"url":"http://a.test/"}`),
		Quote:     credit.Quote{Action: "url.page", Units: 1, Credits: credits},
		CreatedAt: now, ExpiresAt: now.Add(job.Retention),
	}
}

// Clock is a clock that tests move.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// Now is the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Move sets the clock forward.
func (c *Clock) Move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// Fault is the way to the engine. Before and After, when set, can replace a call
// by an error or an answer of their own; After has let the engine do it first.
type Fault struct {
	mu     sync.Mutex
	before func(operation string) (*http.Response, error)
	after  func(operation string) (*http.Response, error)
	calls  map[string]int
}

// Before sets what happens instead of calls; nil results let the call through.
func (f *Fault) Before(fn func(operation string) (*http.Response, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.before = fn
}

// After sets what happens to the answers of calls.
func (f *Fault) After(fn func(operation string) (*http.Response, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.after = fn
}

// Calls is how many calls of each operation were made, and then counts anew.
func (f *Fault) Calls() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	calls := f.calls
	f.calls = nil
	return calls
}

// Do makes a call of the SDK.
func (f *Fault) Do(r *http.Request) (*http.Response, error) {
	_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	f.mu.Lock()
	before, after := f.before, f.after
	if f.calls == nil {
		f.calls = map[string]int{}
	}
	f.calls[operation]++
	f.mu.Unlock()
	if before != nil {
		if res, err := before(operation); res != nil || err != nil {
			return res, err
		}
	}
	res, err := pass(r)
	if err != nil || after == nil {
		return res, err
	}
	if other, otherErr := after(operation); other != nil || otherErr != nil {
		_ = res.Body.Close()
		return other, otherErr
	}
	return res, nil
}

// passes is how often a call goes to the engine before its failure counts. The
// engine closes about one connection in a hundred under a large answer, which the
// SDK's own retries, that tests turn off, would hide.
const passes = 4

// pass makes a call and reads the whole answer.
func pass(r *http.Request) (res *http.Response, err error) {
	asked, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	for range passes {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(asked))
		if res, err = dynamotest.Do(again); err != nil {
			continue
		}
		var body []byte
		body, err = io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err == nil {
			res.Body = io.NopCloser(bytes.NewReader(body))
			return res, nil
		}
	}
	return nil, err
}
