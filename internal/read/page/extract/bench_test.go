package extract_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// samples are the saved pages and one of a megabyte, an article without end.
func samples(b *testing.B) map[string][]byte {
	b.Helper()
	pages := map[string][]byte{}
	for _, name := range []string{"article", "shop", "docs", "tables", "forum"} {
		pages[name] = saved(b, name+".html")
	}
	const begin, end = `<h2 id="found">`, `<footer class="story-footer">`
	article := string(pages["article"])
	head, rest, _ := strings.Cut(article, begin)
	middle, foot, _ := strings.Cut(rest, end)
	pages["megabyte"] = []byte(head + strings.Repeat(begin+middle, (1<<20)/len(middle)) + end + foot)
	return pages
}

// each runs f over every sample and reports bytes and pages a second. Ratios of two
// benchmarks of one run compare better than figures of two machines.
func each(b *testing.B, f func(b *testing.B, body []byte)) {
	b.Helper()
	pages := samples(b)
	for _, name := range []string{"article", "shop", "docs", "tables", "forum", "megabyte"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(pages[name])))
			for b.Loop() {
				f(b, pages[name])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
		})
	}
}

// BenchmarkParse is the floor: the HTML5 parser and nothing else.
func BenchmarkParse(b *testing.B) {
	each(b, func(b *testing.B, body []byte) {
		b.Helper()
		if _, err := html.Parse(bytes.NewReader(body)); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkMarkdown(b *testing.B) { benchmarkParts(b, extract.Markdown) }

func BenchmarkDocument(b *testing.B) { benchmarkParts(b, extract.Document) }

func BenchmarkMetadata(b *testing.B) { benchmarkParts(b, 0) }

func benchmarkParts(b *testing.B, parts extract.Parts) {
	b.Helper()
	engine := newEngine()
	each(b, func(b *testing.B, body []byte) {
		b.Helper()
		src := source(b, "text/html", body)
		if _, err := engine.Extract(b.Context(), src, extract.Options{Parts: parts, OnlyMainContent: true}); err != nil {
			b.Fatal(err)
		}
	})
}
