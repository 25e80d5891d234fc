package permalink_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const activity = "activity:7248246460041809920"
	cases := map[string]permalink.Place{
		"https://www.linkedin.com/company/Audiense/":                                     {Company: "company/audiense"},
		"https://uk.linkedin.com/company/audiense/posts/?feedView=all":                   {Company: "company/audiense"},
		"https://linkedin.com/showcase/x-y":                                              {Company: "showcase/x-y"},
		"https://www.linkedin.com/school/carrow":                                         {Company: "school/carrow"},
		"https://www.linkedin.com/company/%E6%B8%85%E9%85%92":                            {Company: "company/清酒"},
		"https://de.linkedin.com/in/j%C3%BCrgen-m%C3%BCller-1a2b":                        {Person: "jürgen-müller-1a2b"},
		"https://www.linkedin.com/posts/audiense_tech-ai-activity-7248246460041809920-p": {Post: activity},
		"https://www.linkedin.com/posts/a_b-ugcPost-7248246460041809920-pOe5":            {Post: "ugcPost:7248246460041809920"},
		"https://www.linkedin.com/feed/update/urn:li:activity:7248246460041809920/":      {Post: activity},
		"https://www.linkedin.com/embed/feed/update/urn:li:share:7248246460041809920":    {Post: "share:7248246460041809920"},
		"https://www.linkedin.com/feed/update/urn:li:group:7248246460041809920":          {},
		"https://www.linkedin.com/feed/":                                                 {},
		"https://www.linkedin.com/company/":                                              {},
		"https://www.linkedin.com/company/a%2Fb":                                         {Company: "company/a"},
		"https://www.linkedin.com/in/..%00":                                              {},
		"https://www.linkedin.com/in/%2E%2E":                                             {},
		"https://www.linkedin.com/jobs/view/1":                                           {},
		"https://www.linkedin.com.evil.example/company/audiense":                         {},
		"https://notlinkedin.com/company/audiense":                                       {},
	}
	for raw, want := range cases {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := permalink.Parse(u)
		if got != want || ok != (want != permalink.Place{}) {
			t.Errorf("%s: got place %+v, ok %v; want %+v, ok %t", raw, got, ok, want, want != permalink.Place{})
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		permalink.Company("company/audiense"):                "https://www.linkedin.com/company/audiense",
		permalink.Person("jürgen"):                           "https://www.linkedin.com/in/j%C3%BCrgen",
		permalink.Post("activity:7248246460041809920"):       "https://www.linkedin.com/feed/update/urn:li:activity:7248246460041809920/",
		permalink.Posted("7248246460041809920").String():     "2024-10-05 08:23:41.981 +0000 UTC",
		permalink.Posted("12").Format(time.RFC3339):          "0001-01-01T00:00:00Z",
		permalink.Posted("99999999999999999999").String():    time.Time{}.String(),
		permalink.Posted("-7248246460041809920").String():    time.Time{}.String(),
		permalink.Posted("not a number at all, no").String(): time.Time{}.String(),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestPostID(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"7248246460041809920":                 "activity:7248246460041809920",
		"urn:li:activity:7248246460041809920": "activity:7248246460041809920",
		"ugcPost:7248246460041809920":         "ugcPost:7248246460041809920",
		"12":                                  "",
		"comment:7248246460041809920":         "",
		"":                                    "",
	} {
		if got, ok := permalink.PostID(raw); ok != (want != "") || ok && got != want {
			t.Errorf("%q: got value %q, ok %v; want ok %t, (%q if ok)", raw, got, ok, want != "", want)
		}
	}
}
