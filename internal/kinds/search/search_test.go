package search_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/search"
)

// list and answer are the kind's two calls.
func list() kind.Call   { return search.Results().Call }
func answer() kind.Call { return search.Answers().Call }

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	extended := job.Grants{ExtendedCeilings: true}
	cases := map[string]struct {
		body       string
		grants     job.Grants
		want       string
		deprecated bool
	}{
		"plain":          {`{"q":" river \t gauges\n"}`, job.Grants{}, `{"q":"river gauges","provider":"google","maxResults":10}`, false},
		"in full":        {`{"q":"a","provider":"news","maxResults":3,"strictProvider":true,"includeDiagnostics":true}`, job.Grants{}, `{"q":"a","provider":"news","maxResults":3,"strictProvider":true,"includeDiagnostics":true}`, false},
		"defaults":       {`{"q":"a","provider":"google","maxResults":10,"strictProvider":false,"options":{}}`, job.Grants{}, `{"q":"a","provider":"google","maxResults":10}`, false},
		"clamped":        {`{"q":"a","maxResults":21}`, job.Grants{Deep: true}, `{"q":"a","provider":"google","maxResults":20}`, false},
		"extended":       {`{"q":"a","maxResults":50}`, extended, `{"q":"a","provider":"google","maxResults":50}`, false},
		"more than it":   {`{"q":"a","maxResults":5000}`, extended, `{"q":"a","provider":"google","maxResults":100}`, false},
		"the alias":      {`{"q":"a","limit":7}`, job.Grants{}, `{"q":"a","provider":"google","maxResults":7}`, true},
		"alias, clamped": {`{"q":"a","limit":70}`, job.Grants{}, `{"q":"a","provider":"google","maxResults":20}`, true},
		"both":           {`{"q":"a","limit":4,"maxResults":4}`, job.Grants{}, `{"q":"a","provider":"google","maxResults":4}`, true},
		"other script":   {`{"q":"Gezeitenpegel für Häfen 潮位"}`, job.Grants{}, `{"q":"Gezeitenpegel für Häfen 潮位","provider":"google","maxResults":10}`, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q, _, _ := strings.Cut(strings.TrimPrefix(c.want, `{"q":"`), `"`)
			plan := kind.Plan{Target: q, Quote: credit.Quote{Action: "search.results", Units: 1, Credits: 2}, Deprecated: c.deprecated}
			kindtest.Canonical(t, list(), kind.Caller{OrgID: "org_1", Grants: c.grants}, c.want, plan, c.body)
		})
	}
}

