package view_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/view"
)

func decode(t *testing.T, body string) *view.Options {
	t.Helper()
	o := new(view.Options)
	if err := json.Unmarshal([]byte(body), o); err != nil {
		t.Fatal(err)
	}
	return o
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	const normal = `{"viewport":{"width":1280,"height":800},"deviceScaleFactor":1}`
	with := func(s string) string { return strings.TrimSuffix(normal, "}") + "," + s + "}" }
	cases := map[string]struct{ in, want string }{
		"defaults":            {`{}`, normal},
		"defaults, spelt out": {`{"viewport":{},"deviceScaleFactor":1.0,"dark":false,"waitFor":0,"delay":0,"fullPage":false}`, normal},
		"clamped":             {`{"viewport":{"width":99999,"height":99999},"deviceScaleFactor":9,"waitFor":1e9,"delay":99999999}`, `{"viewport":{"width":3840,"height":2160},"deviceScaleFactor":2.19,"waitFor":15000,"delay":15000}`},
		"the largest scale":   {`{"deviceScaleFactor":3}`, strings.Replace(normal, "Factor\":1", "Factor\":3", 1)},
		"clamped below":       {`{"deviceScaleFactor":0.1}`, normal},
		"a selector":          {`{"waitFor":" main > .price "}`, with(`"waitFor":"main \u003e .price"`)},
		"a selector, escaped": {`{"waitFor":"main \u003e .price"}`, with(`"waitFor":"main \u003e .price"`)},
		"beyond every float":  {`{"waitFor":1e400}`, with(`"waitFor":15000`)},
		"a time":              {`{"waitFor":1500.7}`, with(`"waitFor":1500`)},
		"all":                 {`{"viewport":{"width":390},"deviceScaleFactor":1.5,"dark":true,"delay":20,"fullPage":true,"quality":300}`, `{"viewport":{"width":390,"height":800},"deviceScaleFactor":1.5,"dark":true,"delay":20,"fullPage":true,"quality":100}`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := decode(t, c.in)
			for range 2 { // what is prepared is its own
				if err := o.Prepare(); err != nil {
					t.Fatal(err)
				}
				if err := o.PreparePicture(false); err != nil {
					t.Fatal(err)
				}
				got, err := json.Marshal(o)
				if err != nil || string(got) != c.want {
					t.Errorf("got %s, %v", got, err)
				}
			}
		})
	}
	o := decode(t, `{}`)
	if err := o.PreparePicture(true); err != nil || o.Quality != 80 {
		t.Errorf("a lossy picture has quality %d, %v", o.Quality, err)
	}
}

func TestPrepareRefuses(t *testing.T) {
	t.Parallel()
	for body, field := range map[string]string{
		`{"viewport":{"width":-1}}`:       "options.viewport.width",
		`{"viewport":{"height":-1}}`:      "options.viewport.height",
		`{"delay":-1}`:                    "options.delay",
		`{"deviceScaleFactor":-2}`:        "options.deviceScaleFactor",
		`{"quality":-1}`:                  "options.quality",
		`{"waitFor":""}`:                  "options.waitFor",
		`{"waitFor":"p["}`:                "options.waitFor",
		`{"waitFor":"1500"}`:              "options.waitFor",
		`{"waitFor":"p:contains('x')"}`:   "options.waitFor",
		`{"waitFor":-5}`:                  "options.waitFor",
		`{"waitFor":true}`:                "options.waitFor",
		`{"waitFor":null}`:                "options.waitFor",
		`{"waitFor":{"selector":"p"}}`:    "options.waitFor",
		`{"waitFor":["p"]}`:               "options.waitFor",
		`{"waitFor":"` + long + `"}`:      "options.waitFor",
		`{"waitFor":"a b c d e f g h i"}`: "options.waitFor",
	} {
		o := decode(t, body)
		err := o.Prepare()
		if err == nil {
			err = o.PreparePicture(true)
		}
		if e := errs.As(err); e == nil || e.Code != errs.InvalidRequest || len(e.Details) != 1 || e.Details[0].Field != field {
			t.Errorf("%.60s: got %+v", body, e)
		}
	}
}

var long = strings.Repeat("a", 501)

func TestWait(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		css   string
		after time.Duration
	}{
		`{}`:                    {"", 0},
		`{"waitFor":"#price"}`:  {"#price", 0},
		`{"waitFor":250}`:       {"", 250 * time.Millisecond},
		`{"waitFor":{"odd":1}}`: {"", 0},
	} {
		if css, after := decode(t, body).Wait(); css != want.css || after != want.after {
			t.Errorf("%s: got %q, %s", body, css, after)
		}
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	for ms, want := range map[int64]time.Duration{
		0: time.Minute, -1: time.Second, 1: time.Second, 5000: 5 * time.Second, 1 << 62: 110 * time.Second,
	} {
		if got := view.Timeout(ms); got != want {
			t.Errorf("%d: got %s", ms, got)
		}
	}
}
