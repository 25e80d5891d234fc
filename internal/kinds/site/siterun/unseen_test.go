package siterun_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// What the browser hides is neither in the markdown nor in the text, by whichever of thirty ways; what only looks
// as if it were hidden is.
func TestHiddenText(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	for _, mode := range []string{"full", "text"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			got, err := render(t, setup(t), `{"url":"http://unseen.test/","mode":"`+mode+`"}`)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(got.Markdown + "\n" + got.BodyText) {
				if strings.Contains(line, "ORDER") || strings.Contains(line, "HIDDEN") {
					t.Errorf("got %q in the markdown or the text, want it left out", line)
				}
			}
			for _, want := range []string{
				"carries twelve people", "bread on Saturdays", "When does it not go?", "not go in fog", "chapel's bell", "nine minutes", "last boat goes at dusk",
				"fare is two coins", "write to the ferryman", "older than the mill", "swans nest",
			} {
				if !strings.Contains(got.Markdown, want) {
					t.Errorf("got no %q in the markdown, want it: %s", want, got.Markdown)
				}
				if !strings.Contains(got.BodyText, want) {
					t.Errorf("got no %q in the text, want it: %s", want, got.BodyText)
				}
			}
			if want := "http://unseen.test/dark.svg"; !strings.Contains(got.Markdown, want) {
				t.Errorf("got no %q in the markdown, want it: %s", want, got.Markdown)
			}
		})
	}
}

// vectors is a site of the pages in testdata/hidden.
func vectors(tb testing.TB) webtest.Site {
	tb.Helper()
	s := webtest.Site{Host: "vectors.test", Assets: map[string]http.HandlerFunc{}}
	for _, name := range []string{"hostile.html", "honest.html", "picture.html", "faded.html", "dark.html", "unrecognized.html"} {
		s.Assets["/"+name] = func(w http.ResponseWriter, r *http.Request) {
			http.ServeFile(w, r, filepath.Join("testdata", "hidden", name))
		}
	}
	return s
}

// Nothing of a page with more than seventy ways to hide a text is read but what its readers see.
func TestHostileText(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	got, err := render(t, setup(t, vectors(t)), `{"url":"http://vectors.test/hostile.html"}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{got.Markdown, got.BodyText} {
		for _, order := range regexp.MustCompile(`ORDER[^\n]*`).FindAllString(text, -1) {
			t.Errorf("got %q, want it left out", order)
		}
		for _, want := range []string{"since 1780", "fishermen", "dressed", "Saturdays", "tenth year", "closed at Easter"} {
			if !strings.Contains(text, want) {
				t.Errorf("got no %q, want it: %s", want, text)
			}
		}
	}
}

// What readers see is read, however it is painted, and so is what they reach by a click or by scrolling.
func TestHonestText(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	got, err := render(t, setup(t, vectors(t)), `{"url":"http://vectors.test/honest.html"}`)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("testdata/hidden/honest.html")
	if err != nil {
		t.Fatal(err)
	}
	if want := "€ 118"; !strings.Contains(got.BodyText, want) {
		t.Errorf("got no %q, an old price that is struck out, want it", want)
	}
	mark := regexp.MustCompile(`KEEP-\d+`)
	kept := mark.FindAllString(got.BodyText, -1)
	for _, want := range mark.FindAllString(string(page), -1) {
		if !slices.Contains(kept, want) {
			t.Errorf("got no %s, want it", want)
		}
	}
}

// White text is read on paper that is dark by itself, and not on white.
func TestDarkPaper(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	got, err := render(t, setup(t, vectors(t)), `{"url":"http://vectors.test/dark.html"}`)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got.BodyText, "KEEP-1") || strings.Contains(got.BodyText, "ORDER") {
		t.Errorf("got %q, want KEEP-1 in it and no ORDER", got.BodyText)
	}
}

// A page with more texts and grounds than there is time to compare is read within the time that the caller gives, and
// loses none of them.
func TestManyWhiteTexts(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	var page strings.Builder
	page.WriteString(`<!doctype html><title>Many</title><style>div{position:relative}i{position:absolute;inset:0;background:#036}p{color:#fff;position:relative}</style><h1>Many</h1>`)
	for i := range 20000 {
		fmt.Fprintf(&page, `<div><i></i><img src="data:," width=5 height=5><p>boat %d.</p></div>`, i)
	}
	s := webtest.Site{Host: "many.test", Assets: map[string]http.HandlerFunc{"/many.html": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, page.String())
	}}}
	got, err := render(t, setup(t, s), `{"url":"http://many.test/many.html","mode":"text","options":{"timeoutMs":110000}}`)
	if err != nil {
		t.Fatal(err)
	}
	if read := strings.Count(got.BodyText, "boat "); read != 20000 {
		t.Errorf("got %d texts, want 20000", read)
	}
}

// A page of pictures has no text because a part of it is hidden, and one that was never faded in is read.
func TestPagesWithoutText(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	r := setup(t, vectors(t))
	for name, c := range map[string]struct{ want, lacks string }{
		"picture": {"", "ORDER"}, "faded": {"faded in by a script that never came", "ORDER"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := render(t, r, `{"url":"http://vectors.test/`+name+`.html"}`)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{got.Markdown, got.BodyText} {
				if !strings.Contains(text, c.want) || strings.Contains(text, c.lacks) {
					t.Errorf("got %.300q, want %q in it and no %q", text, c.want, c.lacks)
				}
			}
		})
	}
}

// The document says what is not recognized, and it is so: each of its lines is a text that is still read.
func TestUnrecognized(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	got, err := render(t, setup(t, vectors(t)), `{"url":"http://vectors.test/unrecognized.html"}`)
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile("../../../../docs/hidden-text.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(document), "## What is not recognized")
	lines := regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*`).FindAllStringSubmatch(list, -1)
	if len(lines) < 5 {
		t.Fatalf("got %d lines in the document, want more", len(lines))
	}
	for _, line := range lines {
		if !strings.Contains(got.BodyText, line[1]) {
			t.Errorf("got no %q, want it as the document says, or the document to say that it is recognized", line[1])
		}
	}
}

// What covers most of a page is a dialog, or goes when the page has loaded; what covers less hides its text.
func TestCoversOfMostOfAPage(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	const sentence = "The ferry carries twelve people and a cart across. "
	s := webtest.Site{Host: "covers.test", Assets: map[string]http.HandlerFunc{}}
	for name, times := range map[string]int{"/most": 6, "/less": 3} {
		s.Assets[name] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = fmt.Fprintf(w, `<!doctype html><title>The ferry</title><p>%s</p><div style="position:relative"><p>COVERED %s</p><div style="position:absolute;inset:0;background:#fff"></div></div>`,
				strings.Repeat(sentence, 4), strings.Repeat(sentence, times))
		}
	}
	for name, want := range map[string]bool{"most": true, "less": false} {
		got, err := render(t, setup(t, s), `{"url":"http://covers.test/`+name+`"}`)
		if err != nil {
			t.Fatal(err)
		}
		if read := strings.Contains(got.BodyText, "COVERED"); read != want {
			t.Errorf("%s: got the covered text %t, want %t: %s", name, read, want, got.BodyText)
		}
	}
}
