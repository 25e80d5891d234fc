package webtest

import (
	"github.com/quarryapi/quarry/internal/webtest/site"
)

func feedSite() Site {
	return Site{
		Host:  "feed.test",
		Title: "Feeds",
		About: "The same three posts as RSS 2.0 and as Atom, and a page that points to both. Feeds of other kinds are at `/rss091.xml`, `/index.rdf`, `/atom03.xml`, `/feed.json`, `/latin1.xml` and `/truncated.xml`; the feeds of `/links/` and `/notes/` have to be looked for.",
		Pages: []Page{
			{
				Name: "feed-page", URL: "http://feed.test/",
				Shows: "a page with `link rel=alternate` to two feeds",
				Expect: Expect{
					Title:    "The Harbour Notebook, all posts",
					Contains: []string{"A barograph from a coffee tin"},
					Note:     "`json` lists the two feeds.",
				},
				Serve: file("feed/index.html", site.HTML),
			},
			{
				Name: "feed-rss", URL: "http://feed.test/rss.xml",
				Shows: "RSS 2.0 with full texts, authors and an enclosure",
				Expect: Expect{
					Title:    "The Harbour Notebook",
					Contains: []string{"Where the fog comes from", "http://article.test/", "warm air over cold water"},
				},
				Serve: file("feed/rss.xml", "application/rss+xml; charset=utf-8"),
			},
			{
				Name: "feed-atom", URL: "http://feed.test/atom.xml",
				Shows: "Atom with summaries and categories",
				Expect: Expect{
					Title:    "The Harbour Notebook",
					Contains: []string{"Where the fog comes from", "http://article.test/", "A barograph from a coffee tin"},
				},
				Serve: file("feed/atom.xml", "application/atom+xml; charset=utf-8"),
			},
		},
		Assets: feedFormats(),
	}
}
