package site_test

import (
	"reflect"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/site"
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const shown = `"viewport":{"width":1280,"height":800},"deviceScaleFactor":1`
	cases := map[string]struct {
		bodies []string
		want   string
		quote  credit.Quote
	}{
		"defaults": {
			[]string{
				`{"url":"https://site.example"}`,
				`{"url":" HTTPS://Site.Example:443/#top","mode":"full","extraPages":7,"options":{}}`,
				`{"url":"https://site.example/","options":{"timeoutMs":60000,"screenshot":false,"dark":false,"viewport":{"width":1280},"waitFor":0}}`,
			},
			`{"url":"https://site.example/","mode":"full","options":{` + shown + `,"timeoutMs":60000}}`,
			credit.Quote{Action: "site.full", Units: 1, Credits: 5},
		},
		"text": {
			[]string{`{"url":"https://site.example","mode":"text","options":{"timeoutMs":1000}}`, `{"url":"https://site.example","mode":"text","options":{"timeoutMs":1}}`},
			`{"url":"https://site.example/","mode":"text","options":{` + shown + `,"timeoutMs":1000}}`,
			credit.Quote{Action: "site.text", Units: 1, Credits: 2},
		},
		"a screenshot": {
			[]string{
				`{"url":"https://site.example","options":{"screenshot":true,"timeoutMs":999999}}`,
				`{"url":"https://site.example","options":{"timeoutMs":110000,"format":"png","screenshot":true}}`,
			},
			`{"url":"https://site.example/","mode":"full","options":{` + shown + `,"screenshot":true,"format":"png","timeoutMs":110000}}`,
			credit.Quote{Action: "site.full", Units: 1, Credits: 5},
		},
		"all": {
			[]string{`{"url":"https://site.example","options":{"screenshot":true,"format":"webp","quality":500,"fullPage":true,"viewport":{"width":390,"height":844},"deviceScaleFactor":2,"dark":true,"waitFor":" main>p ","delay":20,"headers":{"accept-language":"de"}}}`},
			`{"url":"https://site.example/","mode":"full","options":{"viewport":{"width":390,"height":844},"deviceScaleFactor":2,"dark":true,"waitFor":"main\u003ep","delay":20,"fullPage":true,"quality":100,"screenshot":true,"format":"webp","headers":{"Accept-Language":"de"},"timeoutMs":60000}}`,
			credit.Quote{Action: "site.full", Units: 1, Credits: 5},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kindtest.Canonical(t, site.Call(), kind.Caller{}, c.want, kind.Plan{Target: "https://site.example/", Quote: c.quote}, c.bodies...)
		})
	}
}

func TestPrepareRefuses(t *testing.T) {
	t.Parallel()
	options := func(s string) string { return `{"url":"https://site.example","options":` + s + `}` }
	kindtest.Refuses(t, site.Call(), kind.Caller{}, kindtest.Refusals{
		"a file":               {`{"url":"file:///etc/passwd"}`, errs.InvalidURL, "url", "http"},
		"loopback":             {`{"url":"http://127.1/"}`, errs.InvalidURL, "url", ""},
		"unknown mode":         {`{"url":"https://site.example","mode":"half"}`, errs.InvalidRequest, "mode", "full, text"},
		"extra pages, negated": {`{"url":"https://site.example","extraPages":-1}`, errs.InvalidRequest, "extraPages", "negative"},
		"a picture of text":    {`{"url":"https://site.example","mode":"text","options":{"screenshot":true}}`, errs.InvalidRequest, "options.screenshot", "requires mode full"},
		"unknown picture":      {options(`{"screenshot":true,"format":"jpeg"}`), errs.InvalidRequest, "options.format", "png, webp"},
		"no quality":           {options(`{"screenshot":true,"quality":-1}`), errs.InvalidRequest, "options.quality", ""},
		"no height":            {options(`{"viewport":{"height":-1}}`), errs.InvalidRequest, "options.viewport.height", ""},
		"bad selector":         {options(`{"waitFor":"p["}`), errs.InvalidRequest, "options.waitFor", "CSS selector"},
		"host header":          {options(`{"headers":{"host":"x"}}`), errs.InvalidRequest, "options.headers.host", "URL"},
	})
}

// The API holds bodies against the schema of the tags before it decodes them.
func TestSchema(t *testing.T) {
	t.Parallel()
	kindtest.Schema(t, site.Call(), kindtest.Bodies{
		"the least":             {`{"url":"x"}`, true},
		"a negative time":       {`{"url":"x","options":{"timeoutMs":-1}}`, false},
		"all":                   {`{"url":"x","mode":"text","extraPages":0,"options":{"screenshot":false,"format":"webp","quality":1,"fullPage":true,"viewport":{"width":1,"height":1},"deviceScaleFactor":1.5,"dark":true,"waitFor":"p","delay":0,"timeoutMs":1,"headers":{"a":"b"}}}`, true},
		"waiting for a time":    {`{"url":"x","options":{"waitFor":1500}}`, true},
		"no url":                {`{}`, false},
		"unknown mode":          {`{"url":"x","mode":"half"}`, false},
		"unknown field":         {`{"url":"x","pages":1}`, false},
		"extra pages, negative": {`{"url":"x","extraPages":-1}`, false},
		"extra pages in parts":  {`{"url":"x","extraPages":1.5}`, false},
		"unknown picture":       {`{"url":"x","options":{"format":"gif"}}`, false},
		"no width":              {`{"url":"x","options":{"viewport":{"width":0}}}`, false},
		"no scale":              {`{"url":"x","options":{"deviceScaleFactor":0}}`, false},
		"no quality":            {`{"url":"x","options":{"quality":0}}`, false},
		"a picture by word":     {`{"url":"x","options":{"screenshot":"yes"}}`, false},
	})
}

// Every field that a caller meets says what it means.
func TestDocumented(t *testing.T) {
	t.Parallel()
	kindtest.Documented(t,
		reflect.TypeFor[site.Args](), reflect.TypeFor[site.Options](), reflect.TypeFor[site.Result](),
		reflect.TypeFor[site.Colors](), reflect.TypeFor[site.Font](), reflect.TypeFor[site.Timings](),
	)
}
