package research_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/research"
)

const (
	standard = `"options":{"maxDocuments":10,"maxSearchResults":20,"finalTopK":20,"respectRobots":true,"reuse":true,"maxAgeSec":604800}`
	simple   = `"options":{"maxDocuments":5,"maxSearchResults":10,"finalTopK":10,"respectRobots":true,"reuse":true,"maxAgeSec":604800}`
)

var caller = kind.Caller{OrgID: "org_1"}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body, want, target string
		action             credit.Action
		credits            int64
	}{
		"a title":  {`{"topic":{"title":" Tide \n barriers "}}`, `{"topic":{"title":"Tide barriers"},"researchProfile":"auto",` + standard + `}`, "Tide barriers", "research.standard", 50},
		"keywords": {`{"targetKeywords":["tides"," gates ","tides",""],"researchProfile":"simple"}`, `{"targetKeywords":["tides","gates"],"researchProfile":"simple",` + simple + `}`, "tides, gates", "research.standard", 50},
		"complex": {
			`{"topic":{"title":"t"},"researchProfile":"complex","options":{"maxDocuments":99,"maxSearchResults":99,"finalTopK":99,"maxAgeSec":9999999,"respectRobots":false,"reuse":false}}`,
			`{"topic":{"title":"t"},"researchProfile":"complex","options":{"maxDocuments":15,"maxSearchResults":25,"finalTopK":50,"respectRobots":false,"reuse":false,"maxAgeSec":604800}}`, "t", "research.complex", 150,
		},
		"sources": {
			`{"topic":{"title":"t","keyMessages":[{"title":" a  b ","url":"HTTPS://Example.com"},{},{"snippet":"s"}]},"seedUrls":["https://example.com","https://EXAMPLE.com/"],"trustedCandidates":["WWW.Example.org","https://example.org/a b"]}`,
			`{"topic":{"title":"t","keyMessages":[{"title":"a b","url":"https://example.com/"},{"snippet":"s"}]},"researchProfile":"auto","seedUrls":["https://example.com/"],"trustedCandidates":["example.org","https://example.org/a%20b"],` + standard + `}`, "t", "research.standard", 50,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: c.action, Units: 1, Credits: c.credits}}
			kindtest.Canonical(t, research.Call(), caller, c.want, plan, c.body)
		})
	}
}

