package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/apitest"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// TestSpecification sends what each line of the specification says to a service of all
// kinds, over a real store.
func TestSpecification(t *testing.T) {
	t.Parallel()
	shared := specify(t, storetest.New(t))
	for _, st := range specification(t) {
		t.Run(st.method+strings.ReplaceAll(st.path, "/", " ")+": "+st.name, func(t *testing.T) {
			t.Parallel()
			s := shared
			if st.apart() {
				s = specify(t, shared.Apart(t))
			}
			s.hold(t, st)
		})
	}
}

// TestSpecificationNamesEveryCall: a call that is added is a section, with its fields.
func TestSpecificationNamesEveryCall(t *testing.T) {
	t.Parallel()
	said := map[string]int{}
	for _, st := range specification(t) {
		said[st.method+" "+st.path]++
	}
	for _, def := range kinds.All() {
		paths := []string{}
		for _, c := range def.Calls {
			paths = append(paths, c.Path)
		}
		if def.Batch != nil {
			paths = append(paths, def.Batch.Path)
		}
		for _, path := range paths {
			if said["POST "+path] == 0 {
				t.Errorf("POST %s: got no statement, want the specification's", path)
			}
		}
	}
}

// specified is a service of all kinds.
type specified struct {
	*storetest.Fixture
	handler http.Handler
	operate *admin.Service
	results *result.Results
	checker *apitest.Checker
	samples map[string]json.RawMessage // results by action
	server  *api.Server

	mu      sync.Mutex
	callers map[string]token.Token // made, by what they are
}

func specify(t *testing.T, f *storetest.Fixture) *specified {
	t.Helper()
	s := &specified{Fixture: f, samples: map[string]json.RawMessage{}, callers: map[string]token.Token{}}
	log := slog.New(slog.DiscardHandler)
	s.operate, s.results = admin.New(s.Store, log), result.New(s.Store, &storetest.Blobs{})
	for _, def := range kinds.All() {
		for _, c := range def.Calls {
			raw, err := json.Marshal(c.Sample())
			if err != nil {
				t.Fatal(err)
			}
			for _, action := range c.Actions() {
				s.samples[string(action)] = raw
			}
		}
	}
	server := api.New(api.Deps{
		Store: s.Store, Results: s.results, Queue: s, Kinds: kinds.All(), Hosts: hosts(t), Lookup: lookup,
		Cursors: cursor.NewSealer("k"), Log: log, Now: s.Clock.Now, Reference: reference.New(reference.Options{}),
	})
	s.server, s.handler, s.checker = server, server.Handler(), allKinds(t, server)
	return s
}

var (
	allKindsOnce    sync.Once
	allKindsChecker *apitest.Checker
	errAllKinds     error
)

// allKinds holds answers to the document of a service of all kinds.
func allKinds(t *testing.T, server *api.Server) *apitest.Checker {
	t.Helper()
	allKindsOnce.Do(func() { allKindsChecker, errAllKinds = newChecker(server) })
	if errAllKinds != nil {
		t.Fatal(errAllKinds)
	}
	return allKindsChecker
}

// SendJob ends each job at once, with the sample of its call for a result.
func (*specified) SendCrawl(context.Context, queue.Crawl, time.Duration) error { return nil }

func (s *specified) SendJob(ctx context.Context, _ string, m queue.Job, _ time.Duration) error {
	j, claim, err := s.Claim(ctx, m.OrgID, m.JobID, store.Terms{Lease: time.Minute})
	if err != nil || claim != store.Claimed {
		return err
	}
	ref, err := s.results.Save(ctx, j, s.samples[string(j.Quote.Action)])
	if err != nil {
		return err
	}
	if _, err := s.Finish(ctx, j, store.Outcome{Status: job.Succeeded, Result: ref}); err != nil || j.CacheKey == "" {
		return err
	}
	return s.PutCache(ctx, j)
}

// SendJobs is SendJob for each.
func (s *specified) SendJobs(ctx context.Context, worker string, jobs []queue.Job) error {
	for _, m := range jobs {
		if err := s.SendJob(ctx, worker, m, 0); err != nil {
			return err
		}
	}
	return nil
}

