package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSearchAdviceAtTheStart: whoever starts the service without a key reads what web searches have,
// and with the sample web nothing of it. The command that is proposed works.
func TestSearchAdviceAtTheStart(t *testing.T) {
	t.Parallel()
	searches := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"query":"tides","results":[{"url":"https://tides.example/","title":"Tides","content":"Of the sea","engine":"google","engines":["google"],"score":1}]}`))
	}))
	t.Cleanup(searches.Close)
	proposed := strings.Fields(strings.Replace(withSearXNG, "127.0.0.1:8888", searches.Listener.Addr().String(), 1))[2:]
	for name, c := range map[string]struct {
		args  []string
		given bool
	}{
		"no engine with a key": {nil, true},
		"as proposed":          {proposed, false},
		"the sample web":       {[]string{"--sample-web"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, t.TempDir(), c.args...)
			if name == "as proposed" {
				_, _, job := p.call(t, http.MethodPost, "/v1/public/search", `{"q":"tides"}`)
				if found := fmt.Sprint(job["result"]); !strings.Contains(found, "https://tides.example/") {
					t.Errorf("got %v, want the result of the SearXNG", job)
				}
			}
			p.call(t, http.MethodGet, "/v1/public/balance", "") // the advice is behind the line that start waits for
			p.kill()
			if got := p.stdout.String(); strings.Contains(got, "--source searxng=") != c.given || strings.Contains(got, "DuckDuckGo alone, once in 30 seconds") != c.given {
				t.Errorf("got at the start %q, want the advice %t", got, c.given)
			}
		})
	}
}

func TestSearchAdvice(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		sources, keys map[string]string
		sample, given bool
	}{
		"nothing":     {nil, nil, false, true},
		"another key": {nil, map[string]string{"openalex": "k"}, false, true},
		"a key":       {nil, map[string]string{"brave": "k"}, false, false},
		"a SearXNG":   {map[string]string{"searxng": "http://127.0.0.1:8888"}, nil, false, false},
		"sample web":  {nil, nil, true, false},
	}
	for name, c := range cases {
		got := searchAdvice(c.sources, c.keys, c.sample)
		if strings.Contains(got, "--source searxng=") != c.given {
			t.Errorf("%s: got advice %q, want some %t", name, got, c.given)
		}
	}
}

func TestBrowserAdvice(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(program, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if got := browserAdvice(program); got != "" {
		t.Errorf("a browser: got advice %q, want none", got)
	}
	got := browserAdvice(program + "-gone")
	if !strings.Contains(got, "browser_unavailable") || !strings.Contains(got, "QUARRY_CHROMIUM=") || strings.Count(got, "\n") != 1 {
		t.Errorf("no browser: got advice %q, want one line with browser_unavailable and QUARRY_CHROMIUM=", got)
	}
}
