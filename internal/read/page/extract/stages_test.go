package extract_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/htmlpage"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
	"github.com/quarryapi/quarry/internal/read/page/segment"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

var stored = flag.String("pages", "", "a folder of pages, .html or .html.gz, to measure stages over instead of the saved ones")

// storedPages are the pages of the folder, or the saved ones.
func storedPages(b *testing.B) [][]byte {
	b.Helper()
	var pages [][]byte
	if *stored == "" {
		for name, page := range samples(b) {
			if name != "megabyte" {
				pages = append(pages, page)
			}
		}
		return pages
	}
	files, err := filepath.Glob(filepath.Join(*stored, "*.html*"))
	if err != nil || len(files) == 0 {
		b.Fatalf("got no pages in %s, want some: %v", *stored, err)
	}
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		if strings.HasSuffix(file, ".gz") {
			page = unpacked(b, page)
		}
		pages = append(pages, page)
	}
	return pages
}

func unpacked(b *testing.B, packed []byte) []byte {
	b.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		b.Fatal(err)
	}
	page, err := io.ReadAll(r)
	if err != nil {
		b.Fatal(err)
	}
	return page
}

// stages are what reading a page consists of; each begins with all that are before it.
var stages = []struct {
	name string
	read func(b *testing.B, page []byte)
}{
	{"x-net", func(b *testing.B, page []byte) {
		b.Helper()
		if _, err := html.Parse(bytes.NewReader(page)); err != nil {
			b.Skip("a page that the other parser refuses")
		}
	}},
	{"parse", func(_ *testing.B, page []byte) { dom.ParseLean(page) }},
	{"metadata", func(b *testing.B, page []byte) {
		b.Helper()
		described(b, page)
	}},
	{"prepare", func(b *testing.B, page []byte) {
		b.Helper()
		clean.Prepare(described(b, page))
	}},
	{"segment", func(b *testing.B, page []byte) {
		b.Helper()
		doc := described(b, page)
		clean.Prepare(doc)
		segment.Cut(dom.Body(doc))
	}},
	{"features", func(b *testing.B, page []byte) {
		b.Helper()
		doc := described(b, page)
		clean.Prepare(doc)
		if p, _, rows := content.Describe(doc, nil); rows != nil {
			for i := range p.Blocks {
				rows.Row(i)
			}
		}
	}},
	{"selected", func(b *testing.B, page []byte) {
		b.Helper()
		doc := described(b, page)
		clean.Prepare(doc)
		if _, err := finder.Main(b.Context(), doc, content.Options{}); err != nil {
			b.Fatal(err)
		}
	}},
	{"markdown", func(b *testing.B, page []byte) {
		b.Helper()
		if _, err := engine.Extract(b.Context(), source(b, "text/html", page), extract.Options{Parts: extract.Markdown, OnlyMainContent: true}); err != nil {
			b.Skip("a page without text")
		}
	}},
}

var (
	finder = content.New()
	engine = newEngine()
)

func described(b *testing.B, page []byte) *html.Node {
	b.Helper()
	doc := htmlpage.Parse(page)
	where := source(b, "text/html", nil).URL
	base := dom.Base(doc, where)
	metadata.Read(doc, where, base, structured.Objects(structured.JSONLD(doc)))
	return doc
}

// BenchmarkStages has the time of a page up to the end of each stage. Figures of one run compare;
// `-cpu 1` has the collector's share in them.
func BenchmarkStages(b *testing.B) {
	pages := storedPages(b)
	size := 0
	for _, page := range pages {
		size += len(page)
	}
	for _, s := range stages {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(size))
			begin := used(b)
			for b.Loop() {
				for _, page := range pages {
					s.read(b, page)
				}
			}
			b.ReportMetric(float64((used(b)-begin).Microseconds())/float64(b.N*len(pages)), "cpu-µs/page")
		})
	}
}

// used is the CPU time of this process so far, that of the collector included.
func used(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
