package seokind_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
)

// prepared returns the canonical input of a body.
func prepared(t *testing.T, body string) (string, job.Plan, error) {
	t.Helper()
	args := seokind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	plan, err := args.Prepare(job.Caller{})
	input, marshalErr := json.Marshal(args)
	if marshalErr != nil {
		t.Fatal(marshalErr)
	}
	return string(input), plan, err
}

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
			`{"domain":"site.example","url":"HTTPS://Site.example","companyName":"  Site \n Ltd ","productName":" ","signals":["wikidata"],"options":{"x":1}}`,
			`{"domain":"site.example","url":"https://site.example/","companyName":"Site Ltd","signals":["wikidata"],"options":{"x":1}}`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, plan, err := prepared(t, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if plan.Target != "site.example" || plan.Quote.Action != credit.SEO || plan.Quote.Credits != 4 {
				t.Errorf("plan: %+v", plan)
			}
			again, _, err := prepared(t, got)
			if err != nil || again != got {
				t.Errorf("the canonical input is not its own: %v, %s", err, again)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body  string
		code  errs.Code
		field string
		says  string
	}{
		"no domain":      {`{}`, errs.InvalidURL, "domain", ""},
		"a URL":          {`{"domain":"https://site.example/"}`, errs.InvalidURL, "domain", "bare domain"},
		"a private page": {`{"domain":"site.example","url":"http://127.0.0.1/"}`, errs.InvalidURL, "url", ""},
		"unknown signal": {`{"domain":"site.example","signals":["tranco","alexa"]}`, errs.UnknownSignal, "signals[1]", "crux"},
		"in other case":  {`{"domain":"site.example","signals":["Tranco"]}`, errs.UnknownSignal, "signals[0]", `"Tranco"`},
		"a long name": {
			`{"domain":"site.example","signals":["` + strings.Repeat("ä", 9000) + `"]}`, errs.UnknownSignal, "signals[0]", "ä…",
		},
		"heavy options": {`{"domain":"site.example","options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, errs.InvalidRequest, "options", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body)
			e := errs.As(err)
			if e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field || !strings.Contains(e.Message, c.says) || len(e.Message) > 400 {
				t.Errorf("got %+v", e)
			}
		})
	}
}
