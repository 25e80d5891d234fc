package extract_test

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

const all = extract.Markdown | extract.Text | extract.Document

func newEngine() *extract.Engine { return extract.New(content.New(), charset.Decode, pdfium.New(2)) }

// source names the host after nothing real; the path has a folder, so that relative
// addresses show.
func source(tb testing.TB, mediaType string, body []byte) extract.Source {
	tb.Helper()
	u, err := url.Parse("https://site.example/dir/page?x=1")
	if err != nil {
		tb.Fatal(err)
	}
	return extract.Source{URL: u, MediaType: mediaType, ContentType: mediaType, Body: body}
}

func read(t *testing.T, mediaType, body string, o extract.Options) *page.Page {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	p, err := newEngine().Extract(ctx, source(t, mediaType, []byte(body)), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func saved(tb testing.TB, name string) []byte {
	tb.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	return body
}

func TestGolden(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"article.html": "text/html", "shop.html": "text/html", "docs.html": "text/html",
		"tables.html": "text/html", "forum.html": "text/html", "list.html": "text/html",
		"feed.xml": "application/rss+xml", "atom.xml": "text/xml", "notes.md": "text/markdown",
		"data.json": "application/json", "stock.csv": "text/csv",
	}
	for name, mediaType := range pages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := read(t, mediaType, string(saved(t, name)), extract.Options{Parts: all, OnlyMainContent: true})
			path := "testdata/golden/" + strings.TrimSuffix(name, filepath.Ext(name))
			golden.Text(t, path+".md", p.Markdown)
			golden.JSON(t, path+".json", p.Document)
		})
	}
}

// The whole page: what onlyMainContent false adds.
func TestGoldenWholePage(t *testing.T) {
	t.Parallel()
	p := read(t, "text/html", string(saved(t, "article.html")), extract.Options{Parts: extract.Markdown})
	golden.Text(t, "testdata/golden/article.whole.md", p.Markdown)
}
