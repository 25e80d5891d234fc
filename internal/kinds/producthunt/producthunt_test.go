package producthunt_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

func call() kind.Call { return producthunt.Call().Call }

// All forms of what a job is about are one input, so that they share a cached result.
func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	plan := func(target string) kind.Plan {
		return kind.Plan{Target: target, Quote: credit.Quote{Action: "producthunt", Units: 1, Credits: 3}}
	}
	const product = "https://www.producthunt.com/products/tin-2"
	kindtest.Canonical(t, call(), kind.Caller{}, `{"page":"product","slug":"tin-2","maxCandidates":10}`, plan(product),
		`{"page":"product","slug":" Tin-2 "}`, `{"slug":"tin-2"}`, `{"url":"https://www.producthunt.com/products/tin-2?utm_source=x"}`,
		`{"page":"product","url":"https://producthunt.com/products/tin-2/reviews","maxCandidates":10}`)
	kindtest.Canonical(t, call(), kind.Caller{}, `{"page":"launches","slug":"tin-2","maxCandidates":50}`, plan(product),
		`{"page":"launches","slug":"tin-2","maxCandidates":1000}`, `{"url":"https://www.producthunt.com/products/tin-2/launches","maxCandidates":50}`)
	kindtest.Canonical(t, call(), kind.Caller{}, `{"page":"alternatives","url":"https://www.producthunt.com/posts/tin","maxCandidates":10}`,
		plan("https://www.producthunt.com/posts/tin"), `{"page":"alternatives","url":"https://www.producthunt.com/posts/Tin/"}`)
	kindtest.Canonical(t, call(), kind.Caller{}, `{"page":"profile","username":"Hester_Q","maxCandidates":10}`, plan("https://www.producthunt.com/@Hester_Q"),
		`{"username":"@Hester_Q"}`, `{"page":"profile","url":"https://www.producthunt.com/@Hester_Q/submitted"}`)
	kindtest.Canonical(t, call(), kind.Caller{}, `{"page":"discover","websiteUrl":"https://example.com/","searchContext":"rain gauges","maxCandidates":3,"correlationId":" 7 "}`,
		plan("https://example.com/"), `{"websiteUrl":"HTTPS://Example.com","searchContext":" rain \n gauges","maxCandidates":3,"correlationId":" 7 "}`)
	kindtest.Canonical(t, call(), kind.Caller{}, `{"page":"discover","searchContext":"rain","maxCandidates":10}`, plan("rain"), `{"searchContext":"rain"}`)
	link := kind.Plan{Target: "https://www.producthunt.com/r/p/7", Quote: credit.Quote{Action: "producthunt.resolve", Units: 1, Credits: 1}}
	kindtest.Canonical(t, call(), kind.Caller{}, `{"page":"resolve","url":"https://www.producthunt.com/r/p/7"}`, link,
		`{"page":"resolve","url":"https://www.producthunt.com/r/p/7?app_id=339","maxCandidates":5}`, `{"url":"https://producthunt.com/r/p/7"}`)
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	const product, link, person = `"https://www.producthunt.com/products/a"`, `"https://www.producthunt.com/r/p/7"`, `"https://www.producthunt.com/@a"`
	kindtest.Refuses(t, call(), kind.Caller{}, kindtest.Refusals{
		"nothing":                    {`{}`, errs.InvalidRequest, "page", "slug, url, username"},
		"another page":               {`{"page":"posts","slug":"a"}`, errs.InvalidRequest, "page", "resolve"},
		"product: nothing":           {`{"page":"product"}`, errs.InvalidRequest, "slug", "url"},
		"product: both":              {`{"page":"product","slug":"a","url":` + product + `}`, errs.InvalidRequest, "url", "together"},
		"product: odd slug":          {`{"page":"product","slug":"a b"}`, errs.InvalidRequest, "slug", "producthunt.com/products"},
		"product: a person":          {`{"page":"product","url":` + person + `}`, errs.InvalidURL, "url", "product or a launch"},
		"product: a link":            {`{"page":"launches","url":` + link + `}`, errs.InvalidURL, "url", "product or a launch"},
		"product: username":          {`{"page":"product","slug":"a","username":"b"}`, errs.InvalidRequest, "username", "not supported with page product"},
		"product: websiteUrl":        {`{"page":"launches","slug":"a","websiteUrl":"https://a.example"}`, errs.InvalidRequest, "websiteUrl", "not supported with page launches"},
		"product: searchContext":     {`{"page":"alternatives","slug":"a","searchContext":"b"}`, errs.InvalidRequest, "searchContext", "not supported"},
		"url: elsewhere":             {`{"page":"product","url":"https://example.com/products/a"}`, errs.InvalidURL, "url", "www.producthunt.com"},
		"url: private":               {`{"page":"product","url":"http://10.0.0.1/products/a"}`, errs.InvalidURL, "url", ""},
		"url: a topic":               {`{"page":"product","url":"https://www.producthunt.com/topics/ai"}`, errs.InvalidURL, "url", ""},
		"discover: nothing":          {`{"page":"discover"}`, errs.InvalidRequest, "websiteUrl", "searchContext"},
		"discover: space":            {`{"page":"discover","searchContext":"  "}`, errs.InvalidRequest, "websiteUrl", "searchContext"},
		"discover: slug":             {`{"page":"discover","searchContext":"a","slug":"b"}`, errs.InvalidRequest, "slug", "not supported with page discover"},
		"discover: url":              {`{"page":"discover","searchContext":"a","url":` + product + `}`, errs.InvalidRequest, "url", "not supported"},
		"discover: a word":           {`{"page":"discover","websiteUrl":"example"}`, errs.InvalidURL, "websiteUrl", "https://"},
		"discover: Product Hunt":     {`{"page":"discover","websiteUrl":` + product + `}`, errs.InvalidURL, "websiteUrl", "own site"},
		"discover: private":          {`{"page":"discover","websiteUrl":"http://127.0.0.1/"}`, errs.InvalidURL, "websiteUrl", ""},
		"profile: nothing":           {`{"page":"profile"}`, errs.InvalidRequest, "username", "url"},
		"profile: both":              {`{"page":"profile","username":"a","url":` + person + `}`, errs.InvalidRequest, "url", "together"},
		"profile: a product":         {`{"page":"profile","url":` + product + `}`, errs.InvalidURL, "url", "person"},
		"profile: slug":              {`{"username":"a","slug":"b"}`, errs.InvalidRequest, "slug", "not supported with page profile"},
		"profile: odd name":          {`{"page":"profile","username":"[REDACTED]"}`, errs.InvalidRequest, "username", "letters"},
		"resolve: nothing":           {`{"page":"resolve"}`, errs.InvalidRequest, "url", "tracking link"},
		"resolve: a product":         {`{"page":"resolve","url":` + product + `}`, errs.InvalidURL, "url", "page product"},
		"resolve: another site":      {`{"page":"resolve","url":"https://example.com/r/p/7"}`, errs.InvalidURL, "url", ""},
		"resolve: slug":              {`{"page":"resolve","url":` + link + `,"slug":"a"}`, errs.InvalidRequest, "slug", "not supported with page resolve"},
		"maxCandidates: less":        {`{"slug":"a","maxCandidates":-1}`, errs.InvalidRequest, "maxCandidates", "at least 1"},
		"searchContext: long":        {`{"searchContext":"` + strings.Repeat("é", 501) + `"}`, errs.InvalidRequest, "searchContext", "500"},
		"correlationId: long":        {`{"slug":"a","correlationId":"` + strings.Repeat("é", 256) + `"}`, errs.InvalidRequest, "correlationId", "255"},
		"tracking link for launches": {`{"page":"launches","slug":"","url":` + link + `}`, errs.InvalidURL, "url", ""},
	})
}

