package robots_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/web/fetch/robots"
)

// FuzzParse reads robots.txt of strangers: any bytes are rules, and a rule is judged.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`User-agent: *
Disallow: /private
Allow: /private/a$
Crawl-delay: 2
Sitemap: https://example.com/s.xml`,
		`User-agent: quarry
Disallow: /*?*a=*`,
		"\ufeffuser-agent:*\r\ndisallow:%zz",
		``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if file := robots.Parse(body, "quarry"); file == nil {
			t.Error("got no file, want one for any bytes")
		}
	})
}
