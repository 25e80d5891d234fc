package atom_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sources/youtube/atom"
)

// FuzzRead reads a channel's feed.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom"><yt:channelId>UC1</yt:channelId><entry><yt:videoId>v</yt:videoId><published>2026-01-01T00:00:00+00:00</published></entry></feed>`,
		`<feed>`,
		``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := atom.Read(body, "UC1")
		if (got == nil) != (err != nil) {
			t.Errorf("got %v, error %v; want one of them", got, err)
		}
	})
}
