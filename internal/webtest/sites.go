package webtest

import (
	"embed"
	"net/http"
	"slices"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Content types of the sample pages beside site.HTML. The one without a charset leaves it to
// the page.
const (
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
		unseenSite(),
		mazeSite(),
	}, topicSites(), []Site{papersSite()}, tlsSites())
}

// file serves a file of the content folder.
func file(name, contentType string) http.HandlerFunc {
	return fileStatus(http.StatusOK, name, contentType)
}

// fileStatus serves a file of the content folder under a status of its own.
func fileStatus(status int, name, contentType string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		body, err := content.ReadFile("content/" + name)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		site.Send(w, status, contentType, body)
	}
}
