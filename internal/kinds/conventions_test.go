package kinds_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// TestSubjectsInEitherForm holds that every call that takes a domain means the host of a URL in
// it, and that every call that takes a url takes it without a scheme.
func TestSubjectsInEitherForm(t *testing.T) {
	t.Parallel()
	tried := map[string]int{}
	for _, def := range kinds.All() {
		for _, c := range def.Calls {
			for _, e := range c.Examples {
				for member, other := range map[string]func(string) string{
					"domain": func(domain string) string { return "https://www." + domain + "/a?b" },
					"url":    func(address string) string { return strings.TrimPrefix(address, "https://") },
				} {
					body := object(t, e.Body)
					given, ok := body[member].(string)
					if !ok || !strings.Contains(given, ".") {
						continue
					}
					want := prepared(t, c, body)[member]
					body[member] = other(given)
					if got := prepared(t, c, body)[member]; got != want {
						t.Errorf("%s, %s: got %s %v for %v, want %v", c.Path, e.Name, member, got, body[member], want)
					}
					tried[member]++
				}
			}
		}
	}
	if tried["domain"] < 5 || tried["url"] < 10 {
		t.Errorf("got %v examples with subjects, want those of all calls that have one", tried)
	}
}

// TestTimesInEitherForm holds that every since and until takes ISO 8601 and Unix, as text and
// number, with one outcome.
func TestTimesInEitherForm(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, def := range kinds.All() {
		for _, c := range def.Calls {
			for _, member := range []string{"since", "until"} {
				body := object(t, c.Examples[0].Body)
				for _, form := range []any{"2026-01-31", "2026-01-31T00:00:00Z", "20260131", 20260131, "1769817600", 1769817600, 1769817600000} {
					body[member] = form
					got, takes := prepared(t, c, body)[member]
					if takes && got != "2026-01-31T00:00:00.000Z" {
						t.Errorf("%s: got %s %v for %v, want 2026-01-31T00:00:00.000Z", c.Path, member, got, form)
					}
					if takes {
						tried++
					}
				}
			}
		}
	}
	if tried != 7*7 {
		t.Errorf("got %d times, want 7 forms of the since and until of four calls", tried)
	}
}

func object(t *testing.T, body string) map[string]any {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal([]byte(body), &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// prepared are arguments as the job has them.
func prepared(t *testing.T, c kind.Call, body map[string]any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	args := c.NewArgs()
	if err := json.Unmarshal(raw, args); err != nil {
		t.Fatal(err)
	}
	if _, err := args.Prepare(kind.Caller{}); err != nil {
		t.Fatalf("%s of %s: got error %v, want none", c.Path, raw, err)
	}
	if raw, err = json.Marshal(args); err != nil {
		t.Fatal(err)
	}
	return object(t, string(raw))
}
