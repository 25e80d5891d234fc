package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

const robotsTxt = `# The archive is for people.
User-agent: *
Disallow: /private/
Allow: /private/notice
Crawl-delay: 1

Sitemap: http://robots.test/sitemap.xml
`

const robotsSitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>http://robots.test/</loc><lastmod>2025-05-01</lastmod></url>
  <url><loc>http://robots.test/private/notice</loc><lastmod>2025-05-03</lastmod></url>
</urlset>
`

func robotsSite() Site {
	home := site.Note{Title: "The parish archive", Paragraphs: []string{
		"Registers from 1703 to 1954, kept in a dry cupboard behind the organ and read on Thursdays. Ring the bell twice: the archivist is on the gallery and comes down slowly.",
		"The ledgers of living families are not for machines, and the robots.txt of this site says so. Whoever reads them by hand is welcome.",
	}}
	ledger := site.Note{Title: "Ledger of pew rents", Paragraphs: []string{
		"North aisle, third pew: paid to Michaelmas. North aisle, fourth pew: in arrears since the roof was mended, and not to be pressed. South aisle, first pew: let to the harbour board, which has never sat in it.",
	}}
	notice := site.Note{Title: "Notice to readers", Paragraphs: []string{
		"The cupboard will be closed for a fortnight while the damp is seen to. This page lies under a path that robots may not enter, and is excepted from the rule by a longer one.",
	}}
	respected := map[string]any{"respectRobots": true}
	return Site{
		Host:  "robots.test",
		Title: "robots.txt",
		About: "A site that keeps robots out of `/private/`, with one exception.",
		Pages: []Page{
			{
				Name: "robots-open", URL: "http://robots.test/", Options: respected,
				Shows:  "a page that everybody may fetch",
				Expect: Expect{Title: home.Title, Contains: []string{"Ring the bell twice"}},
				Serve:  home.Serve(http.StatusOK),
			},
			{
				Name: "robots-ignored", URL: "http://robots.test/private/ledger",
				Shows:  "a page that robots.txt keeps out, fetched on a person's behalf (`respectRobots` is false by default)",
				Expect: Expect{Title: ledger.Title, Contains: []string{"in arrears since the roof was mended"}},
				Serve:  ledger.Serve(http.StatusOK),
			},
			{
				Name: "robots-refused", URL: "http://robots.test/private/ledger", Options: respected,
				Shows:  "the same page with `respectRobots`",
				Expect: Expect{Error: errs.UpstreamBlocked},
			},
			{
				Name: "robots-allowed", URL: "http://robots.test/private/notice", Options: respected,
				Shows:  "a page below the closed path that a longer rule opens",
				Expect: Expect{Title: notice.Title, Contains: []string{"a fortnight while the damp is seen to"}},
				Serve:  notice.Serve(http.StatusOK),
			},
		},
		Assets: map[string]http.HandlerFunc{
			"/robots.txt":  site.Text("text/plain; charset=utf-8", robotsTxt),
			"/sitemap.xml": site.Text("application/xml", robotsSitemap),
		},
	}
}