func TestSchema(t *testing.T) {
	t.Parallel()
	kindtest.Schema(t, call(), kindtest.Bodies{
		"plain":          {`{"page":"product","slug":"a"}`, true},
		"longest id":     {`{"slug":"a","correlationId":"` + strings.Repeat("é", 255) + `"}`, true},
		"longer id":      {`{"slug":"a","correlationId":"` + strings.Repeat("é", 256) + `"}`, false},
		"another page":   {`{"page":"posts"}`, false},
		"no candidates":  {`{"slug":"a","maxCandidates":0}`, false},
		"many":           {`{"slug":"a","maxCandidates":5000}`, true},
		"another field":  {`{"slug":"a","search":"b"}`, false},
		"unknown option": {`{"slug":"a","options":{"b":1}}`, false},
	})
	kindtest.Documented(t, reflect.TypeFor[producthunt.Result](), reflect.TypeFor[producthunt.Candidate](), reflect.TypeFor[producthunt.Destination](),
		reflect.TypeFor[shape.Product](), reflect.TypeFor[shape.Launch](), reflect.TypeFor[shape.Person](), reflect.TypeFor[shape.Topic]())
}

// A correlation id is part of the input, and not of what the cache goes by.
func TestCorrelationIDsShareResults(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"slug":"a"}`, `{"slug":"a","correlationId":"x"}`, `{"slug":"a","correlationId":"y"}`} {
		args := call().NewArgs()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			t.Fatal(err)
		}
		if _, err := args.Prepare(kind.Caller{}); err != nil {
			t.Fatal(err)
		}
		labelled, ok := args.(kind.Labelled)
		if !ok {
			t.Fatal("the arguments have no label")
		}
		input, err := json.Marshal(labelled.Unlabelled())
		if whole, _ := json.Marshal(args); err != nil || string(input) != `{"page":"product","slug":"a","maxCandidates":10}` || strings.Contains(body, "Id") != strings.Contains(string(whole), "Id") {
			t.Errorf(`%s: got error %v, unlabelled %s, whole %s; want no error, {"page":"product","slug":"a","maxCandidates":10}, and the id within whole if it was given`, body, err, input, whole)
		}
	}
}
