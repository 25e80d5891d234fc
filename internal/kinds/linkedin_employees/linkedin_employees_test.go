package linkedinemployeeskind_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	linkedinemployeeskind "github.com/quarryapi/quarry/internal/kinds/linkedin_employees"
)

// prepared returns the canonical input of a body.
func prepared(t *testing.T, body string) (string, job.Plan, error) {
	t.Helper()
	args := linkedinemployeeskind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	plan, err := args.Prepare(job.Caller{OrgID: "org_1"})
	input, marshalErr := json.Marshal(args)
	if marshalErr != nil {
		t.Fatal(marshalErr)
	}
	return string(input), plan, err
}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const page = `"url":"https://www.linkedin.com/company/marrowfen"`
	cases := map[string]struct {
		body, want string
		credits    int64
	}{
		"the page":   {`{"url":"https://uk.linkedin.com/company/Marrowfen/about/?trk=x"}`, `{` + page + `,"limit":10}`, 30},
		"one":        {`{` + page + `,"limit":1}`, `{` + page + `,"limit":1}`, 12},
		"clamped":    {`{` + page + `,"limit":500,"companyName":" Marrowfen \n Ltd "}`, `{` + page + `,"companyName":"Marrowfen Ltd","limit":25}`, 60},
		"a showcase": {`{"url":"https://www.linkedin.com/showcase/tide"}`, `{"url":"https://www.linkedin.com/showcase/tide","limit":10}`, 30},
		"known": {
			`{` + page + `,"knownProfiles":["https://de.linkedin.com/in/Ada-Marsh/?x=1","http://linkedin.com/in/ada-marsh","https://linkedin.com/in/j%C3%BCrgen"],"options":{"x":1}}`,
			`{` + page + `,"limit":10,"knownProfiles":["https://www.linkedin.com/in/ada-marsh","https://www.linkedin.com/in/j%C3%BCrgen"],"options":{"x":1}}`, 30,
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
			if plan.Quote.Action != credit.LinkedInEmployees || plan.Quote.Credits != c.credits || !strings.HasPrefix(plan.Target, "https://www.linkedin.com/") {
				t.Errorf("plan: %+v", plan)
			}
			if again, _, err := prepared(t, got); err != nil || again != got {
				t.Errorf("the canonical input is not its own: %v, %s", err, again)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	const page = `{"url":"https://www.linkedin.com/company/marrowfen"`
	many := make([]string, 26)
	for i := range many {
		many[i] = fmt.Sprintf(`"https://www.linkedin.com/in/a-%d"`, i)
	}
	cases := map[string]struct {
		body, field string
		code        errs.Code
	}{
		"no page":        {`{}`, "url", errs.InvalidURL},
		"another site":   {`{"url":"https://example.com/company/marrowfen"}`, "url", errs.InvalidURL},
		"a person":       {`{"url":"https://www.linkedin.com/in/ada"}`, "url", errs.InvalidURL},
		"a wrong known":  {page + `,"knownProfiles":["https://www.linkedin.com/in/ada","ada"]}`, "knownProfiles[1]", errs.InvalidRequest},
		"a company":      {page + `,"knownProfiles":["https://www.linkedin.com/company/ada"]}`, "knownProfiles[0]", errs.InvalidRequest},
		"another scheme": {page + `,"knownProfiles":["ftp://www.linkedin.com/in/ada"]}`, "knownProfiles[0]", errs.InvalidRequest},
		"too many":       {page + `,"knownProfiles":[` + strings.Join(many, ",") + `]}`, "knownProfiles", errs.InvalidRequest},
		"a long name":    {page + `,"companyName":"` + strings.Repeat("x", 201) + `"}`, "companyName", errs.InvalidRequest},
		"heavy options":  {page + `,"options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, "options", errs.InvalidRequest},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body)
			if e := errs.As(err); e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
				t.Errorf("got %+v", e)
			}
		})
	}
}
