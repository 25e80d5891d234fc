package sitemap_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/sitemap"
)

// full is a sitemap of as many URLs as one may have.
func full() string {
	var b strings.Builder
	for i := range sitemap.MaxURLs {
		fmt.Fprintf(&b, "  <url>\n    <loc>https://shop.example/catalogue/section-%d/item-%d?ref=list&amp;lang=en</loc>\n    <lastmod>2025-%02d-%02dT08:00:00+00:00</lastmod>\n    <changefreq>weekly</changefreq>\n    <priority>0.5</priority>\n  </url>\n",
			i/100, i, i%12+1, i%28+1)
	}
	return urlset(b.String())
}

func BenchmarkRead(b *testing.B) {
	in := full()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		_, err := sitemap.Read(strings.NewReader(in), sitemap.Handler{URL: func(sitemap.Entry) bool { n++; return true }})
		if err != nil || n != sitemap.MaxURLs {
			b.Fatalf("got n %v, error %v; want no error, 50000", n, err)
		}
	}
}

// BenchmarkTokens is encoding/xml going through the same tags and doing nothing.
func BenchmarkTokens(b *testing.B) {
	in := full()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		d := xml.NewDecoder(strings.NewReader(in))
		for {
			if _, err := d.RawToken(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
