package urlrun_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/urlrun"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/sources/wayback"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// lostPages are pages that cannot be had, each for a reason of its own.
func lostPages() webtest.Site {
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	return webtest.Site{Host: "lost.test", Assets: map[string]http.HandlerFunc{
		"/robots.txt": webclient.Answer(http.StatusOK, "User-agent: *\nDisallow: /kept\n"),
		"/there":      webclient.Answer(http.StatusOK, "<title>Here</title><p>"+told+"</p>"),
		"/kept":       webclient.Answer(http.StatusOK, "<p>"+told+"</p>"),
		"/missing":    status(http.StatusNotFound), "/gone": status(http.StatusGone), "/broken": status(http.StatusInternalServerError),
		"/forbidden": status(http.StatusForbidden), "/many": status(http.StatusTooManyRequests), "/login": status(http.StatusUnauthorized),
		"/money": status(http.StatusPaymentRequired), "/law": status(http.StatusUnavailableForLegalReasons), "/odd": status(http.StatusTeapot),
		"/image": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write([]byte("\x89PNG\r\n\x1a\n"))
		},
		"/slow": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	}}
}

// archive stands for one that has a copy of every page, and counts who asks for it.
func archive(asked *[]string, status int, body string) []webtest.Site {
	return []webtest.Site{
		webclient.Instead("wayback", webclient.Answer(http.StatusOK, `{"archived_snapshots":{"closest":{"status":"200","available":true,"timestamp":"20200102030405"}}}`)),
		webclient.Instead("waybackweb", func(w http.ResponseWriter, r *http.Request) {
			*asked = append(*asked, r.URL.Path)
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Memento-Datetime", "Thu, 02 Jan 2020 03:04:05 GMT")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}),
	}
}

const copyOfPage = `<html lang="en"><title>As it was</title><article><p>` + told + `</p><a href="/next">Next</a></article>`

// TestFallback: which failures an archive's copy may stand in for.
func TestFallback(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		url, options string
		code         errs.Code // with which the job fails, or that the copy names
		copied       bool
	}{
		"missing":             {"http://lost.test/missing", "", errs.TargetError, true},
		"gone":                {"http://lost.test/gone", "", errs.TargetError, true},
		"broken":              {"http://lost.test/broken", "", errs.TargetError, true},
		"blocked":             {"http://lost.test/forbidden", "", errs.UpstreamBlocked, true},
		"limited":             {"http://lost.test/many", "", errs.UpstreamRateLimited, true},
		"slow":                {"http://lost.test/slow", `,"timeoutMs":2000`, errs.UpstreamTimeout, true},
		"a host that is gone": {"http://nobody.example/", "", errs.DNSFailed, true},
		"a login":             {"http://lost.test/login", "", errs.LoginRequired, false},
		"money":               {"http://lost.test/money", "", errs.TargetError, false},
		"the law":             {"http://lost.test/law", "", errs.TargetError, false},
		"another status":      {"http://lost.test/odd", "", errs.TargetError, false},
		"an image":            {"http://lost.test/image", "", errs.UnsupportedContent, false},
		"robots.txt":          {"http://lost.test/kept", `,"respectRobots":true`, errs.UpstreamBlocked, false},
		"the proxy":           {"http://lost.test/missing", `,"proxy":"http://nobody.example:3128"`, errs.TargetError, false},
		"there":               {"http://lost.test/there", "", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			pages := setup(t, append(archive(&asked, http.StatusOK, copyOfPage), lostPages())...)
			result, err := pages.Run(t.Context(), t, `{"url":"`+c.url+`","options":{"fallback":"archive"`+c.options+`}}`)
			switch {
			case c.copied && (err != nil || result.Archive == nil || result.Archive.Code != c.code):
				t.Errorf("got archive %+v, error %v; want a copy because of %s", result.Archive, err, c.code)
			case !c.copied && c.code != "" && !errs.Is(err, c.code):
				t.Errorf("got error %v, want %s", err, c.code)
			case !c.copied && (result.Archive != nil || len(asked) > 0):
				t.Errorf("got archive %+v and calls %q of it, want none", result.Archive, asked)
			}
		})
	}
}

// TestGoneNamesTheArchive: a page that is gone names the option that helps, where it was not given.
func TestGoneNamesTheArchive(t *testing.T) {
	t.Parallel()
	pages := setup(t, lostPages())
	for url, want := range map[string]bool{"http://lost.test/gone": true, "http://lost.test/missing": true, "http://lost.test/odd": false, "http://lost.test/broken": false} {
		_, err := pages.Run(t.Context(), t, `{"url":"`+url+`"}`)
		if !errs.Is(err, errs.TargetError) || strings.Contains(errs.As(err).Message, "options.fallback archive") != want {
			t.Errorf("%s: got error %v, want a target_error that names the option: %v", url, err, want)
		}
	}
}

