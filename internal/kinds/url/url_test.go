package url_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	const bare = `{"url":"https://site.example/","format":"markdown","options":{"onlyMainContent":true,"timeoutMs":30000}}`
	cases := map[string]struct {
		bodies []string
		want   string
	}{
		"defaults": {
			[]string{
				`{"url":"https://site.example"}`,
				`{"url":" HTTPS://Site.Example:443/#top","format":"markdown"}`,
				`{"format":"markdown","url":"https://site.example/","options":{"onlyMainContent":true,"timeoutMs":30000,"maxChars":0,"respectRobots":false,"headers":{},"includeTags":[]}}`,
				`{"url":"https://site.example/./","options":{}}`,
			}, bare,
		},
		"clamped": {
			[]string{
				`{"url":"https://site.example","options":{"timeoutMs":900000,"maxChars":0}}`,
				`{"url":"https://site.example","options":{"timeoutMs":60001}}`,
			}, strings.Replace(bare, "30000", "60000", 1),
		},
		"clamped below":                    {[]string{`{"url":"https://site.example","options":{"timeoutMs":1}}`}, strings.Replace(bare, "30000", "1000", 1)},
		"comments that are omitted anyhow": {[]string{`{"url":"https://site.example","options":{"comments":"omit"}}`}, bare},
		"no fallback":                      {[]string{`{"url":"https://site.example","options":{"fallback":"none"}}`}, bare},
		"a fallback": {
			[]string{`{"url":"https://site.example","options":{"fallback":"archive"}}`},
			`{"url":"https://site.example/","format":"markdown","options":{"onlyMainContent":true,"timeoutMs":30000,"fallback":"archive"}}`,
		},
		"order and spelling": {
			[]string{
				`{"url":"https://site.example","format":"json","options":{"excludeTags":["b "," a","b"],"headers":{"x-b":"2","accept-language":"de"},"onlyMainContent":false,"maxChars":5}}`,
				`{"url":"https://site.example","options":{"maxChars":5,"headers":{"Accept-Language":"de","X-B":"2"},"excludeTags":["a","b"],"onlyMainContent":false},"format":"json"}`,
			}, `{"url":"https://site.example/","format":"json","options":{"onlyMainContent":false,"excludeTags":["a","b"],"headers":{"Accept-Language":"de","X-B":"2"},"timeoutMs":30000,"maxChars":5}}`,
		},
	}
	plan := kind.Plan{Target: "https://site.example/", Quote: credit.Quote{Action: "url.page", Units: 1, Credits: 1}}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kindtest.Canonical(t, urlkind.Call(), kind.Caller{}, c.want, plan, c.bodies...)
		})
	}
}

func TestScreenshotInput(t *testing.T) {
	t.Parallel()
	const bare = `{"url":"https://site.example/","format":"screenshot","options":{"viewport":{"width":1280,"height":800},"deviceScaleFactor":1,"onlyMainContent":true,"timeoutMs":60000,"format":"png"}}`
	cases := map[string]struct{ body, want string }{
		"defaults": {`{"url":"https://site.example","format":"screenshot"}`, bare},
		"all": {
			`{"url":"https://site.example","format":"screenshot","options":{"fullPage":true,"viewport":{"width":390,"height":844},"deviceScaleFactor":2,"dark":true,"format":"webp","delay":250,"waitFor":"#done","timeoutMs":999999,"headers":{"cookie":"a=b"},"respectRobots":true}}`,
			`{"url":"https://site.example/","format":"screenshot","options":{"viewport":{"width":390,"height":844},"deviceScaleFactor":2,"dark":true,"waitFor":"#done","delay":250,"fullPage":true,"quality":80,"onlyMainContent":true,"headers":{"Cookie":"a=b"},"timeoutMs":110000,"format":"webp","respectRobots":true}}`,
		},
		"clamped": {
			`{"url":"https://site.example","format":"screenshot","options":{"viewport":{"width":100000},"delay":60000,"quality":101,"format":"jpeg","timeoutMs":1}}`,
			`{"url":"https://site.example/","format":"screenshot","options":{"viewport":{"width":3840,"height":800},"deviceScaleFactor":1,"delay":15000,"quality":100,"onlyMainContent":true,"timeoutMs":1000,"format":"jpeg"}}`,
		},
		"of no concern": {
			`{"url":"https://site.example","options":{"fullPage":true,"viewport":{"width":7},"waitFor":0,"format":"webp","delay":99999,"timeoutMs":100000}}`,
			`{"url":"https://site.example/","format":"markdown","options":{"viewport":{"width":7},"waitFor":0,"delay":99999,"fullPage":true,"onlyMainContent":true,"timeoutMs":60000,"format":"webp"}}`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			quote := credit.Quote{Action: "url.screenshot", Units: 1, Credits: 5}
			if strings.Contains(c.want, "markdown") {
				quote = credit.Quote{Action: "url.page", Units: 1, Credits: 1}
			}
			kindtest.Canonical(t, urlkind.Call(), kind.Caller{}, c.want, kind.Plan{Target: "https://site.example/", Quote: quote}, c.body)
		})
	}
}

