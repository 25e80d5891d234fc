package envelope_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/sources/adlibrary/envelope"
)

const key = "search_results_connection"

func script(body string) string {
	return `<script type="application/json" data-sjs>` + body + `</script>`
}

// all are the objects of a page; a broken script is "broken".
func all(page string) []string {
	found := []string{}
	for object, err := range envelope.Objects([]byte(page), key) {
		if errors.Is(err, envelope.ErrBroken) {
			object = json.RawMessage("broken")
		}
		found = append(found, string(object))
	}
	return found
}

func TestObjects(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		page string
		want []string
	}{
		"deep within":       {script(`{"require":[["a",null,[{"__bbox":{"search_results_connection":{"count":2,"e":["}"]}}}]]]}`), []string{`{"count":2,"e":["}"]}`}},
		"spaces":            {script("{\"search_results_connection\" :\n\t{ } }"), []string{`{ }`}},
		"amid others":       {`<!doctype html><script>var x = {"search_results_connection":{"a":1}}</script><p>"search_results_connection":{}</p>` + script(`{"a":1}`) + script(`{"search_results_connection":{"b":1}}`), []string{`{"b":1}`}},
		"two":               {script(`[{"search_results_connection":{"a":1}},{"search_results_connection":{"b":1}}]`) + script(`{"search_results_connection":{}}`), []string{`{"a":1}`, `{"b":1}`, `{}`}},
		"one in another":    {script(`{"search_results_connection":{"search_results_connection":{"a":1}}}`), []string{`{"search_results_connection":{"a":1}}`}},
		"null":              {script(`{"search_results_connection":null,"b":[]}`), []string{}},
		"a list":            {script(`{"search_results_connection":[{"a":1}]}`), []string{}},
		"a text":            {script(`["search_results_connection",{"a":1}]`), []string{}},
		"a value":           {script(`{"a":"search_results_connection","b":{"c":1}}`), []string{}},
		"within a text":     {script(`{"body":"\"search_results_connection\":{\"count\":0}"}`), []string{}},
		"escapes":           {script(`{"a\\":"\\","search_results_connection":{"t":"\\\"}{","u":"<\/script>"}}`), []string{`{"t":"\\\"}{","u":"<\/script>"}`}},
		"another type":      {`<script type="text/javascript">{"search_results_connection":{}}</script>`, []string{}},
		"type in upper":     {`<SCRIPT data-x="1" TYPE=" Application/JSON ">{"search_results_connection":{}}</SCRIPT>`, []string{`{}`}},
		"a comment":         {`<!-- ` + script(`{"search_results_connection":{}}`) + ` -->`, []string{}},
		"cut off":           {script(`{"search_results_connection":{"edges":[{"a":1}`), []string{"broken"}},
		"cut off in a text": {script(`{"search_results_connection":{"edges":"abc`), []string{"broken"}},
		"cut off, another":  {script(`{"search_results_connection":{"a`) + script(`{"search_results_connection":{}}`), []string{"broken", `{}`}},
		"an unclosed page":  {`<script type="application/json">{"search_results_connection":{"a":1}}`, []string{`{"a":1}`}},
		"no JSON":           {script(`search_results_connection" : {`), []string{}},
		"nothing":           {"", []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, all(tc.page)); diff != "" {
				t.Errorf("envelopes mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// Whatever surrounds an object, it is found, and it is what was put there.
func TestAnySurroundings(t *testing.T) {
	t.Parallel()
	texts := rapid.SliceOf(rapid.SampledFrom([]string{`"`, `\`, `{`, `}`, `[`, `:`, key, `"` + key + `":{}`, "é", "<", " "}))
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string { return strings.Join(texts.Draw(t, name), "") }
		object := map[string]any{text("name"): text("value"), "list": []any{text("item"), map[string]any{"x": text("deep")}}}
		want, _ := json.Marshal(object)
		whole, _ := json.Marshal([]any{text("before"), map[string]any{"a" + text("other"): text("else"), key: json.RawMessage(want)}, text("after")})
		got := all(script(string(whole)))
		if diff := cmp.Diff([]string{string(want)}, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Pages that are made to cost much cost no more than their length: with time that grows
// by its square this test would take hours.
func TestHostileLengths(t *testing.T) {
	t.Parallel()
	const size = 5 << 20
	many := func(part string) string { return strings.Repeat(part, size/len(part)) }
	for name, tc := range map[string]struct {
		page string
		want int
	}{
		"keys that never close": {script(many(`{"search_results_connection":`)), 1},
		"brackets":              {script(`{"search_results_connection":{"a":` + many(`[`)), 1},
		"many objects":          {script(`[` + many(`{"search_results_connection":{}},`)), size / len(`{"search_results_connection":{}},`)},
		"quotes":                {script(`{"search_results_connection":null,` + many(`"`)), 0},
		"backslashes":           {script(`{"search_results_connection":"` + many(`\`)), 0},
		"scripts":               {many(script(`{"search_results_connection":1}`)), 0},
		"attributes":            {`<script ` + many(`a=b `) + `>"search_results_connection"`, 0},
		"tags":                  {`"search_results_connection"` + many(`<p>`), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := len(all(tc.page)); got != tc.want {
				t.Errorf("%d objects, want %d", got, tc.want)
			}
		})
	}
}
