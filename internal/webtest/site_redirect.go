package webtest

import (
	"net/http"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

func redirectSite() Site {
	return Site{
		Host:  "redirect.test",
		Title: "Redirects",
		About: "A chain that ends well, one that never ends, and three that lead where nobody may go.",
		Pages: []Page{
			{
				Name: "redirect-chain", URL: "http://redirect.test/1",
				Shows: "three redirects (301, a relative 302, 308) that end at the article",
				Expect: Expect{
					FinalURL: "http://article.test/",
					Title:    "Measuring the tide with a twelve-pound sensor",
					Contains: []string{"## What is in the pipe", "http://article.test/images/stilling-well.svg"},
				},
				Serve: site.Redirect(http.StatusMovedPermanently, "http://redirect.test/2"),
			},
			{
				Name: "redirect-loop", URL: "http://redirect.test/loop",
				Shows:  "an endless redirect, to a new address each time",
				Expect: Expect{Error: errs.TooManyRedirects},
				Serve:  loop,
			},
			{
				Name: "redirect-loopback", URL: "http://redirect.test/loopback",
				Shows:  "a redirect to http://127.0.0.1/",
				Expect: Expect{Error: errs.InvalidTarget, Note: "Refused before anything is dialled."},
				Serve:  site.Redirect(http.StatusFound, "http://127.0.0.1/"),
			},
			{
				Name: "redirect-metadata", URL: "http://redirect.test/metadata",
				Shows:  "a redirect to http://169.254.169.254/, where clouds keep the keys of their machines",
				Expect: Expect{Error: errs.InvalidTarget, Note: "Refused before anything is dialled."},
				Serve:  site.Redirect(http.StatusFound, "http://169.254.169.254/latest/meta-data/"),
			},
			{
				Name: "redirect-file", URL: "http://redirect.test/file",
				Shows:  "a redirect to a file: URL",
				Expect: Expect{Error: errs.InvalidTarget},
				Serve:  site.Redirect(http.StatusFound, "file:///proc/self/environ"),
			},
		},
		Assets: map[string]http.HandlerFunc{
			"/2": site.Redirect(http.StatusFound, "3"),
			"/3": site.Redirect(http.StatusPermanentRedirect, "http://article.test/"),
		},
	}
}

// loop redirects to itself with a growing number, so that no address comes twice.
func loop(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.FormValue("n")) // 0 for the first, which has no number
	site.Redirect(http.StatusFound, "/loop?n="+strconv.Itoa(n+1))(w, r)
}