// Several formats are one job, which costs what the dearest does and goes where that is made.
func TestSeveralFormats(t *testing.T) {
	t.Parallel()
	page := kind.Plan{Target: "https://site.example/", Quote: credit.Quote{Action: "url.page", Units: 1, Credits: 1}}
	shot := kind.Plan{Target: "https://site.example/", Quote: credit.Quote{Action: "url.screenshot", Units: 1, Credits: 5}}
	const rest = `"options":{"onlyMainContent":true,"timeoutMs":30000}}`
	kindtest.Canonical(t, urlkind.Call(), kind.Caller{}, `{"url":"https://site.example/","formats":["markdown","links","raw"],`+rest, page,
		`{"url":"https://site.example","formats":["raw","links","markdown","raw"]}`, `{"url":"https://site.example","formats":["markdown","links","raw"]}`)
	kindtest.Canonical(t, urlkind.Call(), kind.Caller{}, `{"url":"https://site.example/","format":"html",`+rest, page,
		`{"url":"https://site.example","formats":["html"]}`, `{"url":"https://site.example","formats":["html","html"]}`, `{"url":"https://site.example","format":"html","formats":[]}`)
	kindtest.Canonical(t, urlkind.Call(), kind.Caller{},
		`{"url":"https://site.example/","formats":["markdown","screenshot"],"options":{"viewport":{"width":1280,"height":800},"deviceScaleFactor":1,"onlyMainContent":true,"timeoutMs":60000,"format":"png"}}`, shot,
		`{"url":"https://site.example","formats":["screenshot","markdown"]}`)
}

// Pictures have a worker of their own, also those of a batch.
func TestWorkers(t *testing.T) {
	t.Parallel()
	definition := urlkind.Definition()
	if w := definition.FunctionOf("url.screenshot"); w.Name != "url-screenshot" || !w.Browser || w.Ceiling != 2*time.Minute {
		t.Errorf("pictures are taken by %+v", w)
	}
	if w := definition.FunctionOf("url.page"); w.Name != "url" || w.Browser {
		t.Errorf("pages are read by %+v", w)
	}
	batch := definition.Batch.Args()
	if err := json.Unmarshal([]byte(`{"urls":["https://a.example/","https://b.example/"],"format":"screenshot","options":{"viewport":{"width":9999}}}`), batch); err != nil {
		t.Fatal(err)
	}
	for _, e := range batch.Entries() {
		plan, err := e.Args.Prepare(kind.Caller{})
		if err != nil || plan.Quote.Action != "url.screenshot" {
			t.Errorf(`%s: got plan %+v, error %v; want no error, Quote.Action "url.screenshot"`, e.Name, plan, err)
		}
	}
}

