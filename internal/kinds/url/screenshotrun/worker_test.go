package screenshotrun_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/screenshotrun"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/shown"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// shots are pages of one colour, which pictures tell.
func shots() webtest.Site {
	page := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(body))
		}
	}
	return webtest.Site{Host: "shots.test", Assets: map[string]http.HandlerFunc{
		"/scheme": page(`<style>body{background:#00f}@media (prefers-color-scheme:dark){body{background:#0f0}}</style>`),
		"/late":   page(`<body style="background:#00f"><script>setTimeout(()=>{document.body.style.background="#0f0"; document.body.id="done"}, 800)</script>`),
		// What comes after any visit.
		"/never":    page(`<body style="background:#00f"><script>setTimeout(()=>{document.body.style.background="#0f0"}, 600000)</script>`),
		"/counting": page(`<body><h1>Ledger</h1><p id="sum">Still counting.</p><script>setTimeout(()=>{document.getElementById("sum").textContent="1,204"}, 600000)</script>`),
		"/moved":    func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/scheme", http.StatusFound) },
		"/picture": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_ = png.Encode(w, image.NewGray(image.Rect(0, 0, 9, 9)))
		},
		"/empty": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/cookie": func(w http.ResponseWriter, r *http.Request) {
			page(`<body style="background:`+strings.TrimPrefix(r.Header.Get("Cookie"), "colour=")+`">`)(w, r)
		},
	}}
}

func setup(t *testing.T) *screenshotrun.Worker {
	t.Helper()
	if _, err := chromium.Find(""); err != nil {
		t.Skip(err)
	}
	sample := webclient.Start(t, shots())
	b := browser.New(browser.Config{Hosts: sample.Hosts})
	t.Cleanup(b.Close)
	return screenshotrun.New(b, sample.Web, nil)
}

// take admits a body as the API does and runs the job.
func take(ctx context.Context, t *testing.T, r *screenshotrun.Worker, u, options string) (urlkind.Result, error) {
	t.Helper()
	runs := kindtest.Runs[urlkind.Args, urlkind.Result]{Call: urlkind.Call(), Worker: r}
	return runs.Run(ctx, t, fmt.Sprintf(`{"url":%q,"format":"screenshot","options":{%s}}`, u, options))
}

// decode reads a PNG or a JPEG; of a WebP only that it is one.
func decode(t *testing.T, r urlkind.Result) image.Image {
	t.Helper()
	var picture image.Image
	var err error
	switch r.ScreenshotFormat {
	case urlkind.PNG:
		picture, err = png.Decode(bytes.NewReader(r.Screenshot))
	case urlkind.JPEG:
		picture, err = jpeg.Decode(bytes.NewReader(r.Screenshot))
	case urlkind.WebP:
		if string(r.Screenshot[:4])+string(r.Screenshot[8:12]) != "RIFFWEBP" {
			t.Errorf("the picture begins with %q", r.Screenshot[:12])
		}
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds(); size.Dx() != r.Width || size.Dy() != r.Height {
		t.Errorf("the picture has %d × %d and is told to have %d × %d", size.Dx(), size.Dy(), r.Width, r.Height)
	}
	return picture
}

// colour is that of the last pixel, which shows whether a picture is all of the page.
func colour(picture image.Image) string {
	end := picture.Bounds().Max
	r, g, b, _ := picture.At(end.X-1, end.Y-1).RGBA()
	return fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8)
}

// The other formats are read of the page that is shown, with the same members as alone.
func TestFormatsBesideAPicture(t *testing.T) {
	t.Parallel()
	runs := kindtest.Runs[urlkind.Args, urlkind.Result]{Call: urlkind.Call(), Worker: setup(t)}
	got := runs.Must(t, `{"url":"http://app.test/","formats":["screenshot","markdown","html","text","tables","links","images","metadata","raw","resolve","json"],"options":{"maxChars":100}}`)
	decode(t, got)
	switch {
	case got.Markdown == nil || !strings.HasPrefix(*got.Markdown, "# Berths at Carrow Harbour") || got.TotalChars == nil || got.NextOffset == 0 || !got.Truncated:
		t.Errorf("got markdown %v, total %v, next %d; want the beginning of what is rendered", got.Markdown, got.TotalChars, got.NextOffset)
	case got.HTML == nil || !strings.Contains(*got.HTML, "<h1>Berths at Carrow Harbour</h1>") || strings.Contains(*got.HTML, "hidden by the style sheet"):
		t.Errorf("got HTML %v, want what is rendered and shown", got.HTML)
	case got.Raw == nil || strings.Contains(*got.Raw, "Puffin"):
		t.Errorf("got raw %v, want what is served, before scripts", got.Raw)
	case len(got.Tables) != 1 || !strings.HasPrefix(got.Tables[0].CSV, "Berth,Boat,Length\r\nA1,Wanderer,11.2 m\r\n"):
		t.Errorf("got tables %+v, want one with its CSV", got.Tables)
	case got.Text == nil || got.JSON == nil || got.Metadata == nil || len(got.Links) == 0 || got.Images == nil || got.Extraction == "":
		t.Errorf("got %+v, want all formats", got)
	}
	pdf := runs.Must(t, `{"url":"http://shots.test/moved","formats":["screenshot","resolve"]}`)
	if len(pdf.Redirects) != 1 || pdf.Screenshot == nil {
		t.Errorf("got redirects %v, a picture of %d bytes; want one redirect and a picture", pdf.Redirects, len(pdf.Screenshot))
	}
}

