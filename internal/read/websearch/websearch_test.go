package websearch_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
)

// fixed is an engine that gives what it is made of, after a while.
type fixed struct {
	name  string
	found []websearch.Result
	err   error
	takes time.Duration
}

func (f fixed) Name() string { return f.name }

func (f fixed) Search(ctx context.Context, _ websearch.Query) ([]websearch.Result, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(f.takes):
	}
	return f.found, f.err
}

// pages are results without more than their addresses.
func pages(urls ...string) []websearch.Result {
	all := []websearch.Result{}
	for _, u := range urls {
		all = append(all, websearch.Result{URL: u})
	}
	return all
}

var (
	absent  = fixed{name: "absent", err: errs.New(errs.ProviderNotConfigured, "no key")}
	blocked = fixed{name: "blocked", err: errs.New(errs.UpstreamBlocked, "captcha.")}
	limited = fixed{name: "limited", err: &errs.Error{Code: errs.UpstreamRateLimited, Message: "slower.", RetryAfter: time.Minute}}
	empty   = fixed{name: "empty", found: []websearch.Result{}}
	full    = fixed{name: "full", found: pages("https://a.example/", "https://a.example", "https://b.example/", "https://c.example/")}
	partial = fixed{name: "partial", found: pages("https://a.example/"), err: errs.New(errs.UpstreamRateLimited, "one page only")}
)

func TestSearch(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		engines []websearch.Engine
		engine  string
		asked   []string
		found   int
		code    errs.Code
		says    string
	}{
		"the first that answers":       {[]websearch.Engine{absent, blocked, full, empty}, "full", []string{"absent", "blocked", "full"}, 2, "", ""},
		"nothing is an answer":         {[]websearch.Engine{blocked, empty, full}, "empty", []string{"blocked", "empty"}, 0, "", ""},
		"a part is an answer":          {[]websearch.Engine{partial, full}, "partial", []string{"partial"}, 1, "", ""},
		"a block is none":              {[]websearch.Engine{absent, blocked, limited}, "", []string{"absent", "blocked", "limited"}, 0, errs.UpstreamBlocked, "blocked: captcha. limited: slower."},
		"one failed":                   {[]websearch.Engine{absent, limited}, "", []string{"absent", "limited"}, 0, errs.UpstreamRateLimited, "slower."},
		"none is configured":           {[]websearch.Engine{absent, absent}, "", []string{"absent", "absent"}, 0, errs.ProviderNotConfigured, "absent, absent"},
		"the only one is not":          {[]websearch.Engine{absent}, "", []string{"absent"}, 0, errs.ProviderNotConfigured, "no key"},
		"without engines it is no gap": {nil, "", nil, 0, errs.ProviderNotConfigured, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := websearch.New(c.engines...).Search(t.Context(), websearch.Query{Text: "a", Count: 2})
			if c.code != "" && (!errs.Is(err, c.code) || !strings.Contains(errs.As(err).Message, c.says)) || c.code == "" && err != nil {
				t.Errorf("error %v", err)
			}
			var asked []string
			for _, a := range got.Attempts {
				asked = append(asked, a.Engine)
			}
			if diff := cmp.Diff(c.asked, asked); diff != "" || got.Engine != c.engine || len(got.Results) != c.found || got.Results == nil {
				t.Errorf("got %+v, want Engine %q, %v Results, Results not nil; asked mismatch (-want +got):\n%s", got, c.engine, c.found, diff)
			}
		})
	}
}

// When all failed, a caller may wait for the one that says longest, and it is worth
// another try when one of them passes.
func TestFailureOfAll(t *testing.T) {
	t.Parallel()
	forGood := fixed{name: "forGood", err: &errs.Error{Code: errs.TargetError, Message: "too long.", Permanent: true}}
	_, err := websearch.New(forGood, limited).Search(t.Context(), websearch.Query{})
	if e := errs.As(err); e.Code != errs.TargetError || e.RetryAfter != time.Minute || !e.Retryable() {
		t.Errorf(`got error %+v, want Code "target_error", RetryAfter Minute, Retryable() true`, e)
	}
	if _, err := websearch.New(forGood, forGood).Search(t.Context(), websearch.Query{}); errs.As(err).Retryable() {
		t.Errorf("got error %+v, want Retryable() false", err)
	}
}

func TestSearchEnds(t *testing.T) {
	t.Parallel()
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	got, err := websearch.New(fixed{name: "a", takes: time.Hour}, full).Search(ctx, websearch.Query{})
	if !errors.Is(err, cause) || len(got.Attempts) != 1 || got.Results == nil {
		t.Errorf("got answer %+v, error %v; want error %v, 1 Attempts, Results not nil", got, err, cause)
	}
}

