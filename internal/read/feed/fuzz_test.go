package feed_test

import (
	"net/url"
	"testing"

	"github.com/quarryapi/quarry/internal/read/feed"
)

// FuzzParse reads a feed of a stranger by its bytes and by what its server calls it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`<rss version="2.0"><channel><title>T</title><item><guid>1</guid><pubDate>Mon, 02 Jan 2006 15:04:05 GMT</pubDate><enclosure url="a.mp3" length="x"/></item></channel></rss>`,
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><item rdf:about="a"/></rdf:RDF>`,
		`<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="//b"/></entry></feed>`,
		`{"version":"https://jsonfeed.org/version/1.1","items":[{"id":1,"tags":[null]}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, kind := range []string{"", "application/rss+xml; charset=utf-16", "application/feed+json"} {
			got, err := feed.Parse(body, kind, &url.URL{Scheme: "https", Host: "example.com"})
			if (got == nil) != (err != nil) {
				t.Errorf("got %v, error %v; want one of them", got, err)
			}
		}
	})
}
