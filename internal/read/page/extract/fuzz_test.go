package extract_test

import (
	"context"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// FuzzExtract holds reading to three promises: it does not panic, it gives UTF-8,
// and it does not grow what it was given without bound.
func FuzzExtract(f *testing.F) {
	for _, name := range []string{"article.html", "shop.html", "docs.html", "tables.html", "forum.html", "list.html", "feed.xml", "atom.xml", "notes.md", "data.json", "stock.csv"} {
		f.Add("text/html", saved(f, name))
	}
	f.Add("application/rss+xml", saved(f, "feed.xml"))
	f.Add("text/csv", saved(f, "stock.csv"))
	f.Add("application/json", saved(f, "data.json"))
	f.Add("", []byte("<table><tr><td colspan=99 rowspan=99>a<td>b<tr><th>c</table><pre>`</pre><a href=x><h1>[</h1></a>"))
	engine := newEngine()
	f.Fuzz(func(t *testing.T, mediaType string, body []byte) {
		if mediaType == "application/pdf" || len(body) > 4 && string(body[:5]) == "%PDF-" {
			t.Skip("the engine for PDF is slow to start and not ours")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		p, err := engine.Extract(ctx, source(t, mediaType, body), extract.Options{Parts: all, OnlyMainContent: len(body)%2 == 0, MaxChars: 1 << 20})
		if err != nil {
			if ctx.Err() != nil {
				t.Fatal("it took longer than 20 s")
			}
			return
		}
		if !utf8.ValidString(p.Markdown) || !utf8.ValidString(p.Text) {
			t.Error("the output is not UTF-8")
		}
		if len(p.Markdown) > 100*len(body)+10_000 {
			t.Errorf("%d bytes became %d", len(body), len(p.Markdown))
		}
	})
}