// A job has all of its formats or fails, and says which can be had.
func TestAFormatFailsBesideAPicture(t *testing.T) {
	t.Parallel()
	runs := kindtest.Runs[urlkind.Args, urlkind.Result]{Call: urlkind.Call(), Worker: setup(t)}
	_, err := runs.Run(t.Context(), t, `{"url":"http://shots.test/picture","formats":["screenshot","markdown"]}`)
	if e := errs.As(err); e == nil || e.Code != errs.UnsupportedContent || !strings.Contains(e.Message, "image/png") || !strings.Contains(e.Message, "request it alone") {
		t.Errorf("got error %v, want unsupported_content with the way to the screenshot", err)
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cases := map[string]struct {
		url, options  string
		width, height int
		colour        string // at the end; empty for one that is not read
	}{
		"defaults":     {"http://shots.test/scheme", ``, 1280, 800, "0000ff"},
		"dark":         {"http://shots.test/scheme", `"dark":true`, 1280, 800, "00ff00"},
		"window":       {"http://app.test/tall", `"viewport":{"width":300,"height":200}`, 300, 200, "d7e6ee"},
		"whole page":   {"http://app.test/tall", `"viewport":{"width":300},"fullPage":true`, 300, 6000, "c0392b"},
		"whole, scale": {"http://app.test/tall", `"viewport":{"width":300},"fullPage":true,"deviceScaleFactor":1.5`, 450, 9000, "c0392b"},
		"jpeg":         {"http://shots.test/scheme", `"format":"jpeg","quality":100,"viewport":{"width":64,"height":64}`, 64, 64, "0000fe"},
		"webp":         {"http://shots.test/scheme", `"format":"webp","viewport":{"width":64,"height":64}`, 64, 64, ""},
		"too early":    {"http://shots.test/never", `"viewport":{"width":64,"height":64}`, 64, 64, "0000ff"},
		"waiting":      {"http://shots.test/late", `"viewport":{"width":64,"height":64},"waitFor":"#done"`, 64, 64, "00ff00"},
		"a delay":      {"http://shots.test/late", `"viewport":{"width":64,"height":64},"delay":3000`, 64, 64, "00ff00"},
		"with headers": {"http://shots.test/cookie", `"viewport":{"width":64,"height":64},"headers":{"cookie":"colour=#123456"}`, 64, 64, "123456"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := take(t.Context(), t, r, c.url, c.options)
			if err != nil {
				t.Fatal(err)
			}
			picture := decode(t, got)
			if c.colour != "" && colour(picture) != c.colour {
				t.Errorf("it ends in %s", colour(picture))
			}
			if got.Width != c.width || got.Height != c.height || got.Clipped {
				t.Errorf("it has %d × %d, clipped %v", got.Width, got.Height, got.Clipped)
			}
		})
	}
}

func TestResult(t *testing.T) {
	t.Parallel()
	r := setup(t)
	got, err := take(t.Context(), t, r, "http://shots.test/moved", `"viewport":{"width":64,"height":64}`)
	if err != nil {
		t.Fatal(err)
	}
	got.Screenshot = nil
	want := urlkind.Result{
		URL: "http://shots.test/moved", FinalURL: "http://shots.test/scheme", Status: 200, ContentType: "text/html",
		Rendering:        urlkind.Rendering{Rendered: true},
		ScreenshotFormat: urlkind.PNG, Width: 64, Height: 64,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("take mismatch (-want +got):\n%s", diff)
	}
	got, err = take(t.Context(), t, r, "http://app.test/", `"viewport":{"width":64,"height":64}`)
	if err != nil || got.Title != "Berths at Carrow Harbour" {
		t.Errorf("the title is %q, %v", got.Title, err)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cases := map[string]struct {
		url, options string
		code         errs.Code
		says         string
	}{
		"not found":         {"http://status.test/404", ``, errs.TargetError, "404 Not Found"},
		"a wall":            {"http://wall.test/", ``, errs.UpstreamBlocked, "bot challenge"},
		"a login":           {"http://members.test/", ``, errs.LoginRequired, "options.headers"},
		"nothing":           {"http://shots.test/empty", ``, errs.UnsupportedContent, "204 No Content, which has no content"},
		"a private address": {"http://redirect.test/metadata", ``, errs.InvalidTarget, ""},
		"robots.txt":        {"http://robots.test/private/ledger", `"respectRobots":true`, errs.UpstreamBlocked, "robots.txt"},
		"too slow":          {"http://slow.test/?ms=20000", `"timeoutMs":1000`, errs.UpstreamTimeout, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := take(t.Context(), t, r, c.url, c.options)
			if e := errs.As(err); e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// blind is a browser that never shows anything.
type blind struct{}

func (blind) Visit(ctx context.Context, _ shown.Visit) (*shown.Page, error) {
	<-ctx.Done()
	return nil, fmt.Errorf("visit: %w", context.Cause(ctx))
}

var _ visit.Browser = blind{}

// A job that is stopped from outside tells nothing of its own, and one whose time is
// over names the option for more.
func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.Cancelled, "stopped"))
	r := screenshotrun.New(blind{}, nil, nil)
	if _, err := take(ctx, t, r, "http://site.example/", ``); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
	_, err := take(t.Context(), t, r, "http://site.example/", `"timeoutMs":1000`)
	if e := errs.As(err); e.Code != errs.UpstreamTimeout || !strings.Contains(e.Message, "options.timeoutMs") {
		t.Errorf("got %v", err)
	}
}
