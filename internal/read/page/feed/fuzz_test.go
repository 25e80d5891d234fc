package feed_test

import (
	"net/url"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/feed"
)

// FuzzParse reads a feed of a stranger.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`<rss><channel><title>T</title><item><title>A</title><link>/a</link><description>&lt;p&gt;x</description></item></channel></rss>`,
		`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">a</title><updated>2026-01-01T00:00:00Z</updated></entry></feed>`,
		`{"version":"https://jsonfeed.org/version/1","items":[{"id":1}]}`,
		`<rss>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, _, err := feed.Parse(body, &url.URL{Scheme: "https", Host: "example.com"})
		if (got == nil) != (err != nil) {
			t.Errorf("got %v, error %v; want one of them", got, err)
		}
	})
}
