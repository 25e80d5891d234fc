package seorun_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// outcomes are those of a result by signal, in the canonical order.
func outcomes(r seo.Result) []signal.Outcome {
	var list []signal.Outcome
	if r.Technical != nil {
		list = append(list, r.Technical.Outcome)
	}
	if r.PageSpeed != nil {
		list = append(list, r.PageSpeed.Outcome)
	}
	if r.BlogFeed != nil {
		list = append(list, r.BlogFeed.Outcome)
	}
	if r.Tranco != nil {
		list = append(list, r.Tranco.Outcome)
	}
	if r.Wikidata != nil {
		list = append(list, r.Wikidata.Outcome)
	}
	if r.CommonCrawl != nil {
		list = append(list, r.CommonCrawl.Outcome)
	}
	if r.CrUX != nil {
		list = append(list, r.CrUX.Outcome)
	}
	return list
}

// statuses joins the statuses, and fails where one that is not ok has no reason.
func statuses(t *testing.T, r seo.Result) string {
	t.Helper()
	var words []string
	for _, o := range outcomes(r) {
		words = append(words, string(o.Status))
		if o.Source == "" || (o.Reason == "") != (o.Status == signal.OK) {
			t.Errorf("an outcome that does not say enough: %+v", o)
		}
	}
	return strings.Join(words, " ")
}

