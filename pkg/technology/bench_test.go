package technology_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/pkg/technology"
)

// ordinary is a page of 100 KB with technologies of its own.
func ordinary() technology.Page {
	return technology.Page{
		Header: http.Header{"Server": {"nginx/1.25.3"}, "Set-Cookie": {"laravel_session=x; Path=/"}},
		Body: []byte(`<!doctype html><title>Reeds</title><meta name="generator" content="WordPress 6.5.2">` +
			`<link rel="stylesheet" href="/wp-content/themes/reed/style.css"><script src="/js/jquery-3.7.1.min.js"></script>` +
			strings.Repeat("<div class=\"reed wide\"><a href=\"/bed/7\">Reeds, and more reeds.</a></div>\n", 1500)),
	}
}

func BenchmarkDetect(b *testing.B) {
	page := ordinary()
	b.SetBytes(int64(len(page.Body)))
	for b.Loop() {
		if _, err := detector().Detect(b.Context(), page); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirst is what the first page costs, fingerprints and all.
func BenchmarkFirst(b *testing.B) {
	for b.Loop() {
		if _, err := technology.New().Detect(b.Context(), technology.Page{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLibrary is BenchmarkDetect with the matcher that the fingerprints come with.
func BenchmarkLibrary(b *testing.B) {
	l, page := newLibrary(b), ordinary()
	b.SetBytes(int64(len(page.Body)))
	for b.Loop() {
		l.Fingerprint(page.Header, page.Body)
	}
}

func BenchmarkHostile(b *testing.B) {
	for name, page := range hostile(3 << 20) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(page.Body)))
			for b.Loop() {
				if _, err := detector().Detect(b.Context(), page); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
