package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

func articleSite() Site {
	return Site{
		Host:  "article.test",
		Title: "An article",
		About: "A blog post with everything that markdown has to keep, between everything that it has to leave out.",
		Pages: []Page{{
			Name:  "article",
			URL:   "http://article.test/",
			Shows: "title, author, dates, nested and numbered lists, a table, a code block with its language, images with alternative texts, relative links, a quotation; around them a menu, a cookie banner, a sidebar, related posts and a footer",
			Expect: Expect{
				Title: "Measuring the tide with a twelve-pound sensor",
				Contains: []string{
					"behind a locked gate two miles down the coast",
					"## What is in the pipe",
					"sleeping for 59 seconds of every minute",
					"```python",
					`raise ValueError("the sensor is out of the water")`,
					"| Season",
					"118,207",
					"Cross-section of the stilling well with the sensor at its foot",
					"http://article.test/images/stilling-well.svg",
					"http://article.test/images/spring-neap.svg",
					"http://article.test/workshop/trusting-cheap-sensors",
					"http://article.test/mistakes#density",
					"> A tide table is a promise made by the moon.",
				},
				Lacks: []string{
					"Skip to the text",
					"We use one cookie",
					"Most read this week",
					"Get the letter on Fridays",
					"A barograph from a coffee tin",
					"Printed on the web in small batches",
					"window.readingTime",
				},
			},
			Serve: site.With(file("article/index.html", site.HTML), "Last-Modified", "Wed, 02 Apr 2025 16:05:00 GMT"),
		}},
		Assets: map[string]http.HandlerFunc{
			"/images/stilling-well.svg": file("article/stilling-well.svg", svgImage),
			"/images/spring-neap.svg":   file("article/spring-neap.svg", svgImage),
			"/favicon.svg":              file("favicon.svg", svgImage),
		},
	}
}