// broken answers whatever is asked with the beginning of JSON.
func broken(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"`) }

// One upstream that fails leaves the others as they are.
func TestEachFailsAlone(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"pagespeed":   "ok error ok ok ok ok ok",
		"tranco":      "ok ok ok error ok ok ok",
		"wikidata":    "ok ok ok ok error ok ok",
		"commoncrawl": "ok ok ok ok ok error ok",
		"crux":        "ok ok ok ok ok ok error",
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := webtest.Site{Host: name + ".upstream.test", Upstream: name, Rest: broken}
			r, _ := setup(t, webtest.New().Keys(), site)
			result, err := run(t.Context(), t, r, `{"domain":"company.test"}`)
			if err != nil {
				t.Fatal(err)
			}
			if got := statuses(t, result); got != want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// page serves a page under a status.
func page(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// challenge is a bot wall.
func challenge() http.HandlerFunc {
	return page(http.StatusForbidden, "<title>Just a moment...</title>", "Cf-Mitigated", "challenge")
}

func site(host string, home http.HandlerFunc) webtest.Site {
	return webtest.Site{Host: host, Assets: map[string]http.HandlerFunc{"/": home}}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	wall := challenge()
	cases := map[string]struct {
		site webtest.Site
		keys map[string]string // nil for those of the sample web
		body string
		want string
	}{
		"sources are away":         {site("down.test", page(200, "<p>x")), nil, `{"domain":"down.test"}`, "ok error empty empty error error empty"},
		"nobody knows the domain":  {site("new.test", page(200, "<p>x")), nil, `{"domain":"new.test"}`, "ok ok empty empty empty empty empty"},
		"without keys":             {site("new.test", page(200, "<p>x")), map[string]string{}, `{"domain":"new.test","signals":["tranco","crux"]}`, "empty not_configured"},
		"with a wrong key":         {site("new.test", page(200, "<p>x")), map[string]string{"crux": "old"}, `{"domain":"new.test","signals":["crux","tranco"]}`, "empty not_configured"},
		"a wall":                   {site("new.test", wall), nil, `{"domain":"new.test","signals":["technical","tranco"]}`, "blocked empty"},
		"the site refuses a login": {site("new.test", page(401, "no", "WWW-Authenticate", "Basic")), nil, `{"domain":"new.test","signals":["technical","blogfeed","tranco"]}`, "blocked blocked empty"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, _ := setup(t, c.keys, c.site)
			result, err := run(t.Context(), t, r, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if got := statuses(t, result); got != c.want {
				t.Errorf("got %s: %+v", got, outcomes(result))
			}
		})
	}
}

// A page that answers with an error was not read. What it answered is there beside other
// signals; alone it is the job's failure, which is refunded.
func TestTechnicalOfAnError(t *testing.T) {
	t.Parallel()
	for status, says := range map[int]string{http.StatusGone: "410 Gone", http.StatusMisdirectedRequest: "421"} {
		r, _ := setup(t, nil, site("new.test", page(status, "<p>no")))
		result, err := run(t.Context(), t, r, `{"domain":"new.test","signals":["technical","blogfeed","tranco"]}`)
		if err != nil {
			t.Fatal(err)
		}
		if got := result.Technical; got.Status != signal.Error || !strings.Contains(got.Reason, says) || got.Response == nil || got.Page != nil || result.FinalURL == "" {
			t.Errorf("%d: got %+v, want an error with %q, and the response", status, got, says)
		}
		if result, err = run(t.Context(), t, r, `{"domain":"new.test","signals":["technical","blogfeed"]}`); !errs.Is(err, errs.TargetError) {
			t.Errorf(`%d: got error %v, result %+v; want error "target_error"`, status, err, result)
		}
	}
}

// What the page itself is, is a finding and no failure.
func TestTechnicalNotes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		home http.HandlerFunc
		says string
	}{
		"PDF": {page(200, "%PDF-1.7", "Content-Type", "application/pdf"), "application/pdf and not HTML"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, _ := setup(t, nil, site("new.test", c.home))
			result, err := run(t.Context(), t, r, `{"domain":"new.test","signals":["technical"]}`)
			if err != nil {
				t.Fatal(err)
			}
			got := result.Technical
			if got.Status != signal.OK || !strings.Contains(got.Reason, c.says) || got.Response == nil || got.Page != nil || result.FinalURL == "" {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// A job of which nothing came fails, and is refunded.
func TestNothingCame(t *testing.T) {
	t.Parallel()
	r, _ := setup(t, nil, webtest.Site{Host: "tranco.upstream.test", Upstream: "tranco", Rest: broken})
	_, err := run(t.Context(), t, r, `{"domain":"company.test","signals":["tranco"]}`)
	if !errs.Is(err, errs.ParseFailed) {
		t.Errorf("a source that is broken: %v", err)
	}
	_, err = run(t.Context(), t, r, `{"domain":"nocert.test","url":"https://nocert.test/","signals":["technical","tranco"]}`)
	if !errs.Is(err, errs.TLSFailed) && !errs.Is(err, errs.TargetError) {
		t.Errorf("a site that is broken: %v", err)
	}
	walled, _ := setup(t, nil, site("quota.test", challenge()))
	for _, body := range []string{`{"domain":"quota.test"}`, `{"domain":"quota.test","signals":["technical"]}`} {
		if _, err := run(t.Context(), t, walled, body); !errs.Is(err, errs.UpstreamBlocked) {
			t.Errorf("%s, where nobody lets us in: %v", body, err)
		}
	}
	keyless, _ := setup(t, map[string]string{})
	if _, err := run(t.Context(), t, keyless, `{"domain":"company.test","signals":["crux"]}`); !errs.Is(err, errs.ProviderNotConfigured) {
		t.Errorf("a source without its key: %v", err)
	}
}

// Without a url, the page is looked for where the domain has one.
func TestPageIsFound(t *testing.T) {
	t.Parallel()
	r, web := setup(t, nil)
	result, err := run(t.Context(), t, r, `{"domain":"expired.test","signals":["technical"]}`)
	if err != nil || result.URL != "http://expired.test/" || result.FinalURL != "http://expired.test/" {
		t.Errorf("a certificate that ended: %+v, %v", result, err)
	}
	result, err = run(t.Context(), t, r, `{"domain":"article.test","signals":["tranco","wikidata"]}`)
	if err != nil || result.URL != "https://article.test/" || result.FinalURL != "" || web.Hits("article.test") != 0 {
		t.Errorf("a page that nobody needs: %+v, %v", result, err)
	}
}

// stuck is a network in which nothing ever answers.
type stuck struct{}

func (stuck) Do(ctx context.Context, _ fetch.Request) (*fetch.Response, error) {
	<-ctx.Done()
	return nil, fmt.Errorf("stuck: %w", context.Cause(ctx))
}

// stuckRunner is a runner that waits in vain, but for crux, which has no key.
func stuckRunner(t *testing.T) *seorun.Worker {
	t.Helper()
	settings, err := sources.NewSettings(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return seorun.New(stuck{}, upstream.NewSet(stuck{}, settings, nil), nil)
}

// What is not done in 50 s says so, and what was done is there.
func TestTimeIsUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, began := stuckRunner(t), time.Now()
		args := seo.Args{Domain: "site.example"}
		if _, err := args.Prepare(kind.Caller{}); err != nil {
			t.Fatal(err)
		}
		result, err := r.Snapshot(t.Context(), args)
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 50*time.Second {
			t.Errorf("took %s", took)
		}
		if got := statuses(t, *result); got != "error error error error error error not_configured" {
			t.Errorf("got %s", got)
		}
		if reason := result.Tranco.Reason; !strings.Contains(reason, "not enough time") {
			t.Errorf("reason %q", reason)
		}
		_, err = run(t.Context(), t, r, `{"domain":"site.example","signals":["tranco"]}`)
		if !errs.Is(err, errs.UpstreamTimeout) {
			t.Errorf("nothing came in time: %v", err)
		}
		synctest.Wait()
	})
}

// A job that is stopped from outside tells nothing of its own.
func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	stopped := errs.New(errs.Cancelled, "stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	r := stuckRunner(t)
	if _, err := run(ctx, t, r, `{"domain":"site.example"}`); !errors.Is(err, stopped) {
		t.Errorf("run: %v", err)
	}
	if _, err := r.Snapshot(ctx, seo.Args{Domain: "site.example"}); !errors.Is(err, stopped) {
		t.Errorf("snapshot: %v", err)
	}
}

// Other kinds get what came, even if that is nothing.
func TestSnapshotKeepsFailures(t *testing.T) {
	t.Parallel()
	r, _ := setup(t, nil, webtest.Site{Host: "tranco.upstream.test", Upstream: "tranco", Rest: broken})
	result, err := r.Snapshot(t.Context(), seo.Args{Domain: "company.test", Signals: []seo.Signal{seo.SignalTranco}})
	if err != nil || result.Tranco.Status != signal.Error || result.Technical != nil {
		t.Errorf(`got result %+v, error %v; want no error, Tranco.Status "error", Technical nil`, result, err)
	}
	if diff := cmp.Diff([]seo.RankOn{}, result.Tranco.History); diff != "" {
		t.Errorf("History mismatch (-want +got):\n%s", diff)
	}
}