func TestPrepareRefuses(t *testing.T) {
	t.Parallel()
	options := func(s string) string { return `{"url":"https://site.example","options":` + s + `}` }
	shot := func(s string) string {
		return `{"url":"https://site.example","format":"screenshot","options":` + s + `}`
	}
	kindtest.Refuses(t, urlkind.Call(), kind.Caller{}, kindtest.Refusals{
		"no scheme":          {`{"url":"//site.example"}`, errs.InvalidURL, "url", ""},
		"empty":              {`{"url":""}`, errs.InvalidURL, "url", "empty"},
		"a file":             {`{"url":"file:///etc/passwd"}`, errs.InvalidURL, "url", "http"},
		"script":             {`{"url":"javascript:alert(1)"}`, errs.InvalidURL, "url", "http"},
		"userinfo":           {`{"url":"https://a:b@site.example"}`, errs.InvalidURL, "url", ""},
		"port":               {`{"url":"https://site.example:22"}`, errs.InvalidURL, "url", ""},
		"loopback":           {`{"url":"http://127.0.0.1/"}`, errs.InvalidURL, "url", ""},
		"loopback in octal":  {`{"url":"http://0177.1/"}`, errs.InvalidURL, "url", ""},
		"unknown comments":   {`{"url":"https://site.example","options":{"comments":"some"}}`, errs.InvalidRequest, "options.comments", "omit or include"},
		"unknown picture":    {shot(`{"format":"gif"}`), errs.InvalidRequest, "options.format", "png, jpeg, webp"},
		"no width":           {shot(`{"viewport":{"width":-1}}`), errs.InvalidRequest, "options.viewport.width", "negative"},
		"no quality":         {shot(`{"quality":-1}`), errs.InvalidRequest, "options.quality", "1 to 100"},
		"waiting for a flag": {shot(`{"waitFor":true}`), errs.InvalidRequest, "options.waitFor", "CSS selector or a number"},
		"unknown format":     {`{"url":"https://site.example","format":"pdf"}`, errs.InvalidRequest, "format", "must be one of"},
		"misspelt format":    {`{"url":"https://site.example","formats":["html","markdwon"]}`, errs.InvalidRequest, "formats[1]", "did you mean markdown?"},
		"format and formats": {`{"url":"https://site.example","format":"html","formats":["html"]}`, errs.InvalidRequest, "formats", "beside format"},
		"offset of two":      {`{"url":"https://site.example","formats":["markdown","text"],"options":{"offset":5}}`, errs.InvalidRequest, "options.offset", "one of the formats"},
		"offset of none":     {`{"url":"https://site.example","format":"links","options":{"offset":5}}`, errs.InvalidRequest, "options.offset", "one of the formats"},
		"budget of none":     {`{"url":"https://site.example","formats":["html","links"],"options":{"maxTokens":50}}`, errs.InvalidRequest, "options.maxTokens", "none is asked for"},
		"unknown fallback":   {options(`{"fallback":"cache"}`), errs.InvalidRequest, "options.fallback", "none or archive"},
		"a picture's copy":   {shot(`{"fallback":"archive"}`), errs.InvalidRequest, "options.fallback", "browser"},
		"a rendered copy":    {options(`{"fallback":"archive","mobile":true}`), errs.InvalidRequest, "options.fallback", "browser"},
		"a copy of nothing":  {`{"url":"https://site.example","format":"resolve","options":{"fallback":"archive"}}`, errs.InvalidRequest, "options.fallback", "resolve"},
		"a copy of an inbox": {options(`{"fallback":"archive","cookies":{"a":"b"}}`), errs.InvalidRequest, "options.fallback", "cookies"},
		"a copy by a cookie": {options(`{"fallback":"archive","headers":{"cookie":"a=b"}}`), errs.InvalidRequest, "options.fallback", "cookies"},
		"a copy by account":  {options(`{"fallback":"archive","headers":{"authorization":"b"}}`), errs.InvalidRequest, "options.fallback", "Authorization"},
		"bad selector":       {options(`{"includeTags":["p","p["]}`), errs.InvalidRequest, "options.includeTags[1]", "CSS selector"},
		"long selector":      {options(`{"excludeTags":["` + strings.Repeat("a", 501) + `"]}`), errs.InvalidRequest, "options.excludeTags[0]", "500"},
		"costly selector":    {options(`{"excludeTags":["* * * * * x"]}`), errs.InvalidRequest, "options.excludeTags[0]", "at most 4"},
		"host header":        {options(`{"headers":{"host":"x"}}`), errs.InvalidRequest, "options.headers.host", "URL"},
		"header with a line": {options(`{"headers":{"x":"a\r\nb: c"}}`), errs.InvalidRequest, "options.headers.x", ""},
	})
}

