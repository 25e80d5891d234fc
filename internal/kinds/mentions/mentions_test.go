package mentionskind_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	mentionskind "github.com/quarryapi/quarry/internal/kinds/mentions"
)

// prepared returns the canonical input of a body.
func prepared(t *testing.T, body string, grants job.Grants) (string, job.Plan, error) {
	t.Helper()
	args := mentionskind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	plan, err := args.Prepare(job.Caller{OrgID: "org_1", Grants: grants})
	input, marshalErr := json.Marshal(args)
	if marshalErr != nil {
		t.Fatal(marshalErr)
	}
	return string(input), plan, err
}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const all = `"platforms":["reddit","hackernews","news"]`
	deep := job.Grants{Deep: true}
	cases := map[string]struct {
		body   string
		grants job.Grants
		want   string
	}{
		"plain":        {`{"domain":" Example.COM "}`, job.Grants{}, `{"domain":"example.com",` + all + `,"limit":50,"maxPages":1}`},
		"registrable":  {`{"domain":"www.blog.example.co.uk"}`, job.Grants{}, `{"domain":"example.co.uk",` + all + `,"limit":50,"maxPages":1}`},
		"hosted":       {`{"domain":"a.b.github.io"}`, job.Grants{}, `{"domain":"b.github.io",` + all + `,"limit":50,"maxPages":1}`},
		"own script":   {`{"domain":"bücher.example"}`, job.Grants{}, `{"domain":"xn--bcher-kva.example",` + all + `,"limit":50,"maxPages":1}`},
		"platforms":    {`{"domain":"a.com","platforms":["news","reddit","news"]}`, job.Grants{}, `{"domain":"a.com","platforms":["reddit","news"],"limit":50,"maxPages":1}`},
		"clamped":      {`{"domain":"a.com","limit":500,"maxPages":99}`, job.Grants{}, `{"domain":"a.com",` + all + `,"limit":100,"maxPages":3}`},
		"times":        {`{"domain":"a.com","since":1735689600,"until":1746057600000}`, job.Grants{}, `{"domain":"a.com",` + all + `,"since":1735689600,"until":1746057600,"limit":50,"maxPages":1}`},
		"deep, not":    {`{"domain":"a.com","deep":true}`, job.Grants{ExtendedCeilings: true}, `{"domain":"a.com",` + all + `,"limit":50,"maxPages":1}`},
		"deep":         {`{"domain":"a.com","deep":true}`, deep, `{"domain":"a.com",` + all + `,"limit":50,"deep":true,"maxPages":5}`},
		"deep clamped": {`{"domain":"a.com","deep":true,"maxPages":99}`, deep, `{"domain":"a.com",` + all + `,"limit":50,"deep":true,"maxPages":10}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, plan, err := prepared(t, c.body, c.grants)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if plan.Quote != (credit.Quote{Action: credit.Mentions, Units: 1, Credits: 3}) || plan.Target == "" {
				t.Errorf("plan: %+v", plan)
			}
			if again, _, err := prepared(t, got, c.grants); err != nil || again != got {
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
	}{
		"nothing":       {`{}`, errs.InvalidURL, "domain"},
		"a URL":         {`{"domain":"https://example.com/"}`, errs.InvalidURL, "domain"},
		"an address":    {`{"domain":"127.0.0.1"}`, errs.InvalidURL, "domain"},
		"one word":      {`{"domain":"localhost"}`, errs.InvalidURL, "domain"},
		"order of time": {`{"domain":"a.com","since":6,"until":5}`, errs.InvalidRequest, "since"},
		"mixed units":   {`{"domain":"a.com","since":1746057600000,"until":1735689600}`, errs.InvalidRequest, "since"},
		"heavy options": {`{"domain":"a.com","options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, errs.InvalidRequest, "options"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body, job.Grants{})
			e := errs.As(err)
			if e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
				t.Errorf("got %+v", e)
			}
		})
	}
}
