package result_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/serve/result"
)

func TestCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100)
	for _, c := range []struct {
		name, in, want string
		limit          int
	}{
		{"what fits stays", `{"a":1,"b":[1,2]}`, `{"a":1,"b":[1,2]}`, 100},
		{"a list loses its end", `{"url":"u","items":["aaaa","bbbb","cccc"]}`, `{"url":"u","items":["aaaa","bbbb"]}`, 38},
		{"a long text is left out", `{"url":"u","raw":"` + long + `","status":200}`, `{"url":"u","status":200}`, 60},
		{"the largest gives first", `{"a":[1,2,3],"raw":"` + long + `"}`, `{"a":[1,2,3]}`, 40},
		{"a list of one too large item", `{"a":["` + long + `"],"b":1}`, `{"a":[],"b":1}`, 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := result.Cut(json.RawMessage(c.in), c.limit)
			if err != nil || string(got) != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestCutIsValidAndFits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		object := rapid.MapOf(rapid.String(), rapid.OneOf(
			rapid.Map(rapid.String(), func(s string) any { return s }),
			rapid.Map(rapid.SliceOf(rapid.String()), func(s []string) any { return s }),
			rapid.Map(rapid.Int(), func(n int) any { return n }),
		)).Draw(t, "object")
		raw, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		limit := rapid.IntRange(2, 300).Draw(t, "limit")
		got, err := result.Cut(raw, limit)
		if err != nil || !json.Valid(got) {
			t.Fatalf("got %s, %v", got, err)
		}
		// A list that must go entirely leaves its name and "[]" behind.
		floor := 2
		for name := range object {
			quoted, _ := json.Marshal(name)
			floor += len(quoted) + len(`:[],`)
		}
		if len(got) > max(limit, floor) {
			t.Fatalf("%d bytes for a limit of %d: %s", len(got), limit, got)
		}
	})
}

func TestCutRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	if _, err := result.Cut(json.RawMessage(`[1]`), 1); err == nil {
		t.Error("no error")
	}
}
