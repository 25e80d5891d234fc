package webtest

import (
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/maze"
)

// MazePages is how many pages the site has that is to be crawled, beside those that are not its own.
const MazePages = 2000

func mazeSite() Site {
	m := maze.New(MazePages)
	return Site{
		Host:  maze.Host,
		Title: "A site to crawl",
		About: "2000 generated pages for `POST /v1/public/crawl`, among walls, redirects, duplicates, session ids, soft errors, a calendar without an end and paths that grow. " +
			"Its robots.txt keeps `/private/` back.",
		Pages: []Page{
			{
				Name: "maze", URL: m.Root(),
				Shows:  "the home page, with links to 50 sections of 40 pages each",
				Expect: Expect{Title: "The maze", Contains: []string{"# The maze"}, Note: "A crawl with `limit` 50000 finds 2091 pages and ends; 42 of them fail."},
				Serve:  m.ServeHTTP,
			},
			{
				Name: "maze-page", URL: "http://maze.test/page/17",
				Shows:  "one of the pages, with an `ETag`: a crawl by `againstCrawlId` fetches it once",
				Expect: Expect{Title: "Page 17", Contains: []string{"# Page 17"}},
				Serve:  m.ServeHTTP,
			},
			{
				Name: "maze-moved", URL: "http://maze.test/old/41",
				Shows:  "a page to which the site links by an address that redirects",
				Expect: Expect{Title: "Page 41", FinalURL: "http://maze.test/page/41", Contains: []string{"# Page 41"}},
				Serve:  m.ServeHTTP,
			},
			{
				Name: "maze-wall", URL: "http://maze.test/page/97",
				Shows:  "every 97th page is a wall",
				Expect: Expect{Error: errs.UpstreamBlocked},
				Serve:  m.ServeHTTP,
			},
			{
				Name: "maze-calendar", URL: "http://maze.test/calendar/1",
				Shows:  "a month that links to the next, and so on; a crawl visits twenty of them",
				Expect: Expect{Title: "Calendar", Contains: []string{"month 1."}},
				Serve:  m.ServeHTTP,
			},
		},
		Rest: m.ServeHTTP,
	}
}