// TestArchived: a copy is labelled, with all formats, and its links are the page's.
func TestArchived(t *testing.T) {
	t.Parallel()
	var asked []string
	pages := setup(t, append(archive(&asked, http.StatusOK, copyOfPage), lostPages())...)
	got, err := pages.Run(t.Context(), t, `{"url":"http://lost.test/gone?a=1","formats":["markdown","links"],"options":{"fallback":"archive","headers":{"X-A":"secret"},"maxChars":40}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := urlkind.Archived{
		CapturedAt: instant.Of(time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)), CaptureURL: "http://waybackweb.upstream.test/web/20200102030405/http://lost.test/gone?a=1",
		Code: errs.TargetError, Reason: "lost.test returned 410 Gone; check the URL, or find its final URL with POST /v1/public/scrape and format resolve",
	}
	if diff := cmp.Diff(&want, got.Archive); diff != "" {
		t.Errorf("archive mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]urlkind.Warning{urlkind.ArchivedCopy}, got.Warnings); diff != "" {
		t.Errorf("warnings mismatch (-want +got):\n%s", diff)
	}
	if got.URL != "http://lost.test/gone?a=1" || got.FinalURL != got.URL || got.Status != http.StatusOK || got.Title != "As it was" || !got.Truncated {
		t.Errorf("got %+v, want the page's address, status 200, its title and a text that is cut", got)
	}
	if len(got.Links) != 1 || got.Links[0].URL != "http://lost.test/next" {
		t.Errorf("got links %+v, want one to http://lost.test/next", got.Links)
	}
}

// TestNoCopy: the job fails as it would without the fallback, and says what became of that.
func TestNoCopy(t *testing.T) {
	t.Parallel()
	none := webclient.Instead("wayback", webclient.Answer(http.StatusOK, `{"archived_snapshots":{}}`))
	down := webclient.Instead("wayback", webclient.Answer(http.StatusServiceUnavailable, ""))
	own := archive(new([]string), http.StatusOK, copyOfPage)
	own[1] = webclient.Instead("waybackweb", webclient.Answer(http.StatusOK, copyOfPage)) // without a time
	elsewhere := archive(new([]string), http.StatusOK, `<title>Log in</title><form action="/session"><input name="user"><input type="password"></form>`)
	login := elsewhere[1].Rest
	elsewhere[1].Rest = func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/gone") {
			http.Redirect(w, r, "/web/20200102030405id_/http://lost.test/login", http.StatusFound)
			return
		}
		login(w, r)
	}
	for name, c := range map[string]struct {
		sites []webtest.Site
		says  string
		again bool
	}{
		"none":                {[]webtest.Site{none}, "has no copy", false},
		"away":                {[]webtest.Site{down}, "could not be asked: wayback returned 503", true},
		"the archive's page":  {own, "a page of its own", true},
		"a copy of an error":  {archive(new([]string), http.StatusNotFound, "no"), "no page either", false},
		"a copy of a wall":    {archive(new([]string), http.StatusOK, "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"), "no page either", false},
		"a copy of a login":   {elsewhere, "no page either", false},
		"a copy of a shell":   {archive(new([]string), http.StatusOK, `<div id="root"></div><script src="/a.js"></script>`), "no content", false},
		"a copy of something": {archive(new([]string), http.StatusOK, ""), "no content", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := setup(t, append(c.sites, lostPages())...)
			_, err := pages.Run(t.Context(), t, `{"url":"http://lost.test/gone","options":{"fallback":"archive"}}`)
			e := errs.As(err)
			if e == nil || e.Code != errs.TargetError || !strings.HasPrefix(e.Message, "lost.test returned 410 Gone") || !strings.Contains(e.Message, c.says) {
				t.Fatalf("got error %v, want target_error of 410 that says %q", err, c.says)
			}
			if e.Retryable() != c.again {
				t.Errorf("got retryable %t, want %t", e.Retryable(), c.again)
			}
		})
	}
}

// TestArchiveSeesOnlyTheURL: nothing else of a call leaves for the archive.
func TestArchiveSeesOnlyTheURL(t *testing.T) {
	t.Parallel()
	seen := httptest.NewRecorder().Header()
	sites := archive(new([]string), http.StatusOK, copyOfPage)
	inner := sites[1].Rest
	sites[1].Rest = func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header.Clone()
		inner(w, r)
	}
	pages := setup(t, append(sites, lostPages())...)
	if _, err := pages.Run(t.Context(), t, `{"url":"http://lost.test/gone","options":{"fallback":"archive","headers":{"X-Mine":"secret"},"userAgent":"Mine/1"}}`); err != nil {
		t.Fatal(err)
	}
	if seen.Get("X-Mine") != "" || strings.Contains(seen.Get("User-Agent"), "Mine") {
		t.Errorf("got headers %v, want none of the caller's", seen)
	}
}

// documents are what is read of every PDF.
type documents struct {
	doc pdf.Document
	err error
}

func (d documents) Read(context.Context, []byte) (pdf.Document, error) { return d.doc, d.err }

// TestPagesMissing: what was left out of a PDF is said wherever its text is, and nowhere else.
func TestPagesMissing(t *testing.T) {
	t.Parallel()
	whole := pdf.Document{Pages: []string{"one", ""}, Total: 2, Read: 2, Empty: 1}
	cut := pdf.Document{Pages: []string{"one", "two"}, Total: 1200, Read: 1}
	for _, c := range []struct {
		doc   pdf.Document
		input string
		want  []urlkind.Warning
	}{
		{whole, `{"url":"http://pdf.test/report.pdf"}`, nil},
		{cut, `{"url":"http://pdf.test/report.pdf"}`, []urlkind.Warning{urlkind.PagesMissing}},
		{cut, `{"url":"http://pdf.test/report.pdf","format":"text","options":{"maxChars":2}}`, []urlkind.Warning{urlkind.PagesMissing}},
		{cut, `{"url":"http://pdf.test/report.pdf","format":"metadata"}`, nil},
		{cut, `{"url":"http://lost.test/gone","options":{"fallback":"archive"}}`, []urlkind.Warning{urlkind.PagesMissing, urlkind.ArchivedCopy}},
	} {
		var asked []string
		sample := webclient.Start(t, append(archive(&asked, http.StatusOK, "%PDF-1.7\n"), lostPages())...)
		pages := of(urlrun.New(sample.Web, wayback.From(sample.Upstreams(t, nil)), documents{doc: c.doc}))
		got, err := pages.Run(t.Context(), t, c.input)
		if err != nil {
			t.Errorf("%s: got error %v, want none", c.input, err)
			continue
		}
		if diff := cmp.Diff(c.want, got.Warnings); diff != "" {
			t.Errorf("%s: warnings differ (-want +got):\n%s", c.input, diff)
		}
		if diff := cmp.Diff(&page.Pages{Total: c.doc.Total, Read: c.doc.Read, Empty: c.doc.Empty}, got.Pages); diff != "" {
			t.Errorf("%s: pages differ (-want +got):\n%s", c.input, diff)
		}
		const caution = "the PDF has 1200 pages, of which the whole text of 1 was read"
		if told := slices.Contains(urlkind.Cautions(&got), caution); told != (c.want != nil) {
			t.Errorf("%s: got cautions %q, want %q in them: %t", c.input, urlkind.Cautions(&got), caution, c.want != nil)
		}
	}
}

// TestPDFsWithoutText: pictures alone are no damage, however many pages are beyond those that are read, and damage is no picture.
func TestPDFsWithoutText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		doc  pdf.Document
		want errs.Code
	}{
		"pictures":                {pdf.Document{Pages: make([]string, 3), Total: 3, Read: 3, Empty: 3}, errs.UnsupportedContent},
		"more pictures than read": {pdf.Document{Pages: make([]string, 1000), Total: 1200, Read: 1000, Empty: 1000}, errs.UnsupportedContent},
		"a blank and a torn one":  {pdf.Document{Pages: make([]string, 2), Total: 2, Read: 1, Empty: 1}, errs.ParseFailed},
	} {
		pages := of(urlrun.New(webclient.Start(t).Web, nil, documents{doc: c.doc}))
		if _, err := pages.Run(t.Context(), t, `{"url":"http://pdf.test/report.pdf"}`); !errs.Is(err, c.want) {
			t.Errorf("%s: got error %v, want %s", name, err, c.want)
		}
	}
}

// TestUnreadPDFs: what reads PDFs being away gives the job back, of a page and of a copy, and what it failed with may be
// tried again by whoever asked.
func TestUnreadPDFs(t *testing.T) {
	t.Parallel()
	for url, c := range map[string]struct {
		given errs.Code
		want  errs.Code
	}{
		"http://pdf.test/report.pdf": {errs.ServiceUnavailable, errs.ServiceUnavailable},
		"http://lost.test/gone":      {errs.ServiceUnavailable, errs.ServiceUnavailable},
		"http://lost.test/missing":   {errs.ProviderUnavailable, errs.TargetError},
	} {
		var asked []string
		sample := webclient.Start(t, append(archive(&asked, http.StatusOK, "%PDF-1.7\n"), lostPages())...)
		pages := of(urlrun.New(sample.Web, wayback.From(sample.Upstreams(t, nil)), documents{err: errs.Of(c.given)}))
		_, err := pages.Run(t.Context(), t, `{"url":"`+url+`","options":{"fallback":"archive"}}`)
		if !errs.Is(err, c.want) || !errs.As(err).Retryable() {
			t.Errorf("%s: got error %v, want %s that is retryable", url, err, c.want)
		}
	}
}
