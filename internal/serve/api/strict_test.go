package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestNamesOfOptions: a name that is nearly an option's is told so, and one in an object that is like none of its names is told these.
func TestNamesOfOptions(t *testing.T) {
	t.Parallel()
	s := specify(t, storetest.New(t))
	who := s.become(t, statement{}, "someone")
	for body, says := range map[string]string{
		`{"url":"https://a.example/","timeout":1000}`:                                              "timeout: is not a field of this call; did you mean options.timeoutMs?",
		`{"url":"https://a.example/","options":{"actions":[{"type":"wait","milliseconds":1000}]}}`: "remove it or check its spelling; there are key, ms, optional,",
		`{"url":"https://a.example/","onlyMainContent":true}`:                                      "it belongs in options",
		`{"url":"https://a.example/","utterlyOther":true}`:                                         "remove it or check its spelling\"",
		`{"url":"https://a.example/","render":true}`:                                               `must be one of \"auto\", \"never\", \"always\"`,
	} {
		if a := s.send(t, who, http.MethodPost, "/scrape", body, "", ""); a.status != http.StatusBadRequest || !strings.Contains(a.raw, says) {
			t.Errorf("%s: got status %d, body %s; want 400 with %q", body, a.status, a.raw, says)
		}
	}
}

// TestNamesElsewhere: a name that a field has elsewhere is answered with its name here.
func TestNamesElsewhere(t *testing.T) {
	t.Parallel()
	s := specify(t, storetest.New(t))
	who := s.become(t, statement{}, "someone")
	for body, c := range map[string]struct{ path, says string }{
		`{"url":"https://a.example/","maxPages":10}`:  {"/crawl", "did you mean limit?"},
		`{"url":"https://a.example/","max_pages":10}`: {"/crawl", "did you mean limit?"},
		`{"url":"https://a.example/","pages":10}`:     {"/crawl", "did you mean limit?"},
		`{"company":"a.example"}`:                     {"/scrape/company", "did you mean domain or companyName?"},
	} {
		if a := s.send(t, who, http.MethodPost, c.path, body, "", ""); a.status != http.StatusBadRequest || !strings.Contains(a.raw, c.says) {
			t.Errorf("%s: got status %d, body %s; want 400 with %q", body, a.status, a.raw, c.says)
		}
	}
}

// TestASiteOnThisMachine: who names this machine learns how a site on it is reached, where the service runs on it.
func TestASiteOnThisMachine(t *testing.T) {
	t.Parallel()
	s := specify(t, storetest.New(t))
	who := s.become(t, statement{}, "someone")
	for body, path := range map[string]string{
		`{"url":"http://localhost/"}`:              "/scrape",
		`{"url":"http://127.0.0.1/"}`:              "/scrape/site",
		`{"url":"localhost:3000"}`:                 "/crawl",
		`{"urls":["http://localhost/"]}`:           "/scrape/batch",
		`{"domain":"localhost"}`:                   "/scrape/sitemap",
		`{"domain":"127.0.0.1"}`:                   "/scrape/sitemap",
		`{"domain":"localhost:3000"}`:              "/scrape/sitemap",
		`{"domain":"http://127.0.0.1:3000/about"}`: "/scrape/company",
	} {
		if a := s.send(t, who, http.MethodPost, path, body, "", ""); !strings.Contains(a.raw, "--hosts 'mine.test=127.0.0.1:3000'") {
			t.Errorf("%s %s: got status %d, body %s; want the flag that maps a name", path, body, a.status, a.raw)
		}
	}
	if a := s.send(t, who, http.MethodPost, "/scrape", `{"url":"http://10.0.0.1/"}`, "", ""); strings.Contains(a.raw, "--hosts") {
		t.Errorf("got body %s for another private address, want no flag", a.raw)
	}
}

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
