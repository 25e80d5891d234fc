package infra_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/infra"
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want, target string }{
		"domain": {`{"domain":" WWW.Example.com. ","companyName":" Marsh \n Ltd "}`, `{"domain":"example.com","companyName":"Marsh Ltd"}`, "example.com"},
		"url":    {`{"url":"HTTPS://blog.Example.com/a?b"}`, `{"domain":"blog.example.com","url":"https://blog.example.com/a?b"}`, "blog.example.com"},
		"both":   {`{"domain":"example.com","url":"https://shop.example.org/"}`, `{"domain":"example.com","url":"https://shop.example.org/"}`, "example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: "infra", Units: 1, Credits: 2}}
			kindtest.Canonical(t, infra.Call(), kind.Caller{}, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, infra.Call(), kind.Caller{}, kindtest.Refusals{
		"none":         {`{}`, errs.InvalidRequest, "domain", "missing"},
		"an address":   {`{"domain":"8.8.8.8"}`, errs.InvalidURL, "domain", ""},
		"private":      {`{"domain":"localhost"}`, errs.InvalidURL, "domain", ""},
		"url as name":  {`{"domain":"ftp://example.com"}`, errs.InvalidURL, "domain", "such as example.com"},
		"misspelt url": {`{"domain":"example.com","url":"ftp://example.com"}`, errs.InvalidURL, "url", ""},
		"url by IP":    {`{"url":"https://8.8.8.8/"}`, errs.InvalidURL, "url", "a domain such as"},
	})
}
