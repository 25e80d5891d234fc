package structured_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// documents are JSON and what is nearly that.
var documents = []string{
	`{}`, ` { "a" : [ 1 , -0.5e+3 , 0 , -0 , 1E2 , true , false , null , "x" , { } , [ ] ] } `, `{"a":1,"a":{"b":2},"a":{"c":3}}`,
	`{"a":"\u00e4\n\"\\\/\ud83d\ude00 \ud83d","b\t":"é","":0}`, "{\"a\":\"\xff\xfe\",\"\xc3\":1}", `{"@graph":[{"@type":["A","B"]},3]}`,
	``, `[]`, `"x"`, `{`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":[1,]}`, `{a:1}`, `{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":.5}`, `{"a":1e}`, `{"a":1e999}`, `{"a":+1}`, `{"a":tru}`, `{"a":nullx}`,
	"{\"a\":\"x\ny\"}", `{"a":"\x"}`, `{"a":"\`, `{"a":"x`, `{"a":1}}`, `{"a":1} x`, `{"a":1}` + "\v", `{"a":1 "b":2}`, `{"a" 1}`, "\ufeff{}", `{"a":0x1}`, `{"a":Infinity}`, `{"a":1_000}`,
	strings.Repeat(`{"a":`, 99) + `{}` + strings.Repeat(`}`, 99), strings.Repeat(`{"a":[`, 60) + strings.Repeat(`]}`, 60),
}

// What decode reads is what encoding/json reads, and it reads most of what is right.
func TestDecode(t *testing.T) {
	t.Parallel()
	for _, text := range documents {
		compare(t, text)
	}
	for _, text := range documents[:6] {
		if _, ok := structured.Decode(text); !ok {
			t.Errorf("%q: got nothing, want it read", text)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range documents {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { compare(t, text) })
}

func compare(t *testing.T, text string) {
	t.Helper()
	got, ok := structured.Decode(text)
	if !ok {
		return
	}
	var want map[string]any
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		t.Errorf("%q: got %v, want error %v", text, got, err)
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%q: read otherwise than by encoding/json (-want +got):\n%s", text, diff)
	}
}
