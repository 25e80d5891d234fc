package company_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/company"
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want, target string }{
		"domain":        {`{"domain":" WWW.Example.com. ","companyName":" Marsh \n Ltd "}`, `{"domain":"example.com","companyName":"Marsh Ltd"}`, "example.com"},
		"page":          {`{"url":"HTTPS://www.Example.com/about"}`, `{"domain":"example.com","url":"https://www.example.com/about"}`, "example.com"},
		"both":          {`{"domain":"example.co.uk","url":"https://shop.example.co.uk/"}`, `{"domain":"example.co.uk","url":"https://shop.example.co.uk/"}`, "example.co.uk"},
		"a subdomain's": {`{"url":"https://blog.example.com/"}`, `{"domain":"blog.example.com","url":"https://blog.example.com/"}`, "blog.example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: "company", Units: 1, Credits: 20}}
			kindtest.Canonical(t, company.Call(), kind.Caller{}, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, company.Call(), kind.Caller{}, kindtest.Refusals{
		"nothing":        {`{}`, errs.InvalidRequest, "domain", "missing"},
		"a private page": {`{"url":"http://10.0.0.1/"}`, errs.InvalidURL, "url", ""},
		"an address":     {`{"url":"https://8.8.8.8/"}`, errs.InvalidURL, "url", "a domain such as"},
		"another's page": {`{"domain":"example.com","url":"https://example.org/"}`, errs.InvalidRequest, "url", "not on the domain example.com"},
		"a long name":    {`{"domain":"example.com","companyName":"` + strings.Repeat("é", 101) + `"}`, errs.InvalidRequest, "companyName", "200"},
	})
}
