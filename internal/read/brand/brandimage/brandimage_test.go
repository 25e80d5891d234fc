package brandimage_test

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/brand/brandimage"
	"github.com/quarryapi/quarry/internal/read/brand/identity"
	"github.com/quarryapi/quarry/internal/read/brand/picture"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

const at = "https://acme.example"

func page(t *testing.T, source string) brandimage.Page {
	t.Helper()
	u, err := url.Parse(at + "/")
	if err != nil {
		t.Fatal(err)
	}
	doc := dom.Parse([]byte(source))
	return brandimage.Page{Doc: doc, Base: dom.Base(doc, u), Metas: structured.ReadMetas(doc)}
}

// shown writes candidates as "0.75 /logo.png"; a drawing is "0.75 <svg…>".
func shown(t *testing.T, list []brandimage.Candidate) []string {
	t.Helper()
	var all []string
	for _, c := range list {
		address := strings.TrimPrefix(c.URL, at)
		if data, ok := strings.CutPrefix(address, "data:image/svg+xml;base64,"); ok {
			raw, err := base64.StdEncoding.DecodeString(data)
			if err != nil {
				t.Fatal(err)
			}
			address = string(raw)
		}
		all = append(all, fmt.Sprintf("%.2f %s", c.Confidence, address))
	}
	return all
}

