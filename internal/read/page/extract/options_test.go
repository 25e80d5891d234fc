package extract_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

const optionsPage = `<html><head><title>T</title></head><body>
<nav><a href=/>Home</a></nav>
<main><h1>Kettles</h1><p class=intro>About kettles.</p><div id=x><p>Boil <b>water</b>.</p></div><p class=ad-box>Buy!</p></main>
<footer>Foot</footer></body></html>`

func TestOptions(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		o    extract.Options
		want string
	}{
		"main content":         {extract.Options{OnlyMainContent: true}, "# Kettles\n\nAbout kettles.\n\nBoil **water**.\n"},
		"the whole page":       {extract.Options{}, "[Home](https://site.example/)\n\n# Kettles\n\nAbout kettles.\n\nBoil **water**.\n\nBuy!\n\nFoot\n"},
		"exclude":              {extract.Options{OnlyMainContent: true, ExcludeTags: []string{".intro"}}, "# Kettles\n\nBoil **water**.\n"},
		"include":              {extract.Options{OnlyMainContent: true, IncludeTags: []string{"#x", ".ad-box"}}, "# Kettles\n\nBoil **water**.\n\nBuy!\n"},
		"include and exclude":  {extract.Options{IncludeTags: []string{"main"}, ExcludeTags: []string{".ad-box", "b"}}, "# Kettles\n\nAbout kettles.\n\nBoil .\n"},
		"include what is none": {extract.Options{IncludeTags: []string{"aside"}}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.o.Parts = extract.Markdown
			if diff := cmp.Diff(c.want, read(t, "text/html", optionsPage, c.o).Markdown); diff != "" {
				t.Errorf("Markdown mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOnlyWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	p := read(t, "text/html", optionsPage, extract.Options{})
	if p.Title != "Kettles" || p.Markdown != "" || p.Text != "" || p.Document != nil {
		t.Errorf("got %+v", p)
	}
}

func TestMaxChars(t *testing.T) {
	t.Parallel()
	p := read(t, "text/html", "<p>"+strings.Repeat("wörter ", 100), extract.Options{Parts: all, MaxChars: 50})
	if !p.Truncated || len([]rune(p.Markdown)) > 50 || len([]rune(p.Text)) > 50 || p.Document.Text != p.Text {
		t.Errorf("got %q and %q", p.Markdown, p.Text)
	}
	if strings.HasSuffix(p.Text, "wört") {
		t.Errorf("a word is cut: %q", p.Text)
	}
	p = read(t, "text/html", "<p>short", extract.Options{Parts: all, MaxChars: 50})
	if p.Truncated {
		t.Error("a short page is told to be cut")
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	cases := []struct {
		in    string
		limit int
		want  string
		cut   bool
	}{
		{"abc", 0, "abc", false},
		{"abc", -1, "abc", false},
		{"abc", 3, "abc", false},
		{"äöü", 3, "äöü", false},
		{"äöüß", 3, "äöü", true},
		{"one two three four five six", 19, "one two three four", true},
		{"onetwothreefourfive six", 10, "onetwothre", true},
	}
	for _, c := range cases {
		if got, cut := extract.Cut(c.in, c.limit); got != c.want || cut != c.cut {
			t.Errorf("Cut(%q, %d) = %q, %v; want %q, %v", c.in, c.limit, got, cut, c.want, c.cut)
		}
	}
}

// bomb is a foreign parser with a bug.
type bomb struct{}

func (bomb) Main(context.Context, *html.Node, content.Options) (*html.Node, error) {
	panic("index out of range")
}

func TestPanicsOfParsersBecomeErrors(t *testing.T) {
	t.Parallel()
	_, err := extract.New(bomb{}, charset.Decode, nil).Extract(t.Context(), source(t, "text/html", []byte("<p>x")), extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	if !errs.Is(err, errs.ParseFailed) || strings.Contains(errs.As(err).Message, "index") {
		t.Errorf("got %v", err)
	}
}
