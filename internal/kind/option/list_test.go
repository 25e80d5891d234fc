package option_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

func TestList(t *testing.T) {
	t.Parallel()
	type body struct {
		Words option.List `json:"words,omitempty"`
	}
	for in, want := range map[string]string{
		`{"words":["b","a"," b ",""]}`: `{"words":["a","b"]}`,
		`{"words":" b, a,,b"}`:         `{"words":["a","b"]}`,
		`{"words":"a"}`:                `{"words":["a"]}`,
		`{"words":["a,b"]}`:            `{"words":["a,b"]}`,
		`{"words":""}`:                 `{}`,
		`{"words":[]}`:                 `{}`,
		`{}`:                           `{}`,
	} {
		var b body
		if err := json.Unmarshal([]byte(in), &b); err != nil {
			t.Errorf("%s: got error %v, want no error", in, err)
		}
		if err := b.Words.Tidy("words"); err != nil {
			t.Errorf("%s: got error %v, want no error", in, err)
		}
		if got, err := json.Marshal(b); err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v", in, got, err)
		}
	}
	for _, in := range []string{`{"words":1}`, `{"words":[1]}`, `{"words":{}}`} {
		if err := json.Unmarshal([]byte(in), new(body)); err == nil {
			t.Errorf("%s passes", in)
		}
	}
	many := option.List{}
	for i := range 51 {
		many = append(many, strings.Repeat("x", i+1))
	}
	for _, l := range []option.List{many, {strings.Repeat("x", 501)}} {
		if err := l.Tidy("words"); !errs.Is(err, errs.InvalidRequest) || errs.As(err).Details[0].Field != "words" {
			t.Errorf("%d words pass: %v", len(l), err)
		}
	}
	l := option.List{"b", "a"}
	if err := l.Tidy("words"); err != nil || cmp.Diff(option.List{"a", "b"}, l) != "" {
		t.Errorf(`got list %q, error %v; want no error, list option.List{"a", "b"}`, l, err)
	}
}
