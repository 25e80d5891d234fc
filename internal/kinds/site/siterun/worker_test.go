package siterun_test

import (
	"bytes"
	"image/png"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/kinds/site/siterun"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup gives what renders a page of the sample web in the real browser.
func setup(tb testing.TB, extra ...webtest.Site) *siterun.Worker {
	tb.Helper()
	b := browser.New(browser.Config{Hosts: webclient.Start(tb, extra...).Hosts})
	tb.Cleanup(b.Close)
	return siterun.New(b)
}

func needsChromium(tb testing.TB) {
	tb.Helper()
	if _, err := chromium.Find(""); err != nil {
		tb.Skip(err)
	}
}

// render admits a body as the API does and runs the job.
func render(tb testing.TB, r *siterun.Worker, body string) (site.Result, error) {
	tb.Helper()
	return kindtest.Runs[site.Args, site.Result]{Call: site.Call(), Worker: r}.Run(tb.Context(), tb, body)
}

// compare holds all of a result but its timings and its picture to a file.
func compare(t *testing.T, name string, got site.Result) {
	t.Helper()
	plain := got
	plain.Timings, plain.Screenshot = site.Timings{}, nil
	golden.JSON(t, filepath.Join("testdata", name+".json"), plain)
}

func TestGolden(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	r := setup(t)
	cases := map[string]string{
		"app":      `{"url":"http://app.test/"}`,
		"app-text": `{"url":"http://app.test/","mode":"text"}`,
		"app-dark": `{"url":"http://app.test/","options":{"dark":true}}`,
		"late":     `{"url":"http://app.test/late","mode":"text","options":{"waitFor":"#sum"}}`,
		"noisy":    `{"url":"http://app.test/noisy","mode":"text","options":{"delay":200}}`,
		"article":  `{"url":"http://article.test/","mode":"text"}`,
		"sjis":     `{"url":"http://sjis.test/","mode":"text"}`,
		"text":     `{"url":"http://text.test/notes.txt","mode":"text"}`,
	}
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := render(t, r, body)
			if err != nil {
				t.Fatal(err)
			}
			if got.Timings.TotalMS <= 0 || got.Timings.ResponseMS > got.Timings.TotalMS {
				t.Errorf("timings are %+v", got.Timings)
			}
			compare(t, name, got)
		})
	}
}

// Each example of the documentation works, here for the sample company.
func TestExamples(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	r := setup(t)
	for _, e := range site.Call().Examples {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			got, err := render(t, r, strings.ReplaceAll(e.Body, "https://example.com/", "http://company.test/"))
			if err != nil {
				t.Fatal(err)
			}
			if got.Title == "" || got.BodyText == "" || len(got.SocialLinks) == 0 || len(got.LogoCandidates) == 0 || len(got.JSONLD) == 0 {
				t.Errorf("much is missing: %+v", got)
			}
			if (got.Screenshot != nil) != (e.Name == "screenshot") || (got.ComputedFonts["h1"].FontFamily != "") != (e.Name != "text") {
				t.Errorf("a picture of %d bytes, fonts %v", len(got.Screenshot), got.ComputedFonts)
			}
		})
	}
}

func TestScreenshot(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	r := setup(t)
	cases := map[string]struct {
		options       string
		format        string
		width, height int
	}{
		"window":     {`"viewport":{"width":400,"height":300}`, "png", 400, 300},
		"whole page": {`"viewport":{"width":400},"fullPage":true`, "png", 400, 6000},
		"webp":       {`"viewport":{"width":400},"format":"webp"`, "webp", 400, 800},
		"scaled":     {`"viewport":{"width":400,"height":300},"deviceScaleFactor":2`, "png", 800, 600},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := render(t, r, `{"url":"http://app.test/tall","options":{"screenshot":true,`+c.options+`}}`)
			if err != nil {
				t.Fatal(err)
			}
			if c.format == "webp" {
				if string(got.Screenshot[:4])+string(got.Screenshot[8:12]) != "RIFFWEBP" {
					t.Errorf("the picture begins with %q", got.Screenshot[:12])
				}
			} else if shot, err := png.DecodeConfig(bytes.NewReader(got.Screenshot)); err != nil || shot.Width != c.width || shot.Height != c.height {
				t.Errorf("the picture has %d × %d, %v", shot.Width, shot.Height, err)
			}
			if string(got.ScreenshotFormat) != c.format || got.ScreenshotWidth != c.width || got.ScreenshotHeight != c.height || got.ScreenshotClipped {
				t.Errorf("it is told to be a %s of %d × %d", got.ScreenshotFormat, got.ScreenshotWidth, got.ScreenshotHeight)
			}
		})
	}
}

