package tranco_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/tranco"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

// setup leads a client to a handler, or to the sample web's replay when it is nil.
func setup(t *testing.T, serve http.HandlerFunc) *tranco.Client {
	t.Helper()
	var extra []webtest.Site
	if serve != nil {
		extra = append(extra, webtest.Site{Host: "tranco.upstream.test", Rest: serve})
	}
	hosts, err := target.ParseHosts([]string{webtest.Start(t, extra...).HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	web := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(web.CloseIdle)
	about := sources.Upstream{Name: tranco.Name, BaseURL: "http://tranco.upstream.test"}
	return tranco.New(upstream.New(web, sources.Config{Upstream: about}, nil))
}

func TestRanks(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		want   []tranco.Rank
		code   errs.Code
	}{
		"listed, in any order": {
			200, `{"ranks":[{"date":"2025-08-14","rank":620},{"date":"2025-08-16","rank":615},{"date":"2025-08-15","rank":618}],"domain":"a.test"}`,
			[]tranco.Rank{{"2025-08-16", 615}, {"2025-08-15", 618}, {"2025-08-14", 620}},
			"",
		},
		"unlisted":             {200, `{"ranks":[],"domain":"a.test"}`, []tranco.Rank{}, ""},
		"nonsense left out":    {200, `{"ranks":[{"date":"soon","rank":1},{"date":"2025-08-14","rank":0}]}`, []tranco.Rank{}, ""},
		"something else":       {200, `{"detail":"Not found."}`, nil, errs.ParseFailed},
		"not found":            {404, `{"detail":"Not found."}`, nil, errs.TargetError},
		"too quick":            {429, `<html><body><h1>429 Too Many Requests</h1></body></html>`, nil, errs.UpstreamRateLimited},
		"a page with 200":      {200, `<!doctype html><title>Tranco</title>`, nil, errs.UpstreamBlocked},
		"cut off":              {200, `{"ranks":[{"date":"2025-08`, nil, errs.ParseFailed},
		"ranks of other types": {200, `{"ranks":[{"date":"2025-08-14","rank":"1"}]}`, nil, errs.ParseFailed},
		"building":             {503, `Service Unavailable`, nil, errs.ProviderUnavailable},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := setup(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			})
			got, err := client.Ranks(t.Context(), "a.test")
			if c.code != "" {
				if !errs.Is(err, c.code) {
					t.Errorf("got %v", err)
				}
				return
			}
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}
