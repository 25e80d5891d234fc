package local_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/apitest"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// TestPriceOfRendering: an operator's price is charged for pages that a browser shows, and others
// cost what they cost, from the cache, too.
func TestPriceOfRendering(t *testing.T) {
	t.Parallel()
	s, err := local.Start(t.Context(), local.Options{
		Listen: "127.0.0.1:0", DataDir: t.TempDir(), SampleWeb: true, RenderCredits: 7, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	checker, err := apitest.New(get(t, s.Info().BaseURL+"/openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	c := &caller{info: s.Info(), checker: checker}
	steps := []struct {
		body            string
		charged, back   float64
		outcome, reason string
		browser         bool
	}{
		{`{"url":"http://article.test/","cacheTtlSec":60}`, 7, 6, "partly_refunded", "not_needed", false},
		{`{"url":"http://article.test/","cacheTtlSec":60}`, 1, 0, "charged", "cache_hit", false},
		{`{"url":"http://article.test/","render":"never"}`, 1, 0, "charged", "fresh", false},
		{`{"url":"http://article.test/missing"}`, 7, 7, "refunded", "job_failed", false},
		{`{"url":"http://app.test/","cacheTtlSec":60}`, 7, 0, "charged", "fresh", true},
		{`{"url":"http://app.test/","cacheTtlSec":60}`, 7, 0, "charged", "cache_hit", true},
		{`{"url":"http://app.test/","render":"always","format":"raw"}`, 7, 0, "charged", "fresh", true},
		{`{"url":"http://app.test/","formats":["markdown","screenshot"]}`, 7, 0, "charged", "fresh", true},
		{`{"url":"http://app.test/","format":"screenshot"}`, 5, 0, "charged", "fresh", true},
	}
	spent := 0.0
	_, missing := chromium.Find("")
	for _, step := range steps {
		if step.browser && missing != nil {
			continue
		}
		status, data := c.call(t, http.MethodPost, "/v1/public/scrape", []byte(step.body))
		decision, _ := data["pricingDecision"].(map[string]any)
		if status != http.StatusOK || data["creditsCharged"] != step.charged || fmt.Sprint(data["creditsRefunded"]) != fmt.Sprint(step.back) ||
			decision["outcome"] != step.outcome || decision["reason"] != step.reason {
			t.Errorf("%s: got status %d, charged %v, refunded %v, decision %v; want 200, %v, %v, %s because of %s",
				step.body, status, data["creditsCharged"], data["creditsRefunded"], decision, step.charged, step.back, step.outcome, step.reason)
		}
		spent += step.charged - step.back
	}
	_, data := c.call(t, http.MethodGet, "/v1/public/balance", nil)
	if got := data["balance"]; got != 1e5-spent {
		t.Errorf("got balance %v, want %v: %v credits spent", got, 1e5-spent, spent)
	}
}

// TestRaisedPriceOfRendering: what is in the cache costs what it cost when it was fetched, though an
// operator has raised the price since.
func TestRaisedPriceOfRendering(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for i, step := range []struct {
		price  int64
		reason string
	}{{0, "fresh"}, {7, "cache_hit"}} {
		s, err := local.Start(t.Context(), local.Options{
			Listen: "127.0.0.1:0", DataDir: folder, SampleWeb: true, RenderCredits: step.price, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		c := &caller{info: s.Info()}
		_, data := c.call(t, http.MethodPost, "/v1/public/scrape", []byte(`{"url":"http://article.test/","cacheTtlSec":600}`))
		s.Close()
		decision, _ := data["pricingDecision"].(map[string]any)
		if data["creditsCharged"] != 1.0 || data["creditsRefunded"] != 0.0 || decision["reason"] != step.reason {
			t.Errorf("call %d: got charged %v, refunded %v, decision %v; want 1, 0, %s", i, data["creditsCharged"], data["creditsRefunded"], decision, step.reason)
		}
	}
}

// TestNoBrowser: where there is no browser, calls that show a page fail with a code of their own and cost nothing; others succeed.
func TestNoBrowser(t *testing.T) {
	t.Parallel()
	s, err := local.Start(t.Context(), local.Options{
		Listen: "127.0.0.1:0", DataDir: t.TempDir(), SampleWeb: true, Chromium: filepath.Join(t.TempDir(), "gone"), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	c := &caller{info: s.Info()}
	if c.info.Browser != "" {
		t.Errorf("got the browser %s, want none", c.info.Browser)
	}
	for body, want := range map[string]string{
		`{"url":"http://article.test/"}`:                       "succeeded",
		`{"url":"http://app.test/"}`:                           "browser_unavailable",
		`{"url":"http://article.test/","format":"screenshot"}`: "browser_unavailable",
	} {
		status, data := c.call(t, http.MethodPost, "/v1/public/scrape", []byte(body))
		got, charged := data["status"], data["creditsCharged"]
		if failure, ok := data["error"].(map[string]any); ok {
			got = failure["code"]
		}
		if status != http.StatusOK || got != want || want != "succeeded" && data["creditsRefunded"] != charged {
			t.Errorf("%s: got status %d, %v, charged %v, refunded %v; want 200, %s, all of it refunded", body, status, got, charged, data["creditsRefunded"], want)
		}
	}
}

// TestInfoHasTheBrowser: what a service shows pages by is known to whoever asks what it lacks.
func TestInfoHasTheBrowser(t *testing.T) {
	t.Parallel()
	browser := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(browser, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s, err := local.Start(t.Context(), local.Options{Listen: "127.0.0.1:0", DataDir: dir, Chromium: browser, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if info, err := local.ReadInfo(dir); err != nil || info.Browser != browser {
		t.Errorf("got %+v, error %v; want the browser %s", info, err, browser)
	}
}
