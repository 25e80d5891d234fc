package companyrun_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/companyrun"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/site"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
	"github.com/quarryapi/quarry/pkg/technology"
)

// brand stands for the brand's runner, which has tests of its own and needs a browser.
type brand struct{ err error }

func (b brand) Profile(_ context.Context, url string) (*brandkind.Result, error) {
	if b.err != nil {
		return nil, b.err
	}
	return &brandkind.Result{Design: brandkind.Design{URL: url}}, nil
}

// setup returns a runner that reaches the sample web and the replays of upstreams.
func setup(t *testing.T, b companyrun.Brand, extra ...webtest.Site) *companyrun.Worker {
	t.Helper()
	sample := webclient.Start(t, extra...)
	web, up := sample.Web, sample.Upstreams(t, webtest.New().Keys())
	return companyrun.New(web, b, infrarun.New(web, up, technology.New(), time.Now), seorun.New(web, up, time.Now))
}

func run(t *testing.T, r *companyrun.Worker, body string) (company.Result, error) {
	t.Helper()
	return kindtest.Runs[company.Args, company.Result]{Call: company.Call(), Worker: r}.Run(t.Context(), t, body)
}

// statuses are how the parts went, by name.
func statuses(r company.Result) string {
	all := make([]string, len(r.Parts))
	for i, p := range r.Parts {
		all[i] = p.Name + " " + string(p.Status)
	}
	return strings.Join(all, ", ")
}

func TestProfile(t *testing.T) {
	t.Parallel()
	got, err := run(t, setup(t, brand{}), `{"domain":"company.test"}`)
	if err != nil {
		t.Fatal(err)
	}
	if s := statuses(got); s != "pages ok, brand ok, infra ok, seo ok" {
		t.Errorf(`got %q, want "pages ok, brand ok, infra ok, seo ok"`, s)
	}
	switch {
	case got.Name == nil || got.Name.Value != "Marrowfen" || got.Name.Confidence <= 0.9:
		t.Errorf("name %+v", got.Name)
	case got.Employees == nil || got.Employees.Value <= 0:
		t.Errorf("employees %+v", got.Employees)
	case len(got.People) == 0 || len(got.Places) == 0 || len(got.SocialLinks) == 0 || len(got.Identifiers) == 0:
		t.Errorf("got %+v, want some People, some Places, some SocialLinks, some Identifiers", got)
	case got.Feed == nil || !strings.HasSuffix(got.Feed.URL, "/feed.xml"):
		t.Errorf("feed %+v", got.Feed)
	case got.Brand == nil || got.Infra == nil || got.SEO == nil:
		t.Errorf("snapshots are missing: %+v", got)
	}
	if !slices.ContainsFunc(got.People, func(p company.Person) bool { return p.Role == "Chief executive" && p.Confidence >= 0.9 }) {
		t.Errorf("people %+v", got.People)
	}
}

// A part that fails leaves its facts out and is told.
func TestPartsFailAlone(t *testing.T) {
	t.Parallel()
	got, err := run(t, setup(t, brand{err: errs.New(errs.BrowserUnavailable, "no browser")}), `{"url":"http://company.test/about"}`)
	if err != nil {
		t.Fatal(err)
	}
	if s := statuses(got); s != "pages ok, brand not_configured, infra ok, seo ok" || got.Brand != nil {
		t.Errorf(`got %q, want "pages ok, brand not_configured, infra ok, seo ok", Brand nil`, s)
	}
}

// A wall leaves nothing to call a company by: the job fails as what it is.
func TestWall(t *testing.T) {
	t.Parallel()
	wall := webtest.Site{Host: "walled.test", Rest: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }}
	_, err := run(t, setup(t, brand{}, wall), `{"domain":"walled.test"}`)
	if !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("got %v", err)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errs.New(errs.Cancelled, "stopped")
	cancel(stopped)
	runs := kindtest.Runs[company.Args, company.Result]{Call: company.Call(), Worker: setup(t, brand{})}
	if _, err := runs.Run(ctx, t, `{"domain":"company.test"}`); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}

// A domain that nobody registered is no company.
func TestNoSuchDomain(t *testing.T) {
	t.Parallel()
	_, err := run(t, setup(t, brand{}), `{"domain":"nxdomain.invalid-tld.test"}`)
	if err == nil {
		t.Error("a profile of nobody")
	}
}

// A site that its scripts have yet to write is read as it was served, and said to be such.
func TestShell(t *testing.T) {
	t.Parallel()
	worker := setup(t, brand{}, berths())
	for _, address := range []string{"http://app.test/", "http://berths.test/"} {
		got, err := run(t, worker, `{"url":"`+address+`"}`)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range got.Parts {
			if part.Name == "pages" && (part.Status != "ok" || !strings.HasPrefix(part.Reason, "needs_rendering")) {
				t.Errorf("%s: got %+v, want pages ok, with needs_rendering", address, part)
			}
		}
		if reason := got.SEO.Technical.Reason; !strings.HasPrefix(reason, "needs_rendering") {
			t.Errorf("%s: got the audit's reason %q, want needs_rendering", address, reason)
		}
	}
}

// berths is a page that a script of its site, named by its whole address, has yet to write.
func berths() webtest.Site {
	return webtest.Site{Host: "berths.test", Assets: map[string]http.HandlerFunc{
		"/": site.Text(site.HTML, `<!doctype html><title>Berths</title><script src="http://berths.test/main.js" defer></script><h1>Berths</h1><div id="berths"></div>`),
	}}
}
