package websearchtest_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/brave"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// search is one of an engine, or one that breaks what it does.
type search func(ctx context.Context, q websearch.Query) ([]websearch.Result, error)

func (search) Name() string { return brave.Name }

func (s search) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	return s(ctx, q)
}

// edited changes the results of an engine.
func edited(edit func(r *websearch.Result)) func(*upstream.Client, search) search {
	return func(_ *upstream.Client, whole search) search {
		return func(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
			found, err := whole(ctx, q)
			for i := range found {
				edit(&found[i])
			}
			return found, err
		}
	}
}

// failing changes the failures of an engine.
func failing(change func(up *upstream.Client, found []websearch.Result, err error) ([]websearch.Result, error)) func(*upstream.Client, search) search {
	return func(up *upstream.Client, whole search) search {
		return func(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
			found, err := whole(ctx, q)
			if err != nil {
				return change(up, found, err)
			}
			return found, nil
		}
	}
}

// repeating searches more than once.
func repeating(when func(q websearch.Query) bool) func(*upstream.Client, search) search {
	return func(_ *upstream.Client, whole search) search {
		return func(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
			for range 20 {
				if _, err := whole(ctx, q); err != nil || !when(q) {
					break
				}
			}
			return whole(ctx, q)
		}
	}
}

func subject(breaking func(*upstream.Client, search) search) websearchtest.Subject {
	return websearchtest.Subject{
		Upstream: brave.Name, Finds: "tide table of Carrow", Paged: true,
		New: func(up *upstream.Client) websearch.Engine { return breaking(up, brave.New(up).Search) },
	}
}

// An engine that is broken in a way fails the checks that look at it, and each check
// finds some engine broken.
func TestBrokenEngines(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		breaking func(*upstream.Client, search) search
		checks   []string
	}{
		"addresses of the engine's own": {edited(func(r *websearch.Result) { r.URL = "/url?q=" + r.URL }), []string{"finds", "keeps pages before a failure"}},
		"no titles":                     {edited(func(r *websearch.Result) { r.Title = "" }), []string{"finds"}},
		"marked words":                  {edited(func(r *websearch.Result) { r.Snippet = "<b>tide</b>" }), []string{"finds"}},
		"dates as shown":                {edited(func(r *websearch.Result) { r.Published = "2 days ago" }), []string{"finds"}},
		"an address for a DOI":          {edited(func(r *websearch.Result) { r.DOI = "https://doi.org/10.1000/a" }), []string{"finds"}},
		"authors without names":         {edited(func(r *websearch.Result) { r.Authors = []string{""} }), []string{"finds"}},
		"nil for nothing": {func(_ *upstream.Client, whole search) search {
			return func(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
				found, err := whole(ctx, q)
				return append([]websearch.Result(nil), found...), err
			}
		}, []string{"finds nothing"}},
		"asks again":     {repeating(func(websearch.Query) bool { return true }), []string{"asks once for one"}},
		"asks for ever":  {repeating(func(q websearch.Query) bool { return q.Count > 100 }), []string{"comes to an end"}},
		"all or nothing": {failing(func(_ *upstream.Client, _ []websearch.Result, err error) ([]websearch.Result, error) { return nil, err }), []string{"keeps pages before a failure"}},
		"a failure is nothing": {
			failing(func(*upstream.Client, []websearch.Result, error) ([]websearch.Result, error) {
				return []websearch.Result{}, nil
			}),
			[]string{"failures of the service", "statuses", "pages for people", "garbage", "cut off", "huge", "deep", "needs its key", "keeps its key to itself", "a context that is over", "a context that ends"},
		},
		"one code for all": {
			failing(func(_ *upstream.Client, found []websearch.Result, err error) ([]websearch.Result, error) {
				return found, errs.Wrap(err, errs.TargetError, "Something went wrong.")
			}),
			[]string{"failures of the service", "statuses", "pages for people", "needs its key"},
		},
		"errors of no code": {
			failing(func(_ *upstream.Client, found []websearch.Result, err error) ([]websearch.Result, error) {
				return found, errors.New(err.Error())
			}),
			[]string{"garbage", "cut off", "huge", "deep", "a context that ends"},
		},
		"shows its key": {
			failing(func(up *upstream.Client, found []websearch.Result, err error) ([]websearch.Result, error) {
				return found, errs.Wrap(err, errs.As(err).Code, "with the key "+up.Key)
			}),
			[]string{"keeps its key to itself"},
		},
		"goes on without a context": {func(_ *upstream.Client, whole search) search {
			return func(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
				return whole(context.WithoutCancel(ctx), q)
			}
		}, []string{"a context that is over"}},
	}
	teeth := map[string]bool{}
	for name, c := range cases {
		for _, check := range c.checks {
			teeth[check] = true
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, check := range websearchtest.Checks() {
				if slices.Contains(c.checks, check.Name) && check.Run(t, subject(c.breaking)) == nil {
					t.Errorf("the check %q: got no error, want one", check.Name)
				}
			}
		})
	}
	for _, check := range websearchtest.Checks() {
		if !teeth[check.Name] {
			t.Errorf("the check %q: got no broken engine that it finds", check.Name)
		}
	}
}

// What is lenient is so only where something is found.
func TestLenient(t *testing.T) {
	t.Parallel()
	s := subject(failing(func(*upstream.Client, []websearch.Result, error) ([]websearch.Result, error) {
		return []websearch.Result{}, nil
	}))
	s.Lenient = true
	for _, check := range websearchtest.Checks() {
		if check.Name != "cut off" {
			continue
		}
		if err := check.Run(t, s); err == nil || !strings.Contains(err.Error(), "want no results and an error") {
			t.Errorf("got error %v, want one that a part of an answer was taken for an empty one", err)
		}
	}
}
