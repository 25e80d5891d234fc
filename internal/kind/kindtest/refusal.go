package kindtest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
)

// longest is what a message may have: it may quote a caller, but not all of a long value.
const longest = 400

// Refusals are bodies by the names of their cases, with the code, the field and a part
// of the message of what Prepare has to say. They are of an unnamed type, so that tables
// need not name the fields.
type Refusals = map[string]struct {
	Body  string
	Code  errs.Code
	Field string
	Says  string
}

// Refuses holds that a call refuses bodies, each for one field and in few words.
func Refuses(t *testing.T, call Call, caller kind.Caller, cases Refusals) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := Prepare(t, call, caller, c.Body)
			e := errs.As(err)
			if e == nil || e.Code != c.Code || len(e.Details) != 1 || e.Details[0].Field != c.Field ||
				!strings.Contains(e.Message, c.Says) || len(e.Message) > longest {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// Bodies are bodies by the names of their cases, and whether the schema lets them pass.
type Bodies = map[string]struct {
	Body string
	OK   bool
}

// Schema holds bodies against the schema of a call's tags, as the API does before it
// decodes them.
func Schema(t *testing.T, call Call, cases Bodies) {
	t.Helper()
	registry := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	schema := huma.SchemaFromType(registry, reflect.TypeOf(call.NewArgs()).Elem())
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var value any
			if err := json.Unmarshal([]byte(c.Body), &value); err != nil {
				t.Fatal(err)
			}
			var result huma.ValidateResult
			huma.Validate(registry, schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, value, &result)
			if ok := len(result.Errors) == 0; ok != c.OK {
				t.Errorf("got %v", result.Errors)
			}
		})
	}
}

// Documented holds that the schema of every type can be made, and that every field that
// a caller meets says what it means.
func Documented(tb testing.TB, types ...reflect.Type) {
	tb.Helper()
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	for _, typ := range types {
		huma.SchemaFromType(registry, typ)
		for _, f := range reflect.VisibleFields(typ) {
			if f.IsExported() && !f.Anonymous && f.Tag.Get("json") != "-" && f.Tag.Get("doc") == "" {
				tb.Errorf("%s.%s has no doc tag", typ.Name(), f.Name)
			}
		}
	}
}
