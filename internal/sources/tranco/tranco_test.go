package tranco_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/tranco"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

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
		"nonsense left out":    {200, `{"ranks":[{"date":"soon","rank":1},{"date":"2025-08-14","rank":9}]}`, []tranco.Rank{{"2025-08-14", 9}}, ""},
		"nonsense alone":       {200, `{"ranks":[{"date":"soon","rank":1},{"date":"2025-08-14","rank":0}]}`, nil, errs.ParseFailed},
		"empty ranks":          {200, `{"ranks":[{}]}`, nil, errs.ParseFailed},
		"a null for a rank":    {200, `{"ranks":[null]}`, nil, errs.ParseFailed},
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
			client := tranco.New(webclient.Upstream(t, tranco.Name, "", webclient.Answer(c.status, c.body)))
			got, err := client.Ranks(t.Context(), "a.test")
			if c.code != "" {
				if !errs.Is(err, c.code) {
					t.Errorf("got %v", err)
				}
				return
			}
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("got error %v, want no error; Ranks mismatch (-want +got):\n%s", err, diff)
			}
		})
	}
}