// walls are pages that are not what was asked for, some of them by script only.
func walls() webtest.Site {
	page := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(body))
		}
	}
	return webtest.Site{Host: "walls.test", Assets: map[string]http.HandlerFunc{
		"/account": page(`<script>location.replace("/login?next=account")</script>`),
		"/login":   page(`<title>Log in</title><form><input name=user><input type=password></form>`),
		"/image": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`))
		},
		"/empty": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/asked": func(w http.ResponseWriter, r *http.Request) {
			page("<title>Asked</title><p>"+r.Header.Get("Cookie")+" "+r.Header.Get("Accept-Language"))(w, r)
		},
	}}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	r := setup(t, walls())
	cases := map[string]struct {
		body string
		code errs.Code
		says string
	}{
		"not found":          {`{"url":"http://status.test/404"}`, errs.TargetError, "404 Not Found"},
		"broken":             {`{"url":"http://status.test/500","mode":"text"}`, errs.TargetError, "try again later"},
		"a wall":             {`{"url":"http://wall.test/"}`, errs.UpstreamBlocked, "bot challenge"},
		"a login":            {`{"url":"http://members.test/"}`, errs.LoginRequired, "options.headers"},
		"a login by script":  {`{"url":"http://walls.test/account"}`, errs.LoginRequired, "options.headers"},
		"a private address":  {`{"url":"http://redirect.test/loopback"}`, errs.InvalidTarget, ""},
		"a picture":          {`{"url":"http://walls.test/image"}`, errs.UnsupportedContent, "image/svg+xml"},
		"a PDF":              {`{"url":"http://pdf.test/report.pdf"}`, errs.UnsupportedContent, "POST /v1/public/scrape with format markdown"},
		"no answer":          {`{"url":"http://slow.test/?ms=20000","options":{"timeoutMs":1000}}`, errs.UpstreamTimeout, "options.timeoutMs"},
		"a selector of none": {`{"url":"http://app.test/tall","options":{"waitFor":"#nothing","timeoutMs":2000}}`, errs.UpstreamTimeout, "options.waitFor"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := render(t, r, c.body)
			if e := errs.As(err); e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestHeadersAndEmptyAnswers(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	r := setup(t, walls())
	got, err := render(t, r, `{"url":"http://walls.test/asked","mode":"text","options":{"headers":{"cookie":"a=b","accept-language":"fr"}}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got.BodyText != "a=b fr" && !strings.HasPrefix(got.BodyText, "a=b fr") {
		t.Errorf("the site was sent %q", got.BodyText)
	}
	got, err = render(t, r, `{"url":"http://walls.test/empty"}`)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != http.StatusNoContent || got.BodyText != "" || got.SocialLinks == nil || got.JSONLD == nil || got.LogoCandidates == nil {
		t.Errorf("an empty answer gives %+v", got)
	}
}

// BenchmarkApp renders the sample app as text.
func BenchmarkApp(b *testing.B) {
	needsChromium(b)
	r := setup(b)
	for b.Loop() {
		if _, err := render(b, r, `{"url":"http://app.test/","mode":"text"}`); err != nil {
			b.Fatal(err)
		}
	}
}
