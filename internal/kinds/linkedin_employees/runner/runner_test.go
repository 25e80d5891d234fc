package runner_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	linkedinemployeeskind "github.com/quarryapi/quarry/internal/kinds/linkedin_employees"
	"github.com/quarryapi/quarry/internal/kinds/linkedin_employees/runner"
	"github.com/quarryapi/quarry/internal/kinds/signal"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup returns what admits a body as the API does and runs the job on the sample web,
// in which sites take the place of its own.
func setup(t *testing.T, sites ...webtest.Site) func(body string) (linkedinemployeeskind.Result, error) {
	t.Helper()
	web := webtest.Start(t, sites...)
	hosts, err := target.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(client.CloseIdle)
	settings, err := sources.NewSettings(web.Web().Sources(), web.Web().Keys())
	if err != nil {
		t.Fatal(err)
	}
	r := runner.New(client, upstream.NewSet(client, settings, nil))
	return func(body string) (linkedinemployeeskind.Result, error) {
		args := linkedinemployeeskind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			return linkedinemployeeskind.Result{}, err
		}
		if _, err := args.Prepare(job.Caller{OrgID: "org_1"}); err != nil {
			return linkedinemployeeskind.Result{}, err
		}
		input, err := json.Marshal(args)
		if err != nil {
			return linkedinemployeeskind.Result{}, err
		}
		out, err := r.Run(t.Context(), job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
		result, _ := out.Result.(linkedinemployeeskind.Result)
		return result, err
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	run := setup(t)
	const known = `["https://uk.linkedin.com/in/Lowri-Beck/","https://linkedin.com/in/gareth-ode","https://linkedin.com/in/milan-crey","https://linkedin.com/in/sunniva-hale","https://linkedin.com/in/nobody-at-all","https://linkedin.com/in/piet-sandoe"]`
	for name, body := range map[string]string{
		"people": `{"url":"https://www.linkedin.com/company/marrowfen"}`,
		"known":  `{"url":"https://www.linkedin.com/company/marrowfen","limit":1,"knownProfiles":` + known + `}`,
		"small":  `{"url":"https://www.linkedin.com/company/quiet-pond"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := run(body)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, result)
			sound(t, result)
		})
	}
}

// sound holds of every result: nobody is listed without enough evidence, and no list
// claims to be whole.
func sound(t *testing.T, r linkedinemployeeskind.Result) {
	t.Helper()
	sure := []string{"linkedin_profile", "linkedin_company", "company_site"}
	for _, p := range slices.Concat(r.Leadership, r.People) {
		isSure := slices.ContainsFunc(p.Evidence, func(e linkedinemployeeskind.Evidence) bool { return slices.Contains(sure, e.Source) })
		if p.Name == "" || p.Confidence < 0.75 || !isSure && len(p.Evidence) < 2 {
			t.Errorf("listed without being confirmed: %+v", p)
		}
	}
	dropped := 0
	for _, d := range r.Candidates.Dropped {
		if d.Reason != "over_limit" {
			dropped += d.Count
		}
	}
	if r.Candidates.Seen != r.Candidates.Verified+dropped || r.Complete || r.Reason == "" {
		t.Errorf("%+v, %+v", r.Candidates, r.Coverage)
	}
}

func golden(t *testing.T, name string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	path := "testdata/golden/" + name + ".json"
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for slug, code := range map[string]errs.Code{
		"closed-lock": errs.LoginRequired, "scripted": errs.LoginRequired, "7300142": errs.LoginRequired, "denied": errs.UpstreamBlocked,
		"checked": errs.UpstreamBlocked, "throttled": errs.UpstreamRateLimited, "nobody": errs.TargetError,
	} {
		if r, err := run(`{"url":"https://www.linkedin.com/company/` + slug + `"}`); !errs.Is(err, code) {
			t.Errorf("%s: %v, %+v", slug, err, r)
		}
	}
	if _, err := run(`{"url":"https://www.linkedin.com/company/nobody","companyName":"Marrowfen"}`); !errs.Is(err, errs.TargetError) || errs.As(err).Retryable() {
		t.Errorf("a page that does not exist: %v", err)
	}
	if _, err := run(`{"url":"https://www.linkedin.com/company/denied","companyName":"Nobody Knows This Ltd"}`); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("nothing to go by: %v", err)
	}
}

// A company's page that is walled need not be the end when its name is given.
func TestWalledPage(t *testing.T) {
	t.Parallel()
	var replay webtest.Site
	for _, s := range webtest.Upstreams() {
		if s.Upstream == "linkedin" {
			replay = s
		}
	}
	serve := replay.Rest
	replay.Rest = func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/company/") {
			w.WriteHeader(999)
			return
		}
		serve(w, r)
	}
	run := setup(t, replay)
	r, err := run(`{"url":"https://www.linkedin.com/company/marrowfen","companyName":"Marrowfen Ltd."}`)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "walled", r)
	sound(t, r)
	if _, err := run(`{"url":"https://www.linkedin.com/company/marrowfen"}`); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("without a name: %v", err)
	}
}

// Every other source may fail; the result says so, and lists whom the rest confirm.
func TestEachSourceMayFail(t *testing.T) {
	t.Parallel()
	down := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }
	captcha := func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusAccepted)
		_, _ = w.Write([]byte(`<form id="challenge-form"></form>`))
	}
	cases := map[string]struct {
		site   webtest.Site
		status signal.Status
	}{
		"company_site": {webtest.Site{Host: "company.test", Title: "A company", Rest: down}, signal.Error},
		"wikidata":     {webtest.Site{Host: "wikidata.upstream.test", Upstream: "wikidata", Title: "Wikidata", Rest: down}, signal.Error},
		"web_search":   {webtest.Site{Host: "duckduckgo.upstream.test", Upstream: "duckduckgo", Title: "DuckDuckGo", Rest: captcha}, signal.Blocked},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := setup(t, c.site)(`{"url":"https://www.linkedin.com/company/marrowfen"}`)
			if err != nil {
				t.Fatal(err)
			}
			sound(t, r)
			at := slices.IndexFunc(r.Sources, func(s linkedinemployeeskind.Source) bool { return s.Name == name })
			if at < 0 || r.Sources[at].Status != c.status || r.Sources[at].Reason == "" || !strings.Contains(r.Reason, name) {
				t.Errorf("%+v", r.Sources)
			}
			if len(r.Leadership) == 0 || r.Leadership[0].Name != "Hester Quill" {
				t.Errorf("leadership: %+v", r.Leadership)
			}
		})
	}
}

func TestUnreadableInput(t *testing.T) {
	t.Parallel()
	settings, err := sources.NewSettings(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := runner.New(nil, upstream.NewSet(nil, settings, nil))
	if _, err := r.Run(t.Context(), job.Run{Input: json.RawMessage(`{`)}); !errs.Is(err, errs.InternalError) {
		t.Errorf("got %v", err)
	}
}

// Of two people with one name nobody can tell whom a source means that gives a name only.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	const page = `<div id="links"><div class="web-result"><a class="result__a" href="https://uk.linkedin.com/in/tobias-one">Tobias Rennick - Engineer - Marrowfen | LinkedIn</a></div>` +
		`<div class="web-result"><a class="result__a" href="https://uk.linkedin.com/in/tobias-two">Tobias Rennick - Driver - Marrowfen | LinkedIn</a></div></div>`
	r, err := setup(t, webtest.Site{Host: "duckduckgo.upstream.test", Upstream: "duckduckgo", Title: "DuckDuckGo", Rest: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(page))
	}})(`{"url":"https://www.linkedin.com/company/marrowfen"}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range slices.Concat(r.Leadership, r.People) {
		if p.Name == "Tobias Rennick" {
			t.Errorf("it is not known whose this is: %+v", p)
		}
	}
	if len(r.Leadership) != 1 || r.Leadership[0].Name != "Hester Quill" {
		t.Errorf("leadership: %+v", r.Leadership)
	}
	sound(t, r)
}
