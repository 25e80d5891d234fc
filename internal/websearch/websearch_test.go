package websearch_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/websearch"
)

// fixed is an engine that gives what it is made of.
type fixed struct {
	name  string
	found []websearch.Result
	err   error
}

func (f fixed) Name() string { return f.name }

func (f fixed) Search(context.Context, websearch.Query) ([]websearch.Result, error) {
	return f.found, f.err
}

func TestSearch(t *testing.T) {
	t.Parallel()
	absent := fixed{name: "absent", err: errs.New(errs.ProviderNotConfigured, "no key")}
	blocked := fixed{name: "blocked", err: errs.New(errs.UpstreamBlocked, "captcha")}
	limited := fixed{name: "limited", err: errs.New(errs.UpstreamRateLimited, "slower")}
	empty := fixed{name: "empty", found: []websearch.Result{}}
	full := fixed{name: "full", found: []websearch.Result{{URL: "https://a.example/"}, {URL: "https://a.example"}, {URL: "https://b.example/"}, {URL: "https://c.example/"}}}
	cases := map[string]struct {
		engines []websearch.Engine
		engine  string
		asked   []string
		found   int
		code    errs.Code
	}{
		"the first that answers":       {[]websearch.Engine{absent, blocked, full, empty}, "full", []string{"absent", "blocked", "full"}, 2, ""},
		"nothing is an answer":         {[]websearch.Engine{blocked, empty, full}, "empty", []string{"blocked", "empty"}, 0, ""},
		"a block is none":              {[]websearch.Engine{absent, blocked, limited}, "", []string{"absent", "blocked", "limited"}, 0, errs.UpstreamBlocked},
		"none is configured":           {[]websearch.Engine{absent}, "", []string{"absent"}, 0, errs.ProviderNotConfigured},
		"without engines it is no gap": {nil, "", nil, 0, errs.ProviderNotConfigured},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := websearch.New(c.engines...).Search(t.Context(), websearch.Query{Text: "a", Count: 2})
			if c.code != "" && !errs.Is(err, c.code) || c.code == "" && err != nil {
				t.Errorf("error %v", err)
			}
			var asked []string
			for _, a := range got.Attempts {
				asked = append(asked, a.Engine)
			}
			if diff := cmp.Diff(c.asked, asked); diff != "" || got.Engine != c.engine || len(got.Results) != c.found || got.Results == nil {
				t.Errorf("%+v\n%s", got, diff)
			}
		})
	}
}

func TestSearchEnds(t *testing.T) {
	t.Parallel()
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if _, err := websearch.New(fixed{name: "a", err: ctx.Err()}).Search(ctx, websearch.Query{}); !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
}
