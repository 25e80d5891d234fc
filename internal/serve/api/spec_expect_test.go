package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/token"
)

// expect says what of an expectation an answer does not fulfil; nothing when it does.
func (s *specified) expect(t *testing.T, c token.Token, a answer, e string, before *answer) string {
	t.Helper()
	words := strings.SplitN(e, " ", 3)
	if status, err := strconv.Atoi(words[0]); err == nil {
		return refused(a, status, words[1:])
	}
	switch {
	case words[0] == "says":
		want := strings.TrimPrefix(e, "says ")
		if got, _ := a.field("error", "message").(string); !strings.Contains(got, want) {
			return fmt.Sprintf("got message %q, want one with %q", got, want)
		}
		return ""
	case words[0] == "then":
		next := s.send(t, c, http.MethodGet, words[1], "", "", "")
		return s.expect(t, c, next, words[2], nil)
	case e == "replayed":
		if a.header.Get("Idempotent-Replayed") != "true" || before == nil || a.header.Get("X-Credits-Remaining") != before.header.Get("X-Credits-Remaining") {
			return fmt.Sprintf("got replayed %q and %s credits left, want true and as many as before", a.header.Get("Idempotent-Replayed"), a.header.Get("X-Credits-Remaining"))
		}
		return ""
	}
	name, want, ok := strings.Cut(e, "=")
	if !ok {
		t.Fatalf("%q is no expectation", e)
	}
	got := s.value(t, c, a, name)
	if want == "present" && got != "absent" {
		return ""
	}
	if got != want {
		return fmt.Sprintf("got %s %s, want %s", name, got, want)
	}
	return ""
}

// refused holds status, code and field.
func refused(a answer, status int, words []string) string {
	if a.status != status {
		return fmt.Sprintf("got status %d, want %d", a.status, status)
	}
	if len(words) > 0 && a.code() != words[0] {
		return fmt.Sprintf("got code %v, want %s", a.code(), words[0])
	}
	if len(words) < 2 {
		return ""
	}
	details, _ := a.field("error", "details").([]any)
	for _, d := range details {
		if m, _ := d.(map[string]any); m["field"] == words[1] {
			return ""
		}
	}
	return fmt.Sprintf("got details %v, want the field %s", details, words[1])
}

// value is what an answer has under a name, as JSON: a header, a member of data, or what the
// job's input has.
func (s *specified) value(t *testing.T, c token.Token, a answer, name string) string {
	t.Helper()
	if header, ok := strings.CutPrefix(name, "header."); ok {
		if a.header.Get(header) == "" {
			return "absent"
		}
		return a.header.Get(header)
	}
	counted := strings.HasPrefix(name, "len ")
	name = strings.TrimPrefix(name, "len ")
	body := a.body["data"]
	switch first, _, _ := strings.Cut(name, "."); first {
	case "cached", "creditsCharged", "actionCode", "pricingDecision": // of a batch: of its first job
		if one, ok := walk(body, "jobs.0"); ok {
			body = one
		}
	case "input":
		if polled := a.field("data", "input"); polled == nil {
			first, _ := walk(body, "jobs.0.pollUrl")
			url, _ := first.(string)
			body = s.send(t, c, http.MethodGet, strings.TrimPrefix(url, "/v1/public"), "", "", "").body["data"]
		}
	case "paths", "data":
		body = a.body
	}
	found, ok := walk(body, name)
	if !ok {
		return "absent"
	}
	if counted {
		list, _ := found.([]any)
		text, _ := found.(string)
		return strconv.Itoa(len(list) + len(text))
	}
	raw, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// walk follows members and, by numbers, elements. "~" stands for a dot within a name.
func walk(value any, name string) (any, bool) {
	for part := range strings.SplitSeq(name, ".") {
		switch v := value.(type) {
		case map[string]any:
			next, ok := v[strings.ReplaceAll(part, "~", ".")]
			if !ok {
				return nil, false
			}
			value = next
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i >= len(v) {
				return nil, false
			}
			value = v[i]
		default:
			return nil, false
		}
	}
	return value, true
}
