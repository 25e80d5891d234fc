package audit_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/seo/audit"
)

// BenchmarkOf audits a page of about a megabyte whose site does not answer.
func BenchmarkOf(b *testing.B) {
	row := `<h2>A gauge</h2><p>Made in the yard, <a href="/gauges/1?a=b" rel="nofollow">sold</a> by the dozen.</p><img src="/a.png">` + "\n"
	body := "<title>Gauges</title>" + strings.Repeat(row, 8000)
	resp := secure(b, body)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := audit.Of(b.Context(), away{}, "https://site.test/", resp); err != nil {
			b.Fatal(err)
		}
	}
}
