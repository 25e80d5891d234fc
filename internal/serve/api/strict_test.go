package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestStrictWhereMoneyDepends: what a client misspelt is refused, with what it meant, and
// charges nothing.
func TestStrictWhereMoneyDepends(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, c := range map[string]struct{ body, field, says string }{
		"misspelt":          {`{"text":"x","cacheTtlSecs":1}`, "cacheTtlSecs", "did you mean cacheTtlSec?"},
		"another case":      {`{"text":"x","Wait":false}`, "Wait", "did you mean wait?"},
		"with underscores":  {`{"text":"x","max_credits":1}`, "max_credits", "did you mean maxCredits?"},
		"without max":       {`{"text":"x","credit":1}`, "credit", "did you mean maxCredits?"},
		"like nothing":      {`{"text":"x","utterlyOther":1}`, "utterlyOther", "remove it or check its spelling"},
		"case of the text":  {`{"Text":"x"}`, "Text", "did you mean text?"},
		"twice":             {`{"text":"x","text":"y"}`, "text", "is given more than once"},
		"twice, other case": {`{"text":"x","TEXT":"y"}`, "TEXT", "did you mean text?"},
	} {
		a := s.post(t, c.body)
		if a.status != http.StatusBadRequest || !strings.Contains(a.raw, `"field":"`+c.field+`"`) || !strings.Contains(a.raw, c.says) {
			t.Errorf("%s: got status %d, body %s; want 400 at %s with %q", name, a.status, a.raw, c.field, c.says)
		}
	}
	for path, says := range map[string]string{
		"/jobs?stauts=queued": "did you mean status?", "/jobs?limti=1": "did you mean limit?", "/jobs?knid=url": "did you mean kind?", "/jobs?Limit=1": "did you mean limit?", "/usage?day=3": "did you mean days?",
		"/balance?x=1": "has no query",
	} {
		a := s.call(t, http.MethodGet, "/v1/public"+path, "")
		if a.status != http.StatusBadRequest || !strings.Contains(a.raw, says) {
			t.Errorf("%s: got status %d, body %s; want 400 with %q", path, a.status, a.raw, says)
		}
	}
	if a := s.call(t, http.MethodPost, "/v1/public/echo?wait=false", `{"text":"x"}`); a.status != http.StatusBadRequest {
		t.Errorf("got status %d for an argument in the query, want 400", a.status)
	}
	if b := s.money(t); b.Debits != 0 {
		t.Errorf("got %d debits, want none", b.Debits)
	}
}
