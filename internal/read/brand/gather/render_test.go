package gather_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/brand"
	"github.com/quarryapi/quarry/internal/read/brand/gather"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// stand is a browser that gives what it was given to give.
type stand struct {
	page *shown.Page
	err  error
}

func (s stand) Visit(context.Context, shown.Visit) (*shown.Page, error) { return s.page, s.err }

// with gives a Gatherer of the sample web with a browser.
func with(t *testing.T, b func(egress.Hosts) gather.Browser, extra ...webtest.Site) *gather.Gatherer {
	t.Helper()
	sample := webclient.Start(t, extra...)
	return gather.New(sample.Web, b(sample.Hosts))
}

func visited(t *testing.T, status int, html, elements string) *shown.Page {
	t.Helper()
	u, err := url.Parse("http://bare.test/app")
	if err != nil {
		t.Fatal(err)
	}
	return &shown.Page{
		URL: u, Status: status, Header: http.Header{}, MediaType: "text/html", HTML: html,
		Values: map[string]json.RawMessage{"look": json.RawMessage(elements)},
	}
}

// What the browser saw counts when there is something; otherwise the page as served does.
func TestBrowserIsTakenOrLeft(t *testing.T) {
	t.Parallel()
	const look = `[{"role":"body","name":"","color":"rgb(28, 43, 42)","background":"rgb(251, 250, 245)","font":"\"Work Sans\", serif"}]`
	const html = `<title>Bare</title><script type="application/ld+json">{"@type":"Organization","name":"Bare Bones"}</script><header><img class=logo src=/l.png></header>`
	cases := map[string]struct {
		browser stand
		name    string
		text    string
	}{
		"seen":             {stand{page: visited(t, 200, html, look)}, "Bare Bones", "#1c2b2a"},
		"no Chromium":      {stand{err: errs.New(errs.ProviderNotConfigured, "none")}, "Bare", ""},
		"it died":          {stand{err: errors.New("dead")}, "Bare", ""},
		"nothing was read": {stand{page: visited(t, 200, html, "null")}, "Bare", ""},
		"a wall":           {stand{page: visited(t, 403, html, look)}, "Bare", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := with(t, func(egress.Hosts) gather.Browser { return c.browser }, saved("bare"))
			e, facts, err := g.Gather(t.Context(), "http://bare.test/")
			if err != nil {
				t.Fatal(err)
			}
			p := brand.Read(e)
			if p.Name != c.name || p.Palette["text"] != c.text || facts.Rendered != (c.text != "") {
				t.Errorf("got %+v, %+v", p, facts)
			}
			if facts.Rendered && (p.LogoURL != "http://bare.test/l.png" || p.Typography.Body != "Work Sans") {
				t.Errorf("got %+v", p)
			}
		})
	}
}

// The browser and the stylesheets alone must come to the same profile of a page whose
// looks do not depend on scripts.
func TestRenderedCompany(t *testing.T) {
	t.Parallel()
	if _, err := chromium.Find(""); err != nil {
		t.Skip(err)
	}
	g := with(t, func(hosts egress.Hosts) gather.Browser {
		b := browser.New(browser.Config{Hosts: hosts})
		t.Cleanup(b.Close)
		return b
	})
	for _, address := range []string{"http://company.test/", "http://company.test/pricing"} {
		e, facts, err := g.Gather(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		if !facts.Rendered || len(e.Look) < 10 {
			t.Fatalf("%+v with %d elements", facts, len(e.Look))
		}
		served, _, err := setup(t).Gather(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(brand.Read(served), brand.Read(e)); diff != "" {
			t.Errorf("%s: brand mismatch of sheets and browser (-sheets +browser):\n%s", address, diff)
		}
	}
}

// hostile is a site whose parts are as many and as large as can be.
func hostile() webtest.Site {
	sheet := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/css")
			_, _ = w.Write([]byte(body))
		}
	}
	page := strings.Repeat(`<link rel=stylesheet href="/big.css"><link rel=stylesheet href="/deep.css"><link rel=stylesheet href="/loop.css">`, 500) +
		strings.Repeat(`<link rel=icon href="/icon">`, 500) + strings.Repeat("<style>"+strings.Repeat("a{color:red}", 1000)+"</style>", 300) +
		`<link rel=manifest href="/big.css"><header>` + strings.Repeat(`<img class=logo src="/icon">`, 500) + `<p>text`
	return webtest.Site{Host: "hostile.test", Assets: map[string]http.HandlerFunc{
		"/": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(page))
		},
		"/big.css":  sheet(strings.Repeat("body{color:var(--a,var(--b))}p .x .y{font:1px x}", 200_000)),
		"/deep.css": sheet(strings.Repeat("a{", 3_000_000)),
		"/loop.css": sheet(strings.Repeat(`@import "/loop.css";`, 1000) + `:root{--a:var(--b) var(--b);--b:var(--a) var(--a)}`),
	}}
}

func TestHostileSite(t *testing.T) {
	t.Parallel()
	start := time.Now()
	e, _, err := setup(t, hostile()).Gather(t.Context(), "http://hostile.test/")
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Sheets) > 120 {
		t.Errorf("%d stylesheets", len(e.Sheets))
	}
	p := brand.Read(e)
	if p.Name != "Hostile" || p.LogoURL != "" {
		t.Errorf("got %+v", p)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %s", took)
	}
}