func TestCanonicalAnswer(t *testing.T) {
	t.Parallel()
	extended := kind.Caller{OrgID: "org_1", Grants: job.Grants{ExtendedCeilings: true}}
	plan := kind.Plan{Target: "a b", Quote: credit.Quote{Action: "search.answer", Units: 1, Credits: 8}}
	kindtest.Canonical(t, answer(), extended, `{"q":"a b","provider":"google","maxResults":5}`, plan, `{"q":"a  b"}`, `{"q":"a b","provider":"google","maxResults":5,"includeContent":false}`)
	kindtest.Canonical(t, answer(), extended, `{"q":"a b","provider":"google","maxResults":10,"includeContent":true,"strictProvider":true,"includeDiagnostics":true}`, plan,
		`{"q":"a b","maxResults":99,"includeContent":true,"strictProvider":true,"includeDiagnostics":true}`)
	plan.Deprecated = true
	kindtest.Canonical(t, answer(), extended, `{"q":"a b","provider":"google","maxResults":10}`, plan, `{"q":"a b","limit":11}`, `{"q":"a b","limit":10,"maxResults":10}`)
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := kindtest.Refusals{
		"nothing":           {`{}`, errs.InvalidRequest, "q", "is empty"},
		"blank":             {`{"q":" \t\n "}`, errs.InvalidRequest, "q", "is empty"},
		"control character": {`{"q":"a\u0000b"}`, errs.InvalidRequest, "q", "control character"},
		"escape":            {`{"q":"a\u001b[2Jb"}`, errs.InvalidRequest, "q", "control character"},
		"too long":          {`{"q":"` + strings.Repeat("ö", 401) + `"}`, errs.InvalidRequest, "q", "401 characters"},
		"provider":          {`{"q":"a","provider":"bing"}`, errs.InvalidRequest, "provider", "google"},
		"negative":          {`{"q":"a","maxResults":-1}`, errs.InvalidRequest, "maxResults", "at least 1"},
		"both, unlike":      {`{"q":"a","limit":7,"maxResults":4}`, errs.InvalidRequest, "limit", "send maxResults alone"},
		"negative alias":    {`{"q":"a","limit":-1}`, errs.InvalidRequest, "limit", "at least 1"},
	}
	for name, call := range map[string]kind.Call{"list": list(), "answer": answer()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kindtest.Refuses(t, call, kind.Caller{OrgID: "org_1"}, cases)
		})
	}
	kindtest.Refuses(t, answer(), kind.Caller{OrgID: "org_1"}, kindtest.Refusals{
		"a provider of the other call": {`{"q":"a","provider":"news"}`, errs.InvalidRequest, "provider", "must be one of google"},
	})
	kindtest.Canonical(t, list(), kind.Caller{}, `{"q":"`+strings.Repeat("ö", 400)+`","provider":"google","maxResults":10}`,
		kind.Plan{Target: strings.Repeat("ö", 400), Quote: credit.Quote{Action: "search.results", Units: 1, Credits: 2}}, `{"q":"`+strings.Repeat("ö", 400)+`"}`)
}

func TestSchema(t *testing.T) {
	t.Parallel()
	both := kindtest.Bodies{
		"plain":         {`{"q":"a"}`, true},
		"no query":      {`{}`, false},
		"empty query":   {`{"q":""}`, false},
		"too long":      {`{"q":"` + strings.Repeat("x", 401) + `"}`, false},
		"more than all": {`{"q":"a","maxResults":100000}`, true},
		"none":          {`{"q":"a","maxResults":0}`, false},
		"half":          {`{"q":"a","maxResults":1.5}`, false},
		"provider":      {`{"q":"a","provider":"bing"}`, false},
		"options":       {`{"q":"a","options":{"any":[1]}}`, false},
		"unknown":       {`{"q":"a","pages":1}`, false},
	}
	kindtest.Schema(t, list(), both)
	kindtest.Schema(t, answer(), both)
	kindtest.Schema(t, list(), kindtest.Bodies{"news": {`{"q":"a","provider":"news"}`, true}, "content": {`{"q":"a","includeContent":true}`, false}})
	kindtest.Schema(t, answer(), kindtest.Bodies{"news": {`{"q":"a","provider":"news"}`, false}, "content": {`{"q":"a","includeContent":true}`, true}})
}

func TestDocumented(t *testing.T) {
	t.Parallel()
	kindtest.Documented(t,
		reflect.TypeFor[search.Args](), reflect.TypeFor[search.Result](), reflect.TypeFor[search.Item](),
		reflect.TypeFor[search.AnswerArgs](), reflect.TypeFor[search.AnswerResult](), reflect.TypeFor[search.Answer](),
		reflect.TypeFor[search.Citation](), reflect.TypeFor[search.AnswerItem](),
	)
}

// Each call has a worker of its own.
func TestWorkers(t *testing.T) {
	t.Parallel()
	definition := search.Definition()
	for action, want := range map[credit.Action]string{"search.results": "search", "search.answer": "search-answer"} {
		if got := definition.FunctionOf(action); got.Name != want || got.Model != (action == "search.answer") || got.Browser {
			t.Errorf("%s: got %+v, want Name %q, Model %t, Browser false", action, got, want, action == "search.answer")
		}
	}
}
