package seo_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/seo"
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const all = `"signals":["technical","pagespeed","blogfeed","tranco","wikidata","commoncrawl","crux"]`
	cases := map[string]struct{ body, want string }{
		"all":        {`{"domain":" WWW.Site.example. "}`, `{"domain":"site.example",` + all + `}`},
		"empty list": {`{"domain":"site.example","signals":[]}`, `{"domain":"site.example",` + all + `}`},
		"order and duplicates": {
			`{"domain":"site.example","signals":["crux","tranco","crux","technical"]}`,
			`{"domain":"site.example","signals":["technical","tranco","crux"]}`,
		},
		"page and names": {
			`{"domain":"site.example","url":"HTTPS://Site.example","companyName":"  Site \n Ltd ","productName":" ","signals":["wikidata"]}`,
			`{"domain":"site.example","url":"https://site.example/","companyName":"Site Ltd","signals":["wikidata"]}`,
		},
	}
	plan := kind.Plan{Target: "site.example", Quote: credit.Quote{Action: "seo", Units: 1, Credits: 4}}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kindtest.Canonical(t, seo.Call(), kind.Caller{}, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, seo.Call(), kind.Caller{}, kindtest.Refusals{
		"no domain":      {`{}`, errs.InvalidRequest, "domain", "such as example.com"},
		"a URL":          {`{"domain":"ftp://site.example/"}`, errs.InvalidURL, "domain", "such as example.com"},
		"a private page": {`{"domain":"site.example","url":"http://127.0.0.1/"}`, errs.InvalidURL, "url", ""},
		"unknown signal": {`{"domain":"site.example","signals":["tranco","alexa"]}`, errs.UnknownSignal, "signals[1]", "crux"},
		"in other case":  {`{"domain":"site.example","signals":["Tranco"]}`, errs.UnknownSignal, "signals[0]", `"Tranco"`},
		"a long name": {
			`{"domain":"site.example","signals":["` + strings.Repeat("ä", 9000) + `"]}`, errs.UnknownSignal, "signals[0]", "ä…",
		},
	})
}