func TestLogos(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		page string
		org  identity.Organization
		want []string
	}{
		"nothing": {`<img src="/photo.jpg">`, identity.Organization{}, nil},
		"the order": {
			`<head><meta property="og:image" content="/card.png"><meta name="msapplication-TileImage" content="/tile.png"><meta property="og:logo" content="/og.png">
			 <link rel=icon href="/f.ico"><link rel=icon href="/f.svg"><link rel=apple-touch-icon href="/touch.png"><link rel=mask-icon href="/mask.svg"></head>
			 <header><a href="/"><img src="/header.png" alt="Acme"></a></header><footer><a href="/"><img class=logo src="/footer.png"></a></footer>`,
			identity.Organization{Logos: []string{"/org.png", "/org.png"}, Own: true},
			[]string{"0.90 /org.png", "0.85 /og.png", "0.75 /header.png", "0.60 /footer.png", "0.50 /f.svg", "0.50 /touch.png", "0.40 /mask.svg", "0.40 /tile.png", "0.30 /f.ico", "0.20 /card.png"},
		},
		"an icon that is declared twice": {
			`<link rel=apple-touch-icon sizes=57x57 href="/t.png"><link rel=apple-touch-icon sizes=144x144 href="/t.png">`,
			identity.Organization{},
			[]string{"0.50 /t.png"},
		},
		"an organization that is not surely the site's": {"", identity.Organization{Logos: []string{"javascript:x", "/a.png"}}, []string{"0.80 /a.png"}},
		"a drawing that leads home": {
			`<nav><a href="/"><svg viewBox="0 0 9 9" onload="x()" data-x=1><script>x</script><path d="M0 0"/><image href="http://evil.example/x.png"/><g fill="url(http://evil.example)"><a href="x"><rect/></a></g></svg></a></nav>`,
			identity.Organization{},
			[]string{`0.70 <svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path><g></g></svg>`},
		},
		"a drawing that is named": {
			`<header><span class="Site-Logo"><svg><use xlink:href="#mark"/></svg></span></header><svg hidden><symbol id="mark" viewBox="0 0 4 4"><circle r="2"></circle></symbol></svg>`,
			identity.Organization{},
			[]string{`0.75 <svg viewBox="0 0 4 4" xmlns="http://www.w3.org/2000/svg"><g id="mark" viewBox="0 0 4 4"><circle r="2"></circle></g></svg>`},
		},
		"drawings that are something else": {
			`<header><button class="logo-menu"><svg><path/></svg></button><a href="/cart"><svg><path/></svg></a><ul class=social><a href="/"><svg><path/></svg></a></ul><a href="/"><svg class=logo><use href="/sprite.svg#x"/></svg></a></header>
			 <main><a href="/"><svg class=logo><path/></svg></a></main>`,
			identity.Organization{},
			nil,
		},
		"an image within the page": {
			`<header><a href="/"><img alt=logo src="data:image/png;base64,` + strings.Repeat("A", 400) + `"><img class=logo src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></a></header>`,
			identity.Organization{},
			[]string{"0.75 data:image/png;base64," + strings.Repeat("A", 400)},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(t, c.page)
			p.Organization = c.org
			if diff := cmp.Diff(c.want, shown(t, brandimage.Logos(p))); diff != "" {
				t.Errorf("shown mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFavicons(t *testing.T) {
	t.Parallel()
	p := page(t, `<link rel="shortcut icon" href="/16.png" sizes="16x16"><link rel=icon href="/512.png" sizes="192x192 512x512"><link rel=icon href="/32.png" sizes=32X32>
		<link rel=mask-icon href="/mask.svg"><link rel="apple-touch-icon" href="/touch.png"><link rel=fluid-icon href="/fluid.png" sizes="x"><link rel=icon type="image/svg+xml" href="/any" sizes=any><link rel=preload href="/x.png"><link rel=icon href="data:,">`)
	p.Manifest = brandimage.Manifest{Icons: []brandimage.ManifestIcon{{URL: at + "/m192.png", Sizes: "192x192"}, {URL: at + "/mono.png", Purpose: "monochrome"}}}
	want := []string{"0.90 /any", "0.90 /32.png", "0.90 /16.png", "0.90 /m192.png", "0.90 /touch.png", "0.90 /fluid.png", "0.90 /512.png", "0.90 /mask.svg", "0.50 /favicon.ico"}
	if diff := cmp.Diff(want, shown(t, brandimage.Favicons(p))); diff != "" {
		t.Errorf("shown mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"0.50 /favicon.ico"}, shown(t, brandimage.Favicons(page(t, "")))); diff != "" {
		t.Errorf("shown mismatch (-want +got):\n%s", diff)
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		confidence float64
		picture    picture.Picture
		want       float64
	}{
		"a pixel":          {0.9, picture.Picture{Format: picture.GIF, Width: 1, Height: 1}, 0},
		"small":            {0.75, picture.Picture{Format: picture.PNG, Width: 16, Height: 16}, 0.45},
		"a small favicon":  {0.3, picture.Picture{Format: picture.ICO, Width: 16, Height: 16}, 0.3},
		"a drawing of 1×1": {0.75, picture.Picture{Format: picture.SVG, Width: 1, Height: 1}, 0.75},
		"unknown size":     {0.75, picture.Picture{Format: picture.AVIF}, 0.75},
		"large":            {0.85, picture.Picture{Format: picture.PNG, Width: 300, Height: 40}, 0.85},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := brandimage.Candidate{Confidence: c.confidence}.Judge(c.picture)
			if got != c.want || ok != (c.want > 0) {
				t.Errorf("got %v %t", got, ok)
			}
		})
	}
}

func TestParseManifest(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(at + "/app/site.webmanifest")
	if err != nil {
		t.Fatal(err)
	}
	got, ok := brandimage.ParseManifest([]byte("\ufeff"+`{"name":" Acme ","short_name":7,"theme_color":"#0b5d5b","background_color":null,"icons":[{"src":"i.png","sizes":"192x192","type":"image/png","purpose":"any"},"x",{"src":"javascript:x"},null]}`), u)
	want := brandimage.Manifest{Name: "Acme", ThemeColor: "#0b5d5b", Icons: []brandimage.ManifestIcon{{URL: at + "/app/i.png", Sizes: "192x192", Type: "image/png", Purpose: "any"}}}
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Errorf("got ok %t, want true; ParseManifest mismatch (-want +got):\n%s", ok, diff)
	}
	for _, body := range []string{"", "<html>", "[]", "null", `"x"`, "{"} {
		if _, ok := brandimage.ParseManifest([]byte(body), u); ok {
			t.Errorf("%q is a manifest", body)
		}
	}
}

// A page made of references, copies and drawings must not cost more than it weighs.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"many drawings":    "<header>" + strings.Repeat(`<a href="/"><svg class=logo><use href="#s"/></svg></a>`, 20_000) + `<svg><symbol id=s>` + strings.Repeat("<path/>", 50_000) + "</symbol></svg>",
		"use within use":   `<header><a href="/"><svg class=logo id=a><use href="#a"/><path/></svg></a>`,
		"a huge drawing":   `<header><a href="/"><svg class=logo>` + strings.Repeat(`<path d="M0 0"/>`, 50_000) + "</svg></a>",
		"deep":             "<header>" + strings.Repeat("<div class=logo>", 400) + "<svg><path/></svg>",
		"many icons":       strings.Repeat(`<link rel=icon href=/x.png>`, 30_000),
		"many embedded":    "<header>" + strings.Repeat(`<img class=logo src="data:image/png;base64,`+strings.Repeat("A", 500)+`">`, 5000),
		"a huge embedded":  `<header><img class=logo src="data:image/png;base64,` + strings.Repeat("A", 1<<20) + `">`,
		"logos all around": strings.Repeat(`<header class=logo>`, 300) + strings.Repeat(`<img class=logo src=/x.png>`, 10_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(t, source)
			for _, c := range append(brandimage.Logos(p), brandimage.Favicons(p)...) {
				if len(c.URL) > 40<<10 {
					t.Errorf("an address of %d bytes", len(c.URL))
				}
			}
		})
	}
}
