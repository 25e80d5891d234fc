package evidence_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/evidence"
)

func TestIs(t *testing.T) {
	t.Parallel()
	c := evidence.Called("Marrowfen", "Carrow & Sons GmbH", "S.A. Brûlée", "giga.ai", "!")
	for text, want := range map[string]bool{
		"Marrowfen": true, "MARROWFEN, Inc.": true, "marrowfen Ltd.": true, "Marrowfen Fisheries": false, "New Marrowfen": false, "Marrow": false,
		"Carrow & Sons": true, "Carrow and Sons": false, "Carrow & Sons S.A.": true, "sa brûlée": true, "Giga.ai": true, "Giga": false, "": false, "Ltd": false, "!": false,
	} {
		if c.Is(text) != want {
			t.Errorf("%q: got %v, want Is(text) %t", text, !want, want)
		}
	}
	if evidence.Called().Is("") || evidence.Called("").Is("") {
		t.Error("no company is called nothing")
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	c := evidence.Called("Marrowfen")
	cases := map[string]struct {
		title string
		s     evidence.Standing
	}{
		"Engineer at Marrowfen":                        {"Engineer", evidence.Present},
		"Site Reliability Engineer @ Marrowfen":        {"Site Reliability Engineer", evidence.Present},
		"Head of Radio at Marrowfen | Sailor":          {"Head of Radio", evidence.Present},
		"Founder of Marrowfen":                         {"Founder", evidence.Present},
		"CEO - Marrowfen":                              {"CEO", evidence.Present},
		"CEO, Marrowfen":                               {"CEO", evidence.Present},
		"CEO @Marrowfen · Mentor at Carrow":            {"CEO", evidence.Present},
		"Marrowfen":                                    {"", evidence.Present},
		"Mentor at Carrow - Marrowfen":                 {"", evidence.Present},
		"Engineer (Marrowfen)":                         {"Engineer", evidence.Present},
		"ex-Marrowfen | Now at Carrow":                 {"", evidence.Past},
		"Hydrologist - formerly Marrowfen":             {"", evidence.Past},
		"Former CEO at Marrowfen":                      {"", evidence.Past},
		"Former CEO, Marrowfen":                        {"", evidence.Past},
		"Former engineer of Marrowfen":                 {"", evidence.Past},
		"Ex-Marrowfen, now Adviser at Marrowfen":       {"now Adviser", evidence.Present},
		"CEO at Marrowfen Fisheries":                   {"", evidence.Nothing},
		"CEO - Marrowfen Fisheries":                    {"", evidence.Nothing},
		"I love Marrowfen gauges":                      {"", evidence.Nothing},
		"Consultant to Marrowfen and others":           {"", evidence.Nothing},
		"":                                             {"", evidence.Nothing},
		strings.Repeat("at ", 5000):                    {"", evidence.Nothing},
		strings.Repeat("- ", 200) + " - Marrowfen":     {"", evidence.Present},
		"Export Manager at Marrowfen, ex-Carrow Harbo": {"Export Manager", evidence.Present},
	}
	for text, want := range cases {
		title, s := c.Read(text)
		if s != want.s || title != want.title {
			t.Errorf("%.60q: got title %q, standing %d; want standing %v, title %q", text, title, s, want.s, want.title)
		}
	}
}

func TestResult(t *testing.T) {
	t.Parallel()
	c := evidence.Called("Marrowfen")
	cases := map[string]struct {
		title, snippet string
		want           evidence.Found
		none           bool
	}{
		"three parts":   {"Ada Marsh - Engineer - Marrowfen | LinkedIn", "", evidence.Found{Name: "Ada Marsh", Headline: "Engineer - Marrowfen", Title: "Engineer", Standing: evidence.Present}, false},
		"dashes":        {"Ada Marsh – Engineer at Marrowfen – LinkedIn", "", evidence.Found{Name: "Ada Marsh", Headline: "Engineer at Marrowfen", Title: "Engineer", Standing: evidence.Present}, false},
		"a country":     {"Ada Marsh - Marrowfen | LinkedIn Deutschland", "", evidence.Found{Name: "Ada Marsh", Headline: "Marrowfen", Standing: evidence.Present}, false},
		"by experience": {"Ada Marsh - Sailor | LinkedIn", "Experience: Marrowfen · Location: Carrow", evidence.Found{Name: "Ada Marsh", Headline: "Sailor", Standing: evidence.Present}, false},
		"other work":    {"Ada Marsh - Sailor | LinkedIn", "Experience: Marrowfen Fisheries · Likes Marrowfen", evidence.Found{Name: "Ada Marsh", Headline: "Sailor"}, false},
		"past":          {"Ada Marsh - ex-Marrowfen | LinkedIn", "Experience: Marrowfen", evidence.Found{Name: "Ada Marsh", Headline: "ex-Marrowfen", Standing: evidence.Past}, false},
		"a list":        {"20 \"Ada Marsh\" profiles | LinkedIn", "", evidence.Found{}, true},
		"one word":      {"Marrowfen | LinkedIn", "", evidence.Found{}, true},
		"nothing":       {"", "", evidence.Found{}, true},
	}
	for name, k := range cases {
		got, ok := c.Result(k.title, k.snippet)
		if diff := cmp.Diff(k.want, got); diff != "" || ok == k.none {
			t.Errorf("%s: got ok %v, want other than %t; Result mismatch (-want +got):\n%s", name, ok, k.none, diff)
		}
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	const ceo, founder, owner = linkedinemployees.ChiefExecutive, linkedinemployees.Founder, linkedinemployees.Owner
	for title, want := range map[string][]linkedinemployees.Role{
		"CEO": {ceo}, "Chief Executive Officer": {ceo}, "Chief executive": {ceo}, "Founder & CEO": {ceo, founder}, "Co-founder and CTO": {founder},
		"Cofounder": {founder}, "Owner": {owner}, "Founder and owner": {founder, owner}, "Product Owner": nil, "Assistant to the CEO": nil, "Office of the CEO": nil,
		"Chief of Staff to CEO": nil, "Founder's Associate": nil, "Founders Associate": nil, "CEO Office": nil, "Former CEO": nil, "ex-CEO": nil, "Vice CEO": nil,
		"Deputy Chief Executive": nil, "Founding Engineer": nil, "Executive Assistant": nil, "CEO's assistant": nil, "Chief Engineer": nil, "Non Executive Chair": nil,
		"Executive Assistant to the CEO and Founder": nil, "CEO whisperer": nil, "": nil, "Assistant to the CEO; Founder": {founder},
	} {
		if got := evidence.Roles(title); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %q", title, got, want)
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		sources    []string
		confidence float64
		enough     bool
	}{
		"nothing":                {nil, 0, false},
		"a search":               {[]string{evidence.Search}, 0.5, false},
		"two searches":           {[]string{evidence.Search, evidence.Search}, 0.5, false},
		"a register":             {[]string{evidence.Wiki}, 0.6, false},
		"a search and a mention": {[]string{evidence.Search, evidence.Mention}, 0.75, true},
		"a register and one":     {[]string{evidence.Search, evidence.Wiki}, 0.8, true},
		"the page":               {[]string{evidence.Page}, 0.9, true},
		"the site and a search":  {[]string{evidence.Search, evidence.Site}, 0.93, true},
		"the profile":            {[]string{evidence.Profile}, 0.95, true},
		"everything":             {[]string{evidence.Search, evidence.Mention, evidence.Wiki, evidence.Site, evidence.Page, evidence.Profile}, 0.99, true},
		"what is unknown":        {[]string{"rumour"}, 0, false},
	}
	for name, c := range cases {
		var all []linkedinemployees.Evidence
		for _, s := range c.sources {
			all = append(all, linkedinemployees.Evidence{Source: s})
		}
		confidence, enough := evidence.Judge(all)
		if confidence != c.confidence || enough != c.enough {
			t.Errorf("%s: got confidence %v, enough %v; want confidence %v, enough %t", name, confidence, enough, c.confidence, c.enough)
		}
		evidence.Sort(all)
		if len(all) > 5 && (all[0].Source != evidence.Profile || all[2].Source != evidence.Site) {
			t.Errorf("sorted: %+v", all)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"Ada Marsh": true, "Jürgen von der Mühle": true, "梅 原": true, "Ada": false, "LinkedIn Member": false, "Ada Marsh 2": false, "ada@x.example b": false,
		"https://a b": false, "- -": false, "a b c d e f g": false, strings.Repeat("x ", 80): false,
	} {
		if evidence.Name(s) != want {
			t.Errorf("%q: got %v, want evidence.Name(s) %t", s, !want, want)
		}
	}
	if evidence.Key("Dr. Ada  Marsh, PhD") != evidence.Key("ada marsh") || evidence.Key("Ada Marsh") == evidence.Key("Ada Marshall") {
		t.Error("keys")
	}
	const text = "We thank Ada Marshall. Our head of radio, Ada\nMarsh, was at sea (2014). " + "Later she built gauges, and wrote down how, for those who follow her to the river."
	if got := evidence.Around(text, "Ada Marsh"); !strings.HasPrefix(got, "Ada Marsh, was at sea (2014). Later") || !strings.HasSuffix(got, "…") || strings.Contains(got, "Marshall") {
		t.Errorf("got %q", got)
	}
	for _, name := range []string{"Ada Mars", "da Marsh", "(.*) x"} {
		if got := evidence.Around(text, name); got != "" {
			t.Errorf("%q: got %q, want empty", name, got)
		}
	}
}
