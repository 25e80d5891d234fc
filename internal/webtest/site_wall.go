package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

func wallSite() Site {
	challenge := site.With(fileStatus(http.StatusForbidden, "wall/challenge.html", site.HTML),
		"Server", "cloudflare",
		"Cf-Mitigated", "challenge",
		"Cf-Ray", "8f00d5a1b2c3d4e5-LHR",
		"Cache-Control", "private, max-age=0, no-store")
	return Site{
		Host:  "wall.test",
		Title: "A bot wall",
		About: "What stands in front of a page when a site takes the visitor for a machine. Never a result, and never climbed.",
		Pages: []Page{{
			Name: "wall", URL: "http://wall.test/",
			Shows:  "a challenge as Cloudflare sends it: 403, `cf-mitigated: challenge`, \"Just a moment...\"",
			Expect: Expect{Error: errs.UpstreamBlocked, Note: "The credits come back."},
			Serve:  challenge,
		}},
	}
}
