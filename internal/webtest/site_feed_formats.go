package webtest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

const feedRSS091 = `<?xml version="1.0"?>
<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91">
  <channel>
    <title>The Harbour Notebook, the old way</title>
    <link>http://feed.test/</link>
    <description>For readers who have not changed since 1999.</description>
    <language>en-gb</language>
    <image><title>Notebook</title><url>http://feed.test/notebook.gif</url><link>http://feed.test/</link></image>
    <item><title>Where the fog&nbsp;comes from</title><link>http://feed.test/fog</link><description>Neither the sea nor the land makes it.</description></item>
    <item><title>A barograph from a coffee tin</title><link>/barograph</link></item>
  </channel>
</rss>
`

const feedRDF = `<?xml version="1.0" encoding="utf-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel rdf:about="http://feed.test/index.rdf">
    <title>The Harbour Notebook as triples</title>
    <link>http://feed.test/</link>
    <description>Notes on boats, weather and small machines.</description>
    <dc:date>2025-03-14T08:30:00Z</dc:date>
    <items><rdf:Seq><rdf:li rdf:resource="http://feed.test/fog"/></rdf:Seq></items>
  </channel>
  <item rdf:about="http://feed.test/fog">
    <title>Where the fog comes from</title>
    <link>http://feed.test/fog</link>
    <description>Neither the sea nor the land makes it.</description>
    <content:encoded><![CDATA[<p>Sea fog is <a href="/warm">warm air</a> over cold water.</p>]]></content:encoded>
    <dc:creator>Imogen Farrar</dc:creator>
    <dc:subject>weather</dc:subject>
    <dc:date>2025-02-28T10:00:00+01:00</dc:date>
  </item>
</rdf:RDF>
`

const feedAtom03 = `<?xml version="1.0" encoding="utf-8"?>
<feed version="0.3" xmlns="http://purl.org/atom/ns#" xml:lang="en">
  <title>The Harbour Notebook, before the standard</title>
  <link rel="alternate" type="text/html" href="http://feed.test/"/>
  <modified>2025-03-14T08:30:00Z</modified>
  <author><name>Imogen Farrar</name></author>
  <entry>
    <title>Where the fog comes from</title>
    <link rel="alternate" type="text/html" href="http://feed.test/fog"/>
    <id>tag:feed.test,2025:fog</id>
    <issued>2025-02-28T09:00:00Z</issued>
    <modified>2025-03-01T09:00:00Z</modified>
    <content type="text/html" mode="escaped">&lt;p&gt;Sea fog is warm air over cold water.&lt;/p&gt;</content>
  </entry>
</feed>
`

const feedJSON = `{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "The Harbour Notebook in braces",
  "home_page_url": "http://feed.test/",
  "feed_url": "http://feed.test/feed.json",
  "description": "Notes on boats, weather and small machines.",
  "icon": "/notebook.png",
  "language": "en-GB",
  "authors": [{"name": "Imogen Farrar"}],
  "items": [
    {"id": 41, "url": "/barograph", "title": "A barograph from a coffee tin", "content_text": "One tin, one straw & one clock.\n\nIt falls < before you feel the wind.", "date_published": "2025-02-07T10:15:00+01:00", "tags": ["workshop", "weather"],
     "attachments": [{"url": "/audio/barograph.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 4812300}]},
    {"id": "http://feed.test/fog", "url": "http://feed.test/fog", "summary": "Neither the sea nor the land makes it.", "content_html": "<p>Sea fog is <em>warm air</em>.</p>", "date_modified": "2025-02-28T09:00:00Z"}
  ]
}
`

// feedLatin has bytes of ISO 8859-1, as it declares.
const feedLatin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<rss version=\"2.0\"><channel><title>Hafennotizen f\xfcr M\xe4rz</title><link>http://feed.test/</link><description>d</description>" +
	"<item><title>\xdcber den Nebel</title><guid isPermaLink=\"false\">nebel</guid><description>Weder See noch K\xfcste.</description></item></channel></rss>\n"

// feedCut ends within its third entry.
const feedCut = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>The Harbour Notebook, as far as it came</title><link>http://feed.test/</link><description>d</description>
<item><title>One</title><link>http://feed.test/one</link></item>
<item><title>Two</title><link>http://feed.test/two</link></item>
<item><title>Three</title><link>http://feed.te`

// feedFormats are the feeds that are not worth a scrape of a page, and pages with a
// feed that is found in other ways than by a link element.
func feedFormats() map[string]http.HandlerFunc {
	page := func(body string) http.HandlerFunc {
		return site.Text(site.HTML, "<!doctype html>\n<html lang=\"en\"><title>Notes</title><body><main>"+body+"</main></body></html>\n")
	}
	return map[string]http.HandlerFunc{
		"/rss091.xml":    site.Text("text/xml", feedRSS091),
		"/index.rdf":     site.Text("application/rdf+xml", feedRDF),
		"/atom03.xml":    site.Text("application/xml", feedAtom03),
		"/feed.json":     site.Text("application/feed+json", feedJSON),
		"/latin1.xml":    site.Text("application/rss+xml", feedLatin),
		"/truncated.xml": site.Text("application/rss+xml; charset=utf-8", feedCut),
		"/mislabelled":   site.Text(site.HTML, feedRDF),
		"/many.xml":      site.Text("application/rss+xml; charset=utf-8", feedOf(150)),
		"/links/":        page(`<p>Follow us: <a href="http://elsewhere.test/feed">a friend</a>, <a href="/index.rdf">our feed</a>.</p>`),
		"/notes/":        page("<p>Nothing points to the feed of these notes.</p>"),
		"/notes/rss.xml": file("feed/rss.xml", "application/rss+xml; charset=utf-8"),
	}
}

// feedOf is a feed of n entries.
func feedOf(n int) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><rss version="2.0"><channel><title>Everything</title><link>http://feed.test/</link><description>d</description>`)
	for i := range n {
		fmt.Fprintf(&b, "<item><title>Note %d</title><link>http://feed.test/notes/%[1]d</link></item>\n", n-i)
	}
	b.WriteString("</channel></rss>\n")
	return b.String()
}
