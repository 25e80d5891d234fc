package urlrun_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// found is what a crawl goes on with after a page that it wants in a format.
func (r runs) found(t *testing.T, url, format string, before job.Before) *job.Found {
	t.Helper()
	r.Page = &job.Page{Number: 1, Before: before}
	out, err := r.Output(t.Context(), t, fmt.Sprintf(`{"url":%q,"format":%q}`, url, format))
	if err != nil || out.Found == nil {
		t.Fatalf("%s of %s: got %v, error %v; want what a crawl goes on with", format, url, out.Found, err)
	}
	return out.Found
}

// TestComparedAcrossFormats: a page is the same to an earlier crawl, in whatever formats the two want it.
func TestComparedAcrossFormats(t *testing.T) {
	t.Parallel()
	pages := setup(t)
	formats := []string{"markdown", "html", "text", "json", "metadata", "links", "images", "tables", "raw"}
	earlier := pages.found(t, "http://article.test/", "markdown", job.Before{})
	for _, format := range formats {
		f := pages.found(t, "http://article.test/", format, job.Before{Known: true, Print: earlier.Print})
		if !f.Same || f.Gist != earlier.Gist || f.Shape != earlier.Shape || !slices.Equal(f.Links, earlier.Links) {
			t.Errorf("%s: got the same %t, links %q; want what markdown has, %q", format, f.Same, f.Links, earlier.Links)
		}
	}
	if f := pages.found(t, "http://company.test/", "markdown", job.Before{Known: true, Print: earlier.Print}); f.Same {
		t.Error("got another page for the same, want it changed")
	}
}

// TestEmbeddedDataIsCompared: a page whose content lies in its data is known again by that, and its links are those of the page.
func TestEmbeddedDataIsCompared(t *testing.T) {
	t.Parallel()
	page := func(last string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, `<!doctype html><title>Log</title><body><a href="/more">More</a><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">
				{"props":{"pageProps":{"post":{"title":"The lamp","body":"<p>%s</p>"}}},"page":"/"}</script><script src="/a.js"></script></body>`, told+last)
		}
	}
	pages := setup(t, webtest.Site{Host: "data.test", Assets: map[string]http.HandlerFunc{
		"/before": page(" All is well."), "/again": page(" All is well."), "/after": page(" The mast was found."),
	}})
	earlier := pages.found(t, "http://data.test/before", "markdown", job.Before{})
	for path, same := range map[string]bool{"again": true, "after": false} {
		f := pages.found(t, "http://data.test/"+path, "text", job.Before{Known: true, Print: earlier.Print})
		if f.Same != same || len(f.Links) != 1 || !strings.HasSuffix(f.Links[0], "/more") {
			t.Errorf("%s: got the same %t, links %q; want %t, the one to more", path, f.Same, f.Links, same)
		}
	}
}

// TestLinksThatAreMany: links of strangers take no room from the page's own, and none is lost without being counted.
func TestLinksThatAreMany(t *testing.T) {
	t.Parallel()
	page := func(format string, many int, last string) http.HandlerFunc {
		var b strings.Builder
		for n := range many {
			_, _ = fmt.Fprintf(&b, format, n, sha256.Sum256([]byte{byte(n), byte(n >> 8)}))
		}
		return site.Text(site.HTML, "<!doctype html><title>Links</title><p>Many of them.</p>"+b.String()+last)
	}
	pages := setup(t, webtest.Site{Host: "many.test", Assets: map[string]http.HandlerFunc{
		"/short":     page("<a href='/q/%d'>%.2x</a>", 7000, ""),
		"/long":      page("<a href='/q/%d/%x'>x</a>", 7000, ""),
		"/strangers": page("<a href='http://stranger%d.test/%x'>x</a>", 7000, "<a href=/own>own</a>"),
	}})
	for path, want := range map[string]struct{ least, all int }{"short": {7000, 7000}, "long": {1000, 7000}, "strangers": {1, 1}} {
		out := pages.found(t, "http://many.test/"+path, "markdown", job.Before{})
		packed, err := out.Pack()
		if err != nil {
			t.Fatal(err)
		}
		f, err := job.UnpackFound(packed)
		if err != nil || len(f.Links) < want.least || len(f.Links)+f.Dropped != want.all {
			t.Errorf("%s: got %d links and %d dropped, error %v; want at least %d, and %d in all", path, len(f.Links), f.Dropped, err, want.least, want.all)
		}
	}
}

// TestUnasked: an answer that a page is unchanged is believed when that was asked.
func TestUnasked(t *testing.T) {
	t.Parallel()
	pages := setup(t, formats())
	pages.Page = &job.Page{Number: 2, Before: job.Before{Known: true, Print: "x"}}
	if out, err := pages.Output(t.Context(), t, `{"url":"http://formats.test/same"}`); err == nil {
		t.Errorf("got %+v of a 304 to a request without a condition, want an error", out.Found)
	}
	pages.Page.Before.ETag = `"1"`
	if out, err := pages.Output(t.Context(), t, `{"url":"http://formats.test/same"}`); err != nil || !out.Found.Same {
		t.Errorf("got error %v of a 304 to one with a condition, want the page the same", err)
	}
}