// become makes the caller that a statement names, or returns the one that was made. The
// limits are those of a token of which the operator says nothing, unless many share it.
func (s *specified) become(t *testing.T, st statement, who string) token.Token {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch who {
	case "nobody":
		return ""
	case "garbage":
		return "satk_x"
	case "stranger":
		return token.New()
	case "testkey":
		return "satk_test_x"
	}
	if made, ok := s.callers[who]; ok {
		return made
	}
	org := admin.Request{Op: "org.create", Name: new("spec"), Credits: 10_000_000, ExtendedCeilings: new(who == "extended"), Deep: new(who == "deep")}
	tok := admin.Request{Op: "token.create", Label: "spec"}
	if !st.apart() {
		tok.CreateLimit, tok.PollLimit = 1_000_000, 1_000_000
	}
	switch who {
	case "reader":
		tok.Scopes = []string{"api.read"}
	case "writer":
		tok.Scopes = []string{"api.write"}
	case "poor":
		org.Credits = 0
	}
	var made admin.Created
	s.act(t, org, &made)
	if tok.Org = made.OrganizationID; who == "capped" {
		tok.Org = s.Org(t, 100_000, 0)
	}
	var minted admin.Token
	s.act(t, tok, &minted)
	if who == "revoked" {
		s.act(t, admin.Request{Op: "token.revoke", Token: minted.TokenID}, nil)
	}
	s.callers[who] = minted.Token
	return minted.Token
}

// act performs an operator's act.
func (s *specified) act(t *testing.T, r admin.Request, into any) {
	t.Helper()
	given, err := s.operate.Handle(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}

// hold sends what a statement says and holds the answer to what it expects.
func (s *specified) hold(t *testing.T, st statement) {
	t.Helper()
	who, headers, _ := strings.Cut(st.who, " ")
	c := s.become(t, st, who)
	send := func() answer { return s.send(t, c, st.method, st.path, st.body(t), headers, st.change) }
	a := send()
	for _, e := range st.expects {
		if seconds, what, ok := strings.Cut(strings.TrimPrefix(e, "after "), ": "); ok && strings.HasPrefix(e, "after ") {
			s.Clock.Move(time.Duration(count(seconds)) * time.Second)
			next := send()
			if problem := s.expect(t, c, next, what, &a); problem != "" {
				t.Errorf("%s: again after %s s: %s\n%.1000s", st.where, seconds, problem, next.raw)
			}
			a = next
			continue
		}
		if problem := s.expect(t, c, a, e, nil); problem != "" {
			t.Errorf("%s: %s %s %.300s: %s, from\n%.1000s", st.where, st.method, st.path, st.body(t), problem, a.raw)
		}
	}
}

// send makes a request. A query is the change of a GET.
func (s *specified) send(t *testing.T, c token.Token, method, path, body, headers, query string) answer {
	t.Helper()
	if !strings.HasPrefix(path, "/openapi") {
		path = "/v1/public" + path
	}
	target := path
	if method == http.MethodGet && strings.HasPrefix(query, "?") {
		target += query
	}
	r := httptest.NewRequestWithContext(t.Context(), method, target, bytes.NewBufferString(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c != "" {
		r.Header.Set("Authorization", "Bearer "+string(c))
	}
	if headers != "" {
		name, value, _ := strings.Cut(headers, "=")
		text, _ := many(value).(string)
		r.Header.Set(name, text)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	raw, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: w.Code, header: w.Result().Header, raw: string(raw)}
	if len(raw) > 0 && strings.Contains(a.header.Get("Content-Type"), "json") {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber() // an input comes back with its numbers as they were written
		if err := d.Decode(&a.body); err != nil {
			t.Fatalf("%s %s answered %d with %q", method, path, w.Code, raw)
		}
	}
	if err := s.checker.Check(apitest.Answer{Method: method, Path: path, Status: w.Code, Header: a.header, Body: raw}); err != nil {
		t.Error(err)
	}
	return a
}
