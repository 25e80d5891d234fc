package webtest

import (
	"embed"
	"slices"
)

// Content types of the sample pages. Those without a charset leave it to the page.
const (
	htmlUTF8 = "text/html; charset=utf-8"
	htmlBare = "text/html"
	svgImage = "image/svg+xml"
)

//go:embed content
var content embed.FS

// Sites returns the sample sites, one line a family, in the order of the
// documentation. http://sample.test/, which links to all of them, is not among them.
func Sites() []Site {
	return slices.Concat([]Site{
		companySite(),
		articleSite(),
		shopSite(),
		appSite(),
		sjisSite(),
		textSite(),
		pdfSite(),
		feedSite(),
		sitemapSite(),
		redirectSite(),
		slowSite(),
		bigSite(),
		statusSite(),
		wallSite(),
		loginSite(),
		robotsSite(),
		mailPolicySite(),
		tidesSite(),
	}, topicSites(), []Site{papersSite()}, tlsSites())
}
