package atom_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/youtube/atom"
)

const id = "UCabcdefghijklmnopqrstuv"

const document = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv"/>
 <id>yt:channel:abcdefghijklmnopqrstuv</id><yt:channelId>abcdefghijklmnopqrstuv</yt:channelId>
 <title>Gauge</title><link rel="alternate" href="https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv"/>
 <author><name>Gauge</name></author><published>2015-02-03T04:05:06+00:00</published>
 <entry><id>yt:video:aaaaaaaaaaa</id><yt:videoId>aaaaaaaaaaa</yt:videoId><yt:channelId>UCabcdefghijklmnopqrstuv</yt:channelId>
  <title>Tea &amp; tides</title><link rel="alternate" href="https://www.youtube.com/watch?v=aaaaaaaaaaa"/>
  <published>2026-05-30T12:00:00+02:00</published><updated>2026-05-31T00:00:00+00:00</updated>
  <media:group><media:title>Other</media:title><media:thumbnail url="https://i.ytimg.com/vi/aaaaaaaaaaa/hqdefault.jpg" width="480" height="360"/>
   <media:description>Line one
Line two</media:description>
   <media:community><media:starRating count="51" average="5.00" min="1" max="5"/><media:statistics views="9007199254740993"/></media:community></media:group></entry>
 <entry><yt:videoId>bbbbbbbbbbb</yt:videoId><title>S</title><link rel="alternate" href="https://www.youtube.com/shorts/bbbbbbbbbbb"/>
  <published>soon</published><media:group><media:community><media:starRating count="0"/></media:community></media:group></entry>
 <entry><yt:videoId>aaaaaaaaaaa</yt:videoId><title>Again</title></entry>
 <entry><yt:videoId>../x</yt:videoId><title>No id</title></entry>
</feed>`

func TestRead(t *testing.T) {
	t.Parallel()
	f, err := atom.Read([]byte(document), id)
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "Gauge" || f.CreatedAt != "2015-02-03T04:05:06.000Z" || len(f.Items) != 2 {
		t.Fatalf(`got feed %+v, want Name "Gauge", CreatedAt "2015-02-03T04:05:06.000Z", 2 Items`, f)
	}
	video, short := f.Items[0], f.Items[1]
	if video.Title != "Tea & tides" || video.Type != "video" || video.PublishedAt != "2026-05-30T10:00:00.000Z" || video.Text != "Line one\nLine two" ||
		*video.Counts.Views != 9007199254740993 || *video.Counts.Likes != 51 || video.Media[0].ThumbnailURL == "" {
		t.Errorf("got video %+v, want Title \"Tea & tides\", Type \"video\", PostedAt \"2026-05-30T10:00:00.000Z\", Text \"Line one\\nLine two\", Counts.Views 9007199254740993, Counts.Likes 51, Media[0].ThumbnailURL not empty", video)
	}
	if short.Type != "short" || short.PublishedAt != "" || short.Counts.Likes != nil || short.Counts.Views != nil || short.URL != "https://www.youtube.com/shorts/bbbbbbbbbbb" {
		t.Errorf(`got short %+v, want Type "short", empty PostedAt, Counts.Likes nil, Counts.Views nil, URL "https://www.youtube.com/shorts/bbbbbbbbbbb"`, short)
	}
}

func TestForeign(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a page":          "<!doctype html><html><body>Not found</body></html>",
		"nothing":         "",
		"cut off":         document[:len(document)/2],
		"another channel": strings.ReplaceAll(document, "UCabc", "UCxyz"),
		"an empty one":    `<feed xmlns="http://www.w3.org/2005/Atom"></feed>`,
		"another charset": strings.Replace(document, "UTF-8", "ebcdic", 1),
		"no number":       strings.Replace(document, `"51"`, `"many"`, 1),
	} {
		if f, err := atom.Read([]byte(body), id); err == nil {
			t.Errorf("%s: got feed %+v, want an error", name, f)
		}
	}
	// A channel may have no videos yet.
	head, _, _ := strings.Cut(document, "<entry>")
	if f, err := atom.Read([]byte(head+"</feed>"), id); err != nil || len(f.Items) != 0 {
		t.Errorf("got feed %+v, error %v; want no error, no Items", f, err)
	}
}