// An engine that does not answer leaves time for those behind it; the last takes all.
func TestTimeIsShared(t *testing.T) {
	t.Parallel()
	slow := func(name string, d time.Duration) fixed {
		return fixed{name: name, takes: d, found: pages("https://a.example/")}
	}
	cases := map[string]struct {
		engines []websearch.Engine
		time    time.Duration
		engine  string
		took    []time.Duration
	}{
		"patience":             {[]websearch.Engine{slow("a", time.Hour), slow("b", time.Hour), slow("c", 20*time.Second)}, 50 * time.Second, "c", []time.Duration{12 * time.Second, 12 * time.Second, 20 * time.Second}},
		"half of what is left": {[]websearch.Engine{slow("a", time.Hour), slow("b", time.Hour), slow("c", time.Second)}, 8 * time.Second, "c", []time.Duration{4 * time.Second, 2 * time.Second, time.Second}},
		"no end":               {[]websearch.Engine{slow("a", time.Hour), slow("b", time.Hour)}, 0, "b", []time.Duration{12 * time.Second, time.Hour}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if c.time > 0 {
					within, cancel := context.WithTimeout(ctx, c.time)
					defer cancel()
					ctx = within
				}
				got, err := websearch.New(c.engines...).Search(ctx, websearch.Query{})
				var took []time.Duration
				for _, a := range got.Attempts {
					took = append(took, a.Took)
				}
				if diff := cmp.Diff(c.took, took); diff != "" || err != nil || got.Engine != c.engine {
					t.Errorf("got answer %+v, error %v; want no error, Engine %q; took mismatch (-want +got):\n%s", got, err, c.engine, diff)
				}
				if d := websearch.Diagnostics(got)[0]; d.Outcome != websearch.TimedOut || d.DurationMs != c.took[0].Milliseconds() || !strings.Contains(d.Reason, "a did not respond within") {
					t.Errorf(`got diagnostic %+v, want Outcome "timeout", DurationMs c.took[0].Milliseconds(), Reason with "a did not respond within"`, d)
				}
			})
		})
	}
}

func TestDiagnostics(t *testing.T) {
	t.Parallel()
	attempt := func(code errs.Code) websearch.Attempt {
		return websearch.Attempt{Engine: "e", Err: errs.New(code, "why")}
	}
	cases := map[string]struct {
		attempt websearch.Attempt
		want    websearch.Diagnostic
	}{
		"results":      {websearch.Attempt{Engine: "e", Found: 3, Status: 200, Took: 1500 * time.Microsecond}, websearch.Diagnostic{Outcome: websearch.OK, Status: 200, DurationMs: 1, Results: 3}},
		"a part":       {websearch.Attempt{Engine: "e", Found: 3, Status: 429, Err: errs.New(errs.UpstreamRateLimited, "why")}, websearch.Diagnostic{Outcome: websearch.OK, Status: 429, Results: 3, Reason: "why"}},
		"nothing":      {websearch.Attempt{Engine: "e", Status: 200}, websearch.Diagnostic{Outcome: websearch.Empty, Status: 200}},
		"blocked":      {attempt(errs.UpstreamBlocked), websearch.Diagnostic{Outcome: websearch.Blocked, Reason: "why"}},
		"login":        {attempt(errs.LoginRequired), websearch.Diagnostic{Outcome: websearch.Blocked, Reason: "why"}},
		"limited":      {attempt(errs.UpstreamRateLimited), websearch.Diagnostic{Outcome: websearch.RateLimited, Reason: "why"}},
		"time-out":     {attempt(errs.UpstreamTimeout), websearch.Diagnostic{Outcome: websearch.TimedOut, Reason: "why"}},
		"end of job":   {websearch.Attempt{Engine: "e", Err: context.DeadlineExceeded}, websearch.Diagnostic{Outcome: websearch.TimedOut, Reason: "The time of the job was used up."}},
		"disabled":     {attempt(errs.ProviderNotConfigured), websearch.Diagnostic{Outcome: websearch.Disabled, Reason: "why"}},
		"unreadable":   {attempt(errs.ParseFailed), websearch.Diagnostic{Outcome: websearch.Failed, Reason: "why"}},
		"our own bugs": {websearch.Attempt{Engine: "e", Err: errors.New("secret")}, websearch.Diagnostic{Outcome: websearch.Failed, Reason: errs.InternalError.Text()}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.want.Engine = "e"
			if diff := cmp.Diff([]websearch.Diagnostic{c.want}, websearch.Diagnostics(websearch.Answer{Attempts: []websearch.Attempt{c.attempt}})); diff != "" {
				t.Errorf("Diagnostics mismatch (-want +got):\n%s", diff)
			}
		})
	}
	if got := websearch.Diagnostics(websearch.Answer{}); got == nil || len(got) != 0 {
		t.Errorf("none: %v", got)
	}
}
