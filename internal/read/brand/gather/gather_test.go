package gather_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/brand"
	"github.com/quarryapi/quarry/internal/read/brand/gather"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// saved serves a folder of testdata as <name>.test. Images of pixels are made here, as
// large as the number in their names says, 200 without one.
func saved(name string) webtest.Site {
	folder := filepath.Join("testdata", name)
	return webtest.Site{Host: name + ".test", Rest: func(w http.ResponseWriter, r *http.Request) {
		file := r.URL.Path
		if strings.HasSuffix(file, "/") {
			file += "index.html"
		}
		body, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(path.Clean(file))))
		types := map[string]string{".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".png": "image/png", ".gif": "image/gif"}
		w.Header().Set("Content-Type", types[path.Ext(file)])
		switch {
		case err == nil:
			_, _ = w.Write(body)
		case path.Ext(file) == ".png":
			_, _ = w.Write(pixels(file))
		default:
			http.NotFound(w, r)
		}
	}}
}

func pixels(file string) []byte {
	size, err := strconv.Atoi(strings.Trim(strings.TrimSuffix(path.Base(file), ".png"), "abcdefghijklmnopqrstuvwxyz-"))
	if err != nil {
		size = 200
	}
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, size, size)))
	return b.Bytes()
}

func setup(t *testing.T, extra ...webtest.Site) *gather.Gatherer {
	t.Helper()
	return gather.New(webclient.Start(t, extra...).Web, nil)
}

func profile(t *testing.T, g *gather.Gatherer, address string) []byte {
	t.Helper()
	e, facts, err := g.Gather(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(map[string]any{"profile": brand.Read(e), "facts": facts}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGoldenProfiles(t *testing.T) {
	t.Parallel()
	names := []string{"company", "tokens", "framework", "presets", "night", "imports", "bare", "plain", "letters"}
	var sites []webtest.Site
	for _, name := range names[1:] {
		sites = append(sites, saved(name))
	}
	g := setup(t, sites...)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := profile(t, g, "http://"+name+".test/")
			golden.Text(t, filepath.Join("testdata", "golden", name+".json"), string(got))
			for range 5 { // maps are walked in another order each time
				if again := profile(t, g, "http://"+name+".test/"); !bytes.Equal(got, again) {
					t.Fatalf("the same site gives\n%s\nand then\n%s", got, again)
				}
			}
		})
	}
}

// A sheet that cannot be read is counted, as its colours may be the brand's.
func TestMissingSheets(t *testing.T) {
	t.Parallel()
	page := webtest.Site{Host: "torn.test", Rest: func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<title>Torn</title><link rel=stylesheet href=/a.css><link rel=stylesheet href=/gone.css><style>p{color:#123456}</style>`))
		case "/a.css":
			w.Header().Set("Content-Type", "text/css")
			_, _ = w.Write([]byte(`@import "/lost.css"; a{color:#0b5d5b}`))
		default:
			http.NotFound(w, r)
		}
	}}
	_, facts, err := setup(t, page).Gather(t.Context(), "http://torn.test/")
	if err != nil || facts.Stylesheets != 2 || facts.StylesheetsMissing != 2 {
		t.Errorf("got %+v, error %v; want 2 stylesheets and 2 that are missing, no error", facts, err)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	g := setup(t)
	for address, code := range map[string]errs.Code{
		"http://wall.test/":             errs.UpstreamBlocked,
		"http://members.test/":          errs.LoginRequired,
		"http://status.test/404":        errs.TargetError,
		"http://status.test/500":        errs.TargetError,
		"http://pdf.test/report.pdf":    errs.UnsupportedContent,
		"http://text.test/readme.md":    errs.UnsupportedContent,
		"http://big.test/":              errs.UnsupportedContent,
		"http://redirect.test/loop":     errs.TooManyRedirects,
		"http://127.0.0.1/":             errs.InvalidTarget,
		"http://redirect.test/loopback": errs.InvalidTarget,
	} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			if _, _, err := g.Gather(t.Context(), address); !errs.Is(err, code) {
				t.Errorf("got %v, want %s", err, code)
			}
		})
	}
}
