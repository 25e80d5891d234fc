package webtest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// bigSitemapURLs is the most that a sitemap may list.
const bigSitemapURLs = 50_000

const (
	xmlUTF8     = "application/xml; charset=utf-8"
	sitemapHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">` + "\n"
	sitemapTail = "</urlset>\n"
)

const sitemapRobots = "User-agent: *\r\nDisallow: /closed/\r\n\r\n" +
	"Sitemap: http://sitemap.test/index.xml\r\n" +
	"sitemap: /routes.txt # relative, which the protocol does not know\r\n" +
	"Sitemap: http://sitemap.test/news.rss\r\n" +
	"Sitemap: http://sitemap.test/broken.xml\r\n" +
	"Sitemap: http://sitemap.test/old-sitemap.xml\r\n" +
	"Sitemap: http://sitemap.test/closed/sitemap.xml\r\n"

// sitemapIndex names a sitemap, a packed one, and an index that names this one again.
const sitemapIndex = `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap><loc>http://sitemap.test/ferries.xml</loc><lastmod>2026-01-20</lastmod></sitemap>
  <sitemap><loc>http://sitemap.test/timetables.xml.gz</loc><lastmod>2025-06-01T00:00:00+00:00</lastmod></sitemap>
  <sitemap><loc>http://sitemap.test/nested.xml</loc></sitemap>
</sitemapindex>
`

const sitemapNested = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap><loc><![CDATA[http://sitemap.test/piers.xml]]></loc></sitemap>
  <sitemap><loc>http://sitemap.test/index.xml</loc></sitemap>
  <sitemap><loc>http://sitemap.test/missing.xml</loc></sitemap>
</sitemapindex>
`

const sitemapFerries = sitemapHead + `  <url>
    <loc>http://sitemap.test/ferries/kestrel</loc>
    <lastmod>2026-01-20T09:30:00+01:00</lastmod><changefreq>weekly</changefreq><priority>0.8</priority>
    <xhtml:link rel="alternate" hreflang="en" href="http://sitemap.test/ferries/kestrel"/>
    <xhtml:link rel="alternate" hreflang="de" href="http://sitemap.test/de/ferries/kestrel"/>
    <image:image><image:loc>http://sitemap.test/img/kestrel.jpg</image:loc></image:image>
  </url>
  <url><loc>http://sitemap.test/ferries/gannet?deck=1&amp;view=plan</loc><lastmod>2025-11</lastmod></url>
  <url><loc>http://elsewhere.test/ferries/petrel</loc><lastmod>2026-01-02</lastmod></url>
` + sitemapTail

const sitemapTimetables = sitemapHead + `  <url><loc>http://sitemap.test/timetables/summer</loc><lastmod>2025-05-28</lastmod></url>
  <url><loc>http://sitemap.test/timetables/winter</loc><lastmod>2025-06-01</lastmod></url>
` + sitemapTail

const sitemapPiers = sitemapHead + `  <url><loc>http://sitemap.test/piers/north</loc></url>
  <url><loc>http://sitemap.test/piers/Südmole</loc><lastmod>0000-00-00</lastmod></url>
` + sitemapTail

const sitemapRoutes = "http://sitemap.test/routes/1\nhttp://sitemap.test/routes/2\nhttp://sitemap.test/ferries/kestrel\n"

const sitemapNews = `<?xml version="1.0"?>
<rss version="2.0"><channel><title>Notices</title><link>http://sitemap.test/</link><description>Notices to passengers</description>
<item><title>Fog</title><link>http://sitemap.test/notices/fog</link><pubDate>Tue, 13 Jan 2026 06:10:00 GMT</pubDate></item>
</channel></rss>
`

// sitemapBroken has two faults and no end.
const sitemapBroken = sitemapHead + `  <url><loc>http://sitemap.test/tickets/day</loc><lastmod>2025-12-01</lastmod></url>
  <url><loc>http://sitemap.test/tickets/week<lastmod>2025-12-02</lastmod></url>
  <url <loc>http://sitemap.test/tickets/month</loc></url>
  <url><loc>http://sitemap.test/tickets/year</loc><lastmod>2025-12-03</lastmod></url>
  <url><loc>http://sitemap.test/tick`

func sitemapSite() Site {
	home := site.Note{Title: "The ferry office", Paragraphs: []string{
		"Two ferries, five timetables and one clerk, who writes the list of pages by hand and forgets the last line of it every December.",
	}}
	gone := site.Note{Title: "Page not found", Paragraphs: []string{"The page has sailed. Ask at the counter."}}
	return Site{
		Host:  "sitemap.test",
		Title: "Sitemaps",
		About: "Sitemaps of every format, named by robots.txt: indexes that name each other, packed, plain, as RSS, broken, and a page that says 200 and means 404. `http://sitemap.test/big.xml` lists 50 000 URLs, `http://sitemap.test/endless.xml` never ends.",
		Pages: []Page{{
			Name: "sitemap-home", URL: "http://sitemap.test/",
			Shows:  "the home page of a site with many sitemaps",
			Expect: Expect{Title: home.Title, Contains: []string{"forgets the last line of it"}},
			Serve:  home.Serve(http.StatusOK),
		}},
		Assets: map[string]http.HandlerFunc{
			"/robots.txt":         site.Text("text/plain; charset=utf-8", sitemapRobots),
			"/index.xml":          site.Text(xmlUTF8, sitemapIndex),
			"/nested.xml":         site.Text("text/xml", sitemapNested),
			"/ferries.xml":        site.Text(xmlUTF8, sitemapFerries),
			"/timetables.xml.gz":  site.Text("application/gzip", packed(sitemapTimetables)),
			"/piers.xml":          site.Text(xmlUTF8, sitemapPiers),
			"/routes.txt":         site.Text("text/plain", sitemapRoutes),
			"/news.rss":           site.Text("application/rss+xml", sitemapNews),
			"/broken.xml":         site.Text(xmlUTF8, sitemapBroken),
			"/old-sitemap.xml":    gone.Serve(http.StatusOK),
			"/closed/sitemap.xml": site.Text(xmlUTF8, sitemapPiers),
			"/big.xml":            serveBigSitemap,
			"/endless.xml":        serveEndlessSitemap,
		},
	}
}

func packed(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, s) // a Buffer takes everything
	_ = z.Close()
	return b.String()
}

// writeSitemapURL writes one of the big sitemap's entries, and reports whether the
// reader still takes them.
func writeSitemapURL(w io.Writer, i int) bool {
	_, err := fmt.Fprintf(w, "  <url>\n    <loc>http://sitemap.test/archive/%d/sailing-%d</loc>\n    <lastmod>20%02d-%02d-%02dT06:00:00+00:00</lastmod>\n    <changefreq>never</changefreq>\n    <priority>0.3</priority>\n  </url>\n",
		i/500, i, 10+i%16, i%12+1, i%28+1)
	return err == nil
}

func serveBigSitemap(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", xmlUTF8)
	if _, err := io.WriteString(w, sitemapHead); err != nil {
		return
	}
	for i := range bigSitemapURLs {
		if !writeSitemapURL(w, i) {
			return
		}
	}
	_, _ = io.WriteString(w, sitemapTail) // nothing follows that could fail
}

// serveEndlessSitemap writes until the reader has enough.
func serveEndlessSitemap(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", xmlUTF8)
	filler := "<!-- " + strings.Repeat("still at sea ", 4096) + "-->\n"
	_, err := io.WriteString(w, sitemapHead)
	for i := 0; err == nil && writeSitemapURL(w, i); i++ {
		_, err = io.WriteString(w, filler)
	}
}