// The API holds bodies against the schema of the tags before it decodes them.
func TestSchema(t *testing.T) {
	t.Parallel()
	kindtest.Schema(t, urlkind.Call(), kindtest.Bodies{
		"the least":            {`{"url":"x"}`, true},
		"all":                  {`{"url":"x","format":"raw","options":{"onlyMainContent":false,"includeTags":["p"],"headers":{"a":"b"},"timeoutMs":1,"maxChars":2,"respectRobots":true}}`, true},
		"clamped values":       {`{"url":"x","options":{"timeoutMs":99999999,"maxChars":1e12}}`, true},
		"a negative time":      {`{"url":"x","options":{"timeoutMs":-1}}`, false},
		"a negative offset":    {`{"url":"x","options":{"offset":-1}}`, false},
		"negative characters":  {`{"url":"x","options":{"maxChars":-1}}`, false},
		"negative tokens":      {`{"url":"x","options":{"maxTokens":-1}}`, false},
		"unknown option":       {`{"url":"x","options":{"a":{"b":1}}}`, false},
		"screenshot":           {`{"url":"x","format":"screenshot"}`, true},
		"a screenshot's":       {`{"url":"x","format":"screenshot","options":{"viewport":{"width":390},"waitFor":"#a","delay":1,"quality":300,"format":"webp","deviceScaleFactor":2.5}}`, true},
		"waiting for a time":   {`{"url":"x","options":{"waitFor":10}}`, true},
		"a picture of a film":  {`{"url":"x","options":{"format":"gif"}}`, false},
		"a window of nothing":  {`{"url":"x","options":{"viewport":{"width":0}}}`, false},
		"a window of parts":    {`{"url":"x","options":{"viewport":{"depth":1}}}`, false},
		"a delay before":       {`{"url":"x","options":{"delay":-1}}`, false},
		"no url":               {`{}`, false},
		"url of another type":  {`{"url":7}`, false},
		"unknown format":       {`{"url":"x","format":"pdf"}`, false},
		"unknown field":        {`{"url":"x","form":["raw"]}`, false},
		"formats":              {`{"url":"x","formats":["raw","links","screenshot"]}`, true},
		"no formats":           {`{"url":"x","formats":[]}`, false},
		"an unknown one":       {`{"url":"x","formats":["raw","pdf"]}`, false},
		"options a list":       {`{"url":"x","options":[]}`, false},
		"a time of text":       {`{"url":"x","options":{"timeoutMs":"1"}}`, false},
		"a time of parts":      {`{"url":"x","options":{"timeoutMs":1.5}}`, false},
		"a selector of number": {`{"url":"x","options":{"includeTags":[1]}}`, false},
		"51 selectors":         {`{"url":"x","options":{"includeTags":["p"` + strings.Repeat(`,"p"`, 50) + `]}}`, false},
		"a header of number":   {`{"url":"x","options":{"headers":{"a":1}}}`, false},
	})
}

// Every field that a caller meets says what it means, and the schema can be made.
func TestDocumented(t *testing.T) {
	t.Parallel()
	kindtest.Documented(t, reflect.TypeFor[urlkind.Args](), reflect.TypeFor[urlkind.Options](), reflect.TypeFor[urlkind.Result]())
}

