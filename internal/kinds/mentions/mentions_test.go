package mentions_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/mentions"
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const all = `"platforms":["reddit","hackernews","news"]`
	deep := job.Grants{Deep: true}
	cases := map[string]struct {
		body   string
		grants job.Grants
		want   string
		domain string
	}{
		"plain":        {`{"domain":" Example.COM "}`, job.Grants{}, `{"domain":"example.com",` + all + `,"limit":50,"maxPages":1}`, "example.com"},
		"registrable":  {`{"domain":"www.blog.example.co.uk"}`, job.Grants{}, `{"domain":"example.co.uk",` + all + `,"limit":50,"maxPages":1}`, "example.co.uk"},
		"hosted":       {`{"domain":"a.b.github.io"}`, job.Grants{}, `{"domain":"b.github.io",` + all + `,"limit":50,"maxPages":1}`, "b.github.io"},
		"own script":   {`{"domain":"bücher.example"}`, job.Grants{}, `{"domain":"xn--bcher-kva.example",` + all + `,"limit":50,"maxPages":1}`, "xn--bcher-kva.example"},
		"platforms":    {`{"domain":"a.com","platforms":["news","reddit","news"]}`, job.Grants{}, `{"domain":"a.com","platforms":["reddit","news"],"limit":50,"maxPages":1}`, "a.com"},
		"clamped":      {`{"domain":"a.com","limit":500,"maxPages":99}`, job.Grants{}, `{"domain":"a.com",` + all + `,"limit":100,"maxPages":3}`, "a.com"},
		"times":        {`{"domain":"a.com","since":1735689600,"until":1746057600000}`, job.Grants{}, `{"domain":"a.com",` + all + `,"since":"2025-01-01T00:00:00.000Z","until":"2025-05-01T00:00:00.000Z","limit":50,"maxPages":1}`, "a.com"},
		"deep, not":    {`{"domain":"a.com","deep":true}`, job.Grants{}, `{"domain":"a.com",` + all + `,"limit":50,"maxPages":1}`, "a.com"},
		"extended":     {`{"domain":"a.com","deep":true}`, job.Grants{ExtendedCeilings: true}, `{"domain":"a.com",` + all + `,"limit":50,"deep":true,"maxPages":5}`, "a.com"},
		"deep":         {`{"domain":"a.com","deep":true}`, deep, `{"domain":"a.com",` + all + `,"limit":50,"deep":true,"maxPages":5}`, "a.com"},
		"deep clamped": {`{"domain":"a.com","deep":true,"maxPages":99}`, deep, `{"domain":"a.com",` + all + `,"limit":50,"deep":true,"maxPages":10}`, "a.com"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.domain, Quote: credit.Quote{Action: "mentions", Units: 1, Credits: 3}}
			kindtest.Canonical(t, mentions.Call(), kind.Caller{OrgID: "org_1", Grants: c.grants}, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, mentions.Call(), kind.Caller{OrgID: "org_1"}, kindtest.Refusals{
		"nothing":           {`{}`, errs.InvalidURL, "domain", ""},
		"a URL":             {`{"domain":"ftp://example.com/"}`, errs.InvalidURL, "domain", ""},
		"an address":        {`{"domain":"127.0.0.1"}`, errs.InvalidURL, "domain", ""},
		"one word":          {`{"domain":"localhost"}`, errs.InvalidURL, "domain", ""},
		"order of time":     {`{"domain":"a.com","since":6,"until":5}`, errs.InvalidRequest, "since", ""},
		"mixed units":       {`{"domain":"a.com","since":1746057600000,"until":1735689600}`, errs.InvalidRequest, "since", ""},
		"less than nothing": {`{"domain":"a.com","limit":-1}`, errs.InvalidRequest, "limit", "at least 1"},
		"less than a page":  {`{"domain":"a.com","maxPages":-1}`, errs.InvalidRequest, "maxPages", "at least 1"},
	})
}
