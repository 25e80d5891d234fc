package runner_test

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	companykind "github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/runner"
	infrarunner "github.com/quarryapi/quarry/internal/kinds/infra/runner"
	seorunner "github.com/quarryapi/quarry/internal/kinds/seo/runner"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/tech"
	"github.com/quarryapi/quarry/internal/webtest"
)

// brand stands for the brand's runner, which has tests of its own and needs a browser.
type brand struct{ err error }

func (b brand) Basic(_ context.Context, url string) (*brandkind.Result, error) {
	if b.err != nil {
		return nil, b.err
	}
	return &brandkind.Result{Design: brandkind.Design{URL: url}}, nil
}

// setup returns a runner that reaches the sample web and the replays of upstreams.
func setup(t *testing.T, b runner.Brand, extra ...webtest.Site) *runner.Runner {
	t.Helper()
	web := webtest.Start(t, extra...)
	hosts, err := target.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	settings, err := sources.NewSettings(web.Web().Sources(), web.Web().Keys())
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(web.CA())
	client := fetch.New(fetch.Config{Hosts: hosts, RootCAs: roots})
	t.Cleanup(client.CloseIdle)
	up := upstream.NewSet(client, settings, nil)
	return runner.New(client, b, infrarunner.New(client, up, tech.New(), time.Now), seorunner.New(client, up, time.Now))
}

func run(t *testing.T, r *runner.Runner, body string) (companykind.Result, error) {
	t.Helper()
	args := companykind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	if _, err := args.Prepare(job.Caller{}); err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Run(t.Context(), job.Run{Input: input})
	if err != nil {
		return companykind.Result{}, err
	}
	result, ok := out.Result.(*companykind.Result)
	if !ok {
		t.Fatalf("the result is a %T", out.Result)
	}
	return *result, nil
}

// statuses are how the parts went, by name.
func statuses(r companykind.Result) string {
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
		t.Error(s)
	}
	switch {
	case got.Name == nil || got.Name.Value != "Marrowfen" || got.Name.Confidence <= 0.9:
		t.Errorf("name %+v", got.Name)
	case got.Employees == nil || got.Employees.Value <= 0:
		t.Errorf("employees %+v", got.Employees)
	case len(got.People) == 0 || len(got.Places) == 0 || len(got.SocialLinks) == 0 || len(got.Identifiers) == 0:
		t.Errorf("%+v", got)
	case got.Feed == nil || !strings.HasSuffix(got.Feed.URL, "/feed.xml"):
		t.Errorf("feed %+v", got.Feed)
	case got.Brand == nil || got.Infra == nil || got.SEO == nil:
		t.Errorf("snapshots are missing: %+v", got)
	}
	if !slices.ContainsFunc(got.People, func(p companykind.Person) bool { return p.Role == "Chief executive" && p.Confidence >= 0.9 }) {
		t.Errorf("people %+v", got.People)
	}
}

// A part that fails leaves its facts out and is told.
func TestPartsFailAlone(t *testing.T) {
	t.Parallel()
	got, err := run(t, setup(t, brand{err: errs.New(errs.ProviderNotConfigured, "no browser")}), `{"url":"http://company.test/about"}`)
	if err != nil {
		t.Fatal(err)
	}
	if s := statuses(got); s != "pages ok, brand not_configured, infra ok, seo ok" || got.Brand != nil {
		t.Error(s)
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
	input, err := json.Marshal(companykind.Args{Domain: "company.test"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := setup(t, brand{}).Run(ctx, job.Run{Input: input}); !errs.Is(err, errs.Cancelled) {
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
