package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
)

func TestPrepareActions(t *testing.T) {
	t.Parallel()
	const given = `{"actions":[{"type":"click","selector":" #a "},{"type":"type","selector":"#q","text":" x "},{"type":"select","selector":"select","value":"b"},` +
		`{"type":"press","key":"Enter"},{"type":"scroll"},{"type":"scroll","pixels":-99999999},{"type":"wait","ms":99999999},{"type":"wait","selector":"#b","optional":true}]}`
	const want = `[{"type":"click","selector":"#a"},{"type":"type","selector":"#q","text":" x "},{"type":"select","selector":"select","value":"b"},` +
		`{"type":"press","key":"Enter"},{"type":"scroll"},{"type":"scroll","pixels":-50000},{"type":"wait","ms":15000},{"type":"wait","selector":"#b","optional":true}]`
	o := decode(t, given)
	before := o.Actions
	for range 2 { // what is prepared is its own
		if err := o.Prepare(); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(o.Actions); err != nil || string(got) != want {
			t.Errorf("got %s, error %v; want %s", got, err, want)
		}
	}
	if before[0].Selector != " #a " {
		t.Error("got the given actions changed, want them as they were")
	}
	if o := decode(t, `{"mobile":true,"viewport":{"height":700}}`); o.Prepare() != nil || o.Viewport.Width != 390 || o.Viewport.Height != 700 {
		t.Errorf("got a window of %+v, want 390 × 700", o.Viewport)
	}
}

func TestPrepareActionsRefuses(t *testing.T) {
	t.Parallel()
	for actions, field := range map[string]string{
		`[{"type":"click"}]`:                                                  "options.actions[0].selector",
		`[{"type":"click","selector":"a["}]`:                                  "options.actions[0].selector",
		`[{"type":"click","selector":"a:contains('x')"}]`:                     "options.actions[0].selector",
		`[{"type":"scroll"},{"type":"fly"}]`:                                  "options.actions[1].type",
		`[{}]`:                                                                "options.actions[0].type",
		`[{"type":"type","selector":"a"}]`:                                    "options.actions[0].text",
		`[{"type":"type","selector":"a","text":"` + long2000 + `"}]`:          "options.actions[0].text",
		`[{"type":"select","selector":"a"}]`:                                  "options.actions[0].value",
		`[{"type":"press","key":"a"}]`:                                        "options.actions[0].key",
		`[{"type":"press","key":"Enter","text":"x"}]`:                         "options.actions[0].text",
		`[{"type":"wait"}]`:                                                   "options.actions[0].ms",
		`[{"type":"wait","ms":-1}]`:                                           "options.actions[0].ms",
		`[{"type":"wait","ms":5,"selector":"a"}]`:                             "options.actions[0].selector",
		`[{"type":"click","selector":"a","ms":5}]`:                            "options.actions[0].ms",
		`[` + strings.Repeat(`{"type":"scroll"},`, 20) + `{"type":"scroll"}]`: "options.actions",
	} {
		err := decode(t, `{"actions":`+actions+`}`).Prepare()
		if e := errs.As(err); e == nil || e.Code != errs.InvalidRequest || len(e.Details) != 1 || e.Details[0].Field != field {
			t.Errorf("%.80s: got error %+v, want invalid_request of %s", actions, e, field)
		}
	}
}

var long2000 = strings.Repeat("a", 2001)
