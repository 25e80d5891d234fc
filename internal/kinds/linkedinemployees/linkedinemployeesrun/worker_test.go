package linkedinemployeesrun_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/linkedinemployeesrun"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// runs are those of the sample web.
type runs = kindtest.Runs[linkedinemployees.Args, linkedinemployees.Result]

// setup lets sites take the place of the sample web's own.
func setup(t *testing.T, sites ...webtest.Site) runs {
	t.Helper()
	sample := webclient.Start(t, sites...)
	r := linkedinemployeesrun.New(sample.Web, sample.Upstreams(t, webtest.New().Keys()))
	return runs{Call: linkedinemployees.Call(), Worker: r, Caller: kind.Caller{OrgID: "org_1"}}
}

// onlyDuckDuckGo is setup with no other search engine configured: the SearXNG gives no
// JSON, and there are no keys.
func onlyDuckDuckGo(t *testing.T, sites ...webtest.Site) runs {
	t.Helper()
	sample := webclient.Start(t, append(sites, webclient.Instead("searxng", webclient.Answer(http.StatusForbidden, "")))...)
	return runs{Call: linkedinemployees.Call(), Worker: linkedinemployeesrun.New(sample.Web, sample.Upstreams(t, nil)), Caller: kind.Caller{OrgID: "org_1"}}
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
			result := run.Must(t, body)
			golden.JSON(t, "testdata/golden/"+name+".json", result)
			sound(t, result)
		})
	}
}

// sound holds of every result: nobody is listed without enough evidence, and no list
// claims to be whole.
func sound(t *testing.T, r linkedinemployees.Result) {
	t.Helper()
	sure := []string{"linkedin_profile", "linkedin_company", "company_site"}
	for _, p := range slices.Concat(r.Leadership, r.Items) {
		isSure := slices.ContainsFunc(p.Evidence, func(e linkedinemployees.Evidence) bool { return slices.Contains(sure, e.Source) })
		if p.Name == "" || p.Confidence < 0.75 || !isSure && len(p.Evidence) < 2 {
			t.Errorf("listed without being confirmed: %+v", p)
		}
	}
	dropped := 0
	for _, d := range r.Counts.Dropped {
		if d.Reason != "over_limit" {
			dropped += d.Count
		}
	}
	if r.Counts.Seen != r.Counts.Verified+dropped || r.Coverage.Complete || r.Coverage.Reason == "" {
		t.Errorf("got candidates %+v, coverage %+v; want Seen %v, Complete false, a Reason", r.Counts, r.Coverage, r.Counts.Verified+dropped)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for slug, code := range map[string]errs.Code{
		"closed-lock": errs.LoginRequired, "scripted": errs.LoginRequired, "7300142": errs.LoginRequired, "denied": errs.UpstreamBlocked,
		"checked": errs.UpstreamBlocked, "throttled": errs.UpstreamRateLimited, "nobody": errs.TargetError,
	} {
		if r, err := run.Run(t.Context(), t, `{"url":"https://www.linkedin.com/company/`+slug+`"}`); !errs.Is(err, code) {
			t.Errorf("%s: got error %v, r %+v; want error %q", slug, err, r, code)
		}
	}
	if _, err := run.Run(t.Context(), t, `{"url":"https://www.linkedin.com/company/nobody","companyName":"Marrowfen"}`); !errs.Is(err, errs.TargetError) || errs.As(err).Retryable() {
		t.Errorf("a page that does not exist: %v", err)
	}
	if _, err := run.Run(t.Context(), t, `{"url":"https://www.linkedin.com/company/denied","companyName":"Nobody Knows This Ltd"}`); !errs.Is(err, errs.UpstreamBlocked) {
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
	r := run.Must(t, `{"url":"https://www.linkedin.com/company/marrowfen","companyName":"Marrowfen Ltd."}`)
	golden.JSON(t, "testdata/golden/walled.json", r)
	sound(t, r)
	if _, err := run.Run(t.Context(), t, `{"url":"https://www.linkedin.com/company/marrowfen"}`); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("without a name: %v", err)
	}
}

// Every other source may fail; the result says so, and lists whom the rest confirm.
func TestEachSourceMayFail(t *testing.T) {
	t.Parallel()
	down := webclient.Answer(http.StatusServiceUnavailable, "")
	captcha := webclient.Answer(http.StatusAccepted, `<form id="challenge-form"></form>`)
	cases := map[string]struct {
		site   webtest.Site
		status signal.Status
	}{
		"company_site": {webtest.Site{Host: "company.test", Title: "A company", Rest: down}, signal.Error},
		"wikidata":     {webclient.Instead("wikidata", down), signal.Error},
		"web_search":   {webclient.Instead("duckduckgo", captcha), signal.Blocked},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := onlyDuckDuckGo(t, c.site).Must(t, `{"url":"https://www.linkedin.com/company/marrowfen"}`)
			sound(t, r)
			at := slices.IndexFunc(r.Sources, func(s linkedinemployees.Source) bool { return s.Name == name })
			if at < 0 || r.Sources[at].Status != c.status || r.Sources[at].Reason == "" || !strings.Contains(r.Coverage.Reason, name) {
				t.Errorf("got sources %+v, want at least 0, [at].Status %q, [at].Reason not empty, Reason with %q", r.Sources, c.status, name)
			}
			if len(r.Leadership) == 0 || r.Leadership[0].Name != "Hester Quill" {
				t.Errorf("leadership: %+v", r.Leadership)
			}
		})
	}
}

// Of two people with one name nobody can tell whom a source means that gives a name only.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	const page = `<div id="links"><div class="web-result"><a class="result__a" href="https://uk.linkedin.com/in/tobias-one">Tobias Rennick - Engineer - Marrowfen | LinkedIn</a></div>` +
		`<div class="web-result"><a class="result__a" href="https://uk.linkedin.com/in/tobias-two">Tobias Rennick - Driver - Marrowfen | LinkedIn</a></div></div>`
	r := onlyDuckDuckGo(t, webclient.Instead("duckduckgo", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(page))
	})).Must(t, `{"url":"https://www.linkedin.com/company/marrowfen"}`)
	for _, p := range slices.Concat(r.Leadership, r.Items) {
		if p.Name == "Tobias Rennick" {
			t.Errorf("it is not known whose this is: %+v", p)
		}
	}
	if len(r.Leadership) != 1 || r.Leadership[0].Name != "Hester Quill" {
		t.Errorf("leadership: %+v", r.Leadership)
	}
	sound(t, r)
}