// Lists are cut and not refused, as all ceilings of a call are.
func TestLongListsAreCut(t *testing.T) {
	t.Parallel()
	list := func(format string) string {
		var all []string
		for i := range 25 {
			all = append(all, fmt.Sprintf(format, i))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	body := `{"topic":{"title":"t","keyMessages":` + list(`{"title":"m%d"}`) + `},"targetKeywords":` + list(`"k%d"`) +
		`,"seedUrls":` + list(`"https://example.com/%d"`) + `,"trustedCandidates":` + list(`"d%d.example.com"`) + `}`
	input, _, err := kindtest.Prepare(t, research.Call(), caller, body)
	if err != nil {
		t.Fatal(err)
	}
	for _, last := range []string{`{"title":"m19"}]`, `"k19"]`, `"https://example.com/19"]`, `"d19.example.com"]`} {
		if !strings.Contains(input, last) {
			t.Errorf("%s is not the last in %s", last, input)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("ä", n) }
	kindtest.Refuses(t, research.Call(), caller, kindtest.Refusals{
		"nothing":             {`{}`, errs.InvalidRequest, "topic.title", "targetKeywords"},
		"blanks":              {`{"topic":{"title":" ","summary":"s"},"targetKeywords":[" "]}`, errs.InvalidRequest, "topic.title", "missing"},
		"a long title":        {`{"topic":{"title":"` + long(501) + `"}}`, errs.InvalidRequest, "topic.title", "500"},
		"a long summary":      {`{"topic":{"title":"t","summary":"` + long(5001) + `"}}`, errs.InvalidRequest, "topic.summary", "5000"},
		"a long keyword":      {`{"targetKeywords":["a","` + long(201) + `"]}`, errs.InvalidRequest, "targetKeywords[1]", "200"},
		"a long message":      {`{"topic":{"title":"t","keyMessages":[{"title":"` + long(501) + `"}]}}`, errs.InvalidRequest, "topic.keyMessages[0].title", "500"},
		"a long snippet":      {`{"topic":{"title":"t","keyMessages":[{},{"snippet":"` + long(2001) + `"}]}}`, errs.InvalidRequest, "topic.keyMessages[1].snippet", "2000"},
		"a message's address": {`{"topic":{"title":"t","keyMessages":[{"title":"a"},{"url":"http://127.0.0.1/"}]}}`, errs.InvalidURL, "topic.keyMessages[1].url", ""},
		"a seed":              {`{"topic":{"title":"t"},"seedUrls":["https://example.com/","file:///etc/passwd"]}`, errs.InvalidURL, "seedUrls[1]", "http"},
		"an empty seed":       {`{"topic":{"title":"t"},"seedUrls":[""]}`, errs.InvalidURL, "seedUrls[0]", "empty"},
		"a private page":      {`{"topic":{"title":"t"},"trustedCandidates":["http://10.0.0.1/x"]}`, errs.InvalidURL, "trustedCandidates[0]", ""},
		"no domain":           {`{"topic":{"title":"t"},"trustedCandidates":["example.com","localhost"]}`, errs.InvalidURL, "trustedCandidates[1]", ""},
		"an empty candidate":  {`{"topic":{"title":"t"},"trustedCandidates":[" "]}`, errs.InvalidURL, "trustedCandidates[0]", "empty"},
		"another profile":     {`{"topic":{"title":"t"},"researchProfile":"deep"}`, errs.InvalidRequest, "researchProfile", "simple, auto, complex"},
		"fewer than none":     {`{"topic":{"title":"t"},"options":{"maxDocuments":-1}}`, errs.InvalidRequest, "options.maxDocuments", "at least 1"},
		"a negative age":      {`{"topic":{"title":"t"},"options":{"maxAgeSec":-1}}`, errs.InvalidRequest, "options.maxAgeSec", "at least 0"},
	})
}

func TestSchema(t *testing.T) {
	t.Parallel()
	kindtest.Schema(t, research.Call(), kindtest.Bodies{
		"keywords alone":   {`{"targetKeywords":["a"]}`, true},
		"unknown options":  {`{"topic":{"title":"t"},"options":{"later":true}}`, false},
		"large budgets":    {`{"topic":{"title":"t"},"options":{"maxDocuments":1000}}`, true},
		"no budget":        {`{"topic":{"title":"t"},"options":{"maxDocuments":0}}`, false},
		"another profile":  {`{"topic":{"title":"t"},"researchProfile":"deep"}`, false},
		"an unknown field": {`{"topic":{"title":"t"},"depth":3}`, false},
	})
	kindtest.Documented(
		t, reflect.TypeFor[research.Args](), reflect.TypeFor[research.Topic](), reflect.TypeFor[research.KeyMessage](), reflect.TypeFor[research.Options](),
		reflect.TypeFor[research.Result](), reflect.TypeFor[research.Evidence](), reflect.TypeFor[research.Fact](), reflect.TypeFor[research.Claim](),
		reflect.TypeFor[research.ClaimSource](), reflect.TypeFor[research.Document](), reflect.TypeFor[research.Candidate](),
		reflect.TypeFor[research.Lane](), reflect.TypeFor[research.Summary](),
	)
}

func TestDefinition(t *testing.T) {
	t.Parallel()
	d := research.Definition()
	if f := d.FunctionOf(d.Main().Actions()[0]); !d.AsyncOnly || f.Ceiling != 10*time.Minute || !f.Model || d.CacheTTL != 0 {
		t.Errorf("got %+v, want no waiting, ten minutes, a model and no cache", d)
	}
}

func TestTrustedAndAge(t *testing.T) {
	t.Parallel()
	args := research.Args{Topic: research.Topic{Title: "t"}, TrustedCandidates: []string{"b.example.com", "https://example.com/a", "example.org"}}
	if _, err := args.Prepare(caller); err != nil {
		t.Fatal(err)
	}
	pages, domains := args.Trusted()
	if diff := cmp.Diff([][]string{{"https://example.com/a"}, {"b.example.com", "example.org"}}, [][]string{pages, domains}); diff != "" {
		t.Errorf("trusted and age mismatch (-want +got):\n%s", diff)
	}
	if age := args.Options.MaxAge(); age != 7*24*time.Hour {
		t.Errorf("got age %v, want 7 * 24 * time.Hour", age)
	}
	args.Options.Reuse = new(false)
	if age := args.Options.MaxAge(); age != 0 {
		t.Errorf("%v without reuse", age)
	}
}
