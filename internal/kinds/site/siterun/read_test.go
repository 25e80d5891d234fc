package siterun_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/kinds/site/siterun"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// fake is a browser that always finds the same page.
type fake struct {
	page  shown.Page
	asked shown.Visit
}

func (f *fake) Visit(_ context.Context, v shown.Visit) (*shown.Page, error) {
	f.asked = v
	found := f.page
	return &found, nil
}

func found(html string, values map[string]string) *fake {
	f := &fake{page: shown.Page{
		URL: &url.URL{Scheme: "https", Host: "site.example", Path: "/end"}, Status: http.StatusOK, Header: http.Header{},
		MediaType: "text/html", HTML: html, Values: map[string]json.RawMessage{},
	}}
	for name, value := range values {
		f.page.Values[name] = json.RawMessage(value)
	}
	return f
}

func TestRead(t *testing.T) {
	t.Parallel()
	f := found(`<html lang="de"><head><meta charset="shift_jis"><base href="/sub/"><title> Ein  Titel </title>
		<script type="application/ld+json">[{"@type":"Organization","logo":"a.png","sameAs":["https://x.com/a"]}]</script></head>
		<body><h1>Grüße</h1><p>Hallo</p><a href="https://www.instagram.com/b/">b</a></body></html>`,
		map[string]string{
			"text":   `"\n  Grüße\n\n\n\nHallo \t\n\n b\n"`,
			"styles": `{"h1":{"color":"#010203","backgroundColor":"","fontFamily":"Arial","fontSize":"32px","fontWeight":"700"},"p":{"color":"","backgroundColor":"#ffffff","fontFamily":"Arial","fontSize":"16px","fontWeight":"400"}}`,
		})
	f.page.Title = " Ein \n Titel "
	f.page.Limited = "bytes"
	f.page.Screenshot = &shown.Image{Data: []byte("picture"), Width: 3, Height: 4, Clipped: true}
	f.page.Timings = shown.Timings{ResponseMs: 1, ReadyMs: 2, LoadMs: 3, TotalMs: 4}
	got, err := render(t, siterun.New(f), `{"url":"https://site.example/","options":{"screenshot":true,"format":"webp"}}`)
	if err != nil {
		t.Fatal(err)
	}
	font := site.Font{FontFamily: "Arial", FontSize: "32px", FontWeight: "700"}
	want := site.Result{
		URL: "https://site.example/", FinalURL: "https://site.example/end", Status: 200, Title: "Ein Titel", Language: "de",
		BodyText: "Grüße\n\nHallo\n\nb", Markdown: "# Grüße\n\nHallo\n\n[b](https://www.instagram.com/b/)\n", Extraction: page.CleanedBody,
		SocialLinks:    []string{"https://www.instagram.com/b", "https://x.com/a"},
		JSONLD:         []json.RawMessage{json.RawMessage(`{"@type":"Organization","logo":"a.png","sameAs":["https://x.com/a"]}`)},
		LogoCandidates: []string{"https://site.example/sub/a.png"},
		ComputedColors: map[string]site.Colors{"h1": {Color: "#010203"}},
		ComputedFonts:  map[string]site.Font{"h1": font, "p": {FontFamily: "Arial", FontSize: "16px", FontWeight: "400"}},
		Screenshot:     []byte("picture"), ScreenshotFormat: site.WebP, ScreenshotWidth: 3, ScreenshotHeight: 4, ScreenshotClipped: true,
		Limited: "bytes", Timings: site.Timings{ResponseMS: 1, ReadyMS: 2, LoadMS: 3, TotalMS: 4},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("render mismatch (-want +got):\n%s", diff)
	}
}

// What the browser could not tell is absent or read from the document, and no list is
// null.
func TestReadLittle(t *testing.T) {
	t.Parallel()
	got, err := render(t, siterun.New(found(`<title>T</title><body style="visibility:hidden"><p>Words`, map[string]string{"text": `""`})), `{"url":"https://site.example/"}`)
	if err != nil {
		t.Fatal(err)
	}
	if got.BodyText != "Words" || got.Title != "T" || got.ComputedColors == nil || got.ComputedFonts == nil || len(got.ComputedFonts) != 0 {
		t.Errorf("got %+v", got)
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"socialLinks", "jsonld", "logoCandidates"} {
		if string(fields[name]) != "[]" {
			t.Errorf("%s is %s", name, fields[name])
		}
	}
}

// The cheap mode asks the browser for less.
func TestVisit(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body    string
		want    shown.Visit
		scripts []string
	}{
		"full": {
			`{"url":"https://site.example/","options":{"headers":{"cookie":"a=b"},"timeoutMs":60000}}`,
			shown.Visit{Header: http.Header{"Cookie": {"a=b"}}, Viewport: shown.Viewport{Width: 1280, Height: 800, Scale: 1}, Timeout: 58 * time.Second},
			[]string{"shown", "styles", "text"},
		},
		"text": {
			`{"url":"https://site.example/","mode":"text","options":{"waitFor":250,"delay":20,"dark":true,"timeoutMs":10000}}`,
			shown.Visit{
				Viewport: shown.Viewport{Width: 1280, Height: 800, Scale: 1}, Timeout: 9 * time.Second, BlockMedia: true, Dark: true,
				Wait: shown.Wait{For: 250 * time.Millisecond}, Delay: 20 * time.Millisecond,
			},
			[]string{"shown", "text"},
		},
		"a picture": {
			`{"url":"https://site.example/","options":{"screenshot":true,"format":"webp","quality":50,"fullPage":true,"viewport":{"width":390,"height":844},"deviceScaleFactor":2,"waitFor":"#a"}}`,
			shown.Visit{
				Viewport: shown.Viewport{Width: 390, Height: 844, Scale: 2}, Timeout: time.Minute, Wait: shown.Wait{Selector: "#a"},
				Screenshot: &shown.Screenshot{FullPage: true, Format: "webp", Quality: 50},
			},
			[]string{"shown", "styles", "text"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := found("<p>x", nil)
			if _, err := render(t, siterun.New(f), c.body); err != nil {
				t.Fatal(err)
			}
			var scripts []string
			for script := range f.asked.Scripts {
				scripts = append(scripts, script)
			}
			slices.Sort(scripts)
			c.want.URL = "https://site.example/"
			ignored := cmp.Options{cmpopts.IgnoreFields(shown.Visit{}, "Scripts"), cmpopts.IgnoreUnexported(shown.Visit{}), cmpopts.EquateEmpty()}
			if diff := cmp.Diff(c.want, f.asked, ignored); diff != "" || !slices.Equal(scripts, c.scripts) {
				t.Errorf("scripts %v\n%s", scripts, diff)
			}
		})
	}
}

// Hostile answers to the scripts and hostile documents end in a result or an error.
func TestReadHostile(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]*fake{
		"values of other types": found("<p>x", map[string]string{"text": `{"a":1}`, "styles": `[1,2]`}),
		"styles within styles":  found("<p>x", map[string]string{"text": `null`, "styles": `{"h1":null,"h2":"red"}`}),
		"no document":           found("", nil),
		"deep":                  found("<p>x"+string(slices.Repeat([]byte("<div>"), 100_000)), nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := render(t, siterun.New(f), `{"url":"https://site.example/"}`)
			if err != nil || got.SocialLinks == nil {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	f := found("", nil)
	f.page.MediaType = "video/mp4"
	if _, err := render(t, siterun.New(f), `{"url":"https://site.example/"}`); !errs.Is(err, errs.UnsupportedContent) {
		t.Errorf("a film gives %v", err)
	}
}
