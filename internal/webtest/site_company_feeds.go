package webtest

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// companyFeeds are the sitemaps and the feed, made of the list of pages.
func companyFeeds() map[string]http.HandlerFunc {
	const sitemap = "application/xml; charset=utf-8"
	var pages, posts []companyPage
	for _, p := range companyPages() {
		if p.Post == nil {
			pages = append(pages, p)
		} else {
			posts = append(posts, p)
		}
	}
	feeds := map[string]http.HandlerFunc{
		"/sitemap.xml":       site.Text(sitemap, companySitemapIndex),
		"/sitemap-pages.xml": site.Text(sitemap, sitemapOf(pages)),
		"/sitemap-posts.xml": site.Text(sitemap, sitemapOf(posts)),
		"/feed.xml":          site.Text("application/rss+xml; charset=utf-8", companyFeed()),
	}
	for path, serve := range feeds {
		feeds[path] = hardened(serve)
	}
	return feeds
}

const companySitemapIndex = `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap><loc>http://company.test/sitemap-pages.xml</loc><lastmod>2026-02-10</lastmod></sitemap>
  <sitemap><loc>http://company.test/sitemap-posts.xml</loc><lastmod>2026-02-09</lastmod></sitemap>
</sitemapindex>
`

// sitemapOf lists pages; those in two languages name each other.
func sitemapOf(pages []companyPage) string {
	var b strings.Builder
	b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n")
	for _, p := range pages {
		fmt.Fprintf(&b, "  <url><loc>%s%s</loc><lastmod>%s</lastmod>", companyURL, p.Path, p.Modified)
		if p.Translated {
			b.WriteString(`<xhtml:link rel="alternate" hreflang="en" href="http://company.test/"/><xhtml:link rel="alternate" hreflang="de" href="http://company.test/de/"/>`)
		}
		b.WriteString("</url>\n")
	}
	b.WriteString("</urlset>\n")
	return b.String()
}

// companyFeed is the log as RSS 2.0.
func companyFeed() string {
	var b strings.Builder
	b.WriteString(xml.Header + `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>Marrowfen: the log</title>
    <link>http://company.test/blog/</link>
    <description>What we learned on the water, about once a month.</description>
    <language>en-gb</language>
    <atom:link href="http://company.test/feed.xml" rel="self" type="application/rss+xml"/>
`)
	for _, p := range companyPosts() {
		fmt.Fprintf(&b, `    <item>
      <title>%s</title>
      <link>%s%s</link>
      <guid isPermaLink="true">%[2]s%[3]s</guid>
      <pubDate>%s</pubDate>
      <dc:creator>%s</dc:creator>
      <description>%s</description>
    </item>
`, escapeXML(p.Title), companyURL, p.Path(), httpDate(p.Date), escapeXML(p.Author), escapeXML(p.Summary))
	}
	b.WriteString("  </channel>\n</rss>\n")
	return b.String()
}

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}

// httpDate is eight o'clock of a day, in the form of HTTP headers and of RSS.
func httpDate(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic("webtest: a date is misspelt: " + err.Error())
	}
	return t.Add(8 * time.Hour).Format(http.TimeFormat)
}
