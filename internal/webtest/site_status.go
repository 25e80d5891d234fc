package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

func statusSite() Site {
	missing := site.Note{Title: "No such page", Paragraphs: []string{
		"Nothing is kept at this address. It may have been moved, or it may never have been written; the two look the same from outside.",
	}}
	broken := site.Note{Title: "Something broke", Paragraphs: []string{
		"The server fell over while it was writing this page. It has been told, and it is sorry.",
	}}
	busy := site.Note{Title: "One moment, please", Paragraphs: []string{
		"You are asking faster than we can answer. Come again in half a minute.",
	}}
	closed := site.Note{Title: "Not for you", Paragraphs: []string{
		"This page exists, and you may not see it. There is no wall to climb and no puzzle to solve: the answer is no.",
	}}
	return Site{
		Host:  "status.test",
		Title: "Errors",
		About: "Pages that answer with an error, each with a body that must not be taken for the result.",
		Pages: []Page{
			{
				Name: "status-404", URL: "http://status.test/404",
				Shows:  "404 with a page of its own",
				Expect: Expect{Error: errs.TargetError},
				Serve:  missing.Serve(http.StatusNotFound),
			},
			{
				Name: "status-500", URL: "http://status.test/500",
				Shows:  "500",
				Expect: Expect{Error: errs.TargetError},
				Serve:  broken.Serve(http.StatusInternalServerError),
			},
			{
				Name: "status-429", URL: "http://status.test/429",
				Shows:  "429 with `Retry-After: 30`",
				Expect: Expect{Error: errs.UpstreamRateLimited},
				Serve:  site.With(busy.Serve(http.StatusTooManyRequests), "Retry-After", "30"),
			},
			{
				Name: "status-403", URL: "http://status.test/403",
				Shows:  "403 without a wall",
				Expect: Expect{Error: errs.UpstreamBlocked},
				Serve:  closed.Serve(http.StatusForbidden),
			},
		},
	}
}
