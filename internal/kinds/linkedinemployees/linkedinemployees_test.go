package linkedinemployees_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const page = `"url":"https://www.linkedin.com/company/marrowfen"`
	cases := map[string]struct {
		body, want, page string
		blocks           int
		credits          int64
	}{
		"the page":   {`{"url":"https://uk.linkedin.com/company/Marrowfen/about/?trk=x"}`, `{` + page + `,"limit":10}`, "company/marrowfen", 10, 30},
		"one":        {`{` + page + `,"limit":1}`, `{` + page + `,"limit":1}`, "company/marrowfen", 1, 12},
		"clamped":    {`{` + page + `,"limit":500,"companyName":" Marrowfen \n Ltd "}`, `{` + page + `,"companyName":"Marrowfen Ltd","limit":25}`, "company/marrowfen", 25, 60},
		"a showcase": {`{"url":"https://www.linkedin.com/showcase/tide"}`, `{"url":"https://www.linkedin.com/showcase/tide","limit":10}`, "showcase/tide", 10, 30},
		"known": {
			`{` + page + `,"knownProfiles":["https://de.linkedin.com/in/Ada-Marsh/?x=1","http://linkedin.com/in/ada-marsh","https://linkedin.com/in/j%C3%BCrgen"]}`,
			`{` + page + `,"limit":10,"knownProfiles":["https://www.linkedin.com/in/ada-marsh","https://www.linkedin.com/in/j%C3%BCrgen"]}`, "company/marrowfen", 10, 30,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: "https://www.linkedin.com/" + c.page, Quote: credit.Quote{Action: "linkedin.employees", Units: c.blocks, Credits: c.credits}}
			kindtest.Canonical(t, linkedinemployees.Call(), kind.Caller{OrgID: "org_1"}, c.want, plan, c.body)
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
	kindtest.Refuses(t, linkedinemployees.Call(), kind.Caller{OrgID: "org_1"}, kindtest.Refusals{
		"no page":           {`{}`, errs.InvalidURL, "url", ""},
		"another site":      {`{"url":"https://example.com/company/marrowfen"}`, errs.InvalidURL, "url", ""},
		"a person":          {`{"url":"https://www.linkedin.com/in/ada"}`, errs.InvalidURL, "url", ""},
		"a wrong known":     {page + `,"knownProfiles":["https://www.linkedin.com/in/ada","ada"]}`, errs.InvalidRequest, "knownProfiles[1]", ""},
		"a company":         {page + `,"knownProfiles":["https://www.linkedin.com/company/ada"]}`, errs.InvalidRequest, "knownProfiles[0]", ""},
		"another scheme":    {page + `,"knownProfiles":["ftp://www.linkedin.com/in/ada"]}`, errs.InvalidRequest, "knownProfiles[0]", ""},
		"too many":          {page + `,"knownProfiles":[` + strings.Join(many, ",") + `]}`, errs.InvalidRequest, "knownProfiles", ""},
		"a long name":       {page + `,"companyName":"` + strings.Repeat("x", 201) + `"}`, errs.InvalidRequest, "companyName", ""},
		"less than nothing": {page + `,"limit":-1}`, errs.InvalidRequest, "limit", "at least 1"},
	})
}