// TestRenderInput: what asks for a browser has one form and a price of its own.
func TestRenderInput(t *testing.T) {
	t.Parallel()
	const shown = `"options":{"viewport":{"width":1280,"height":800},"deviceScaleFactor":1,"onlyMainContent":true,"timeoutMs":60000}}`
	for body, want := range map[string]string{
		`{"url":"https://site.example","render":"always"}`:                                 `{"url":"https://site.example/","format":"markdown","render":"always",` + shown,
		`{"url":"https://site.example","format":"raw","options":{"waitFor":"#a"}}`:         `{"url":"https://site.example/","format":"raw","render":"always",` + strings.Replace(shown, `1,"only`, `1,"waitFor":"#a","only`, 1),
		`{"url":"https://site.example","options":{"actions":[{"type":"scroll"}]}}`:         `{"url":"https://site.example/","format":"markdown","render":"always",` + strings.Replace(shown, `1,"only`, `1,"actions":[{"type":"scroll"}],"only`, 1),
		`{"url":"https://site.example","render":"always","options":{"timeoutMs":1000000}}`: `{"url":"https://site.example/","format":"markdown","render":"always",` + strings.Replace(shown, "60000", "110000", 1),
	} {
		plan := kind.Plan{Target: "https://site.example/", Quote: credit.Quote{Action: "url.rendered", Units: 1, Credits: 1}}
		kindtest.Canonical(t, urlkind.Call(), kind.Caller{}, want, plan, body)
	}
	page := kind.Plan{Target: "https://site.example/", Quote: credit.Quote{Action: "url.page", Units: 1, Credits: 1}}
	const plain = `"options":{"onlyMainContent":true,"timeoutMs":30000}}`
	kindtest.Canonical(t, urlkind.Call(), kind.Caller{}, `{"url":"https://site.example/","format":"markdown",`+plain, page, `{"url":"https://site.example","render":"auto"}`)
	kindtest.Canonical(t, urlkind.Call(), kind.Caller{}, `{"url":"https://site.example/","format":"markdown","render":"never",`+plain, page, `{"url":"https://site.example","render":"never"}`)
	kindtest.Refuses(t, urlkind.Call(), kind.Caller{}, kindtest.Refusals{
		"no choice":             {`{"url":"https://site.example","render":"maybe"}`, errs.InvalidRequest, "render", "auto, never, always"},
		"a picture of nothing":  {`{"url":"https://site.example","render":"never","format":"screenshot"}`, errs.InvalidRequest, "render", "screenshot"},
		"nothing to render":     {`{"url":"https://site.example","render":"always","format":"resolve"}`, errs.InvalidRequest, "render", "resolve"},
		"actions without":       {`{"url":"https://site.example","render":"never","options":{"actions":[{"type":"scroll"}]}}`, errs.InvalidRequest, "options.actions", "browser"},
		"waiting without":       {`{"url":"https://site.example","render":"never","options":{"waitFor":"#a"}}`, errs.InvalidRequest, "options.waitFor", "browser"},
		"a wrong action":        {`{"url":"https://site.example","options":{"actions":[{"type":"click"}]}}`, errs.InvalidRequest, "options.actions[0].selector", "required"},
		"a view of no sense":    {`{"url":"https://site.example","options":{"viewport":{"width":-1}}}`, errs.InvalidRequest, "options.viewport.width", "negative"},
		"a proxy within":        {`{"url":"https://site.example","options":{"proxy":"http://10.0.0.1:3128"}}`, errs.InvalidRequest, "options.proxy", "names 10.0.0.1, which is not"},
		"a country of no world": {`{"url":"https://site.example","options":{"country":"XX"}}`, errs.InvalidRequest, "options.country", "two letters"},
	})
	if w := urlkind.Definition().FunctionOf("url.rendered"); !w.Browser || w.Name != urlkind.Function().HandsTo || w.HandsTo != "" {
		t.Errorf("got %+v for rendered pages, want the browser's function that pages are handed over to", w)
	}
}

// TestRenderCredits: what an operator charges for rendering is charged where a browser may be needed,
// and only there; what was not needed goes back.
func TestRenderCredits(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		action  credit.Action
		credits int64
		back    int64 // without a browser
	}{
		`{"url":"https://site.example"}`:                                              {"url.page", 3, 2},
		`{"url":"https://site.example","formats":["links","json"]}`:                   {"url.page", 3, 2},
		`{"url":"https://site.example","options":{"fallback":"archive"}}`:             {"url.page", 3, 2},
		`{"url":"https://site.example","render":"always"}`:                            {"url.rendered", 3, 2},
		`{"url":"https://site.example","format":"raw","render":"always"}`:             {"url.rendered", 3, 2},
		`{"url":"https://site.example","render":"never"}`:                             {"url.page", 1, 0},
		`{"url":"https://site.example","format":"links"}`:                             {"url.page", 1, 0},
		`{"url":"https://site.example","format":"resolve"}`:                           {"url.page", 1, 0},
		`{"url":"https://site.example","formats":["markdown","screenshot"]}`:          {"url.screenshot", 5, 0},
		`{"url":"https://site.example","formats":["markdown","raw"],"render":"auto"}`: {"url.page", 3, 2},
	} {
		args := new(urlkind.Args)
		if err := json.Unmarshal([]byte(body), args); err != nil {
			t.Fatal(err)
		}
		plan, err := args.Prepare(kind.Caller{RenderCredits: 3})
		if err != nil || plan.Quote.Action != want.action || plan.Quote.Credits != want.credits {
			t.Errorf("%s: got quote %+v, error %v; want %d credits of %s", body, plan.Quote, err, want.credits, want.action)
		}
		if back := args.Unneeded(plan.Quote.Credits); back != want.back {
			t.Errorf("%s: got %d credits back, want %d", body, back, want.back)
		}
		if back := args.Unneeded(0); back != 0 {
			t.Errorf("%s: got %d credits back of nothing charged, want 0", body, back)
		}
	}
}
