package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// unseenSite is a page with forty texts that no reader sees, beside some that look as if they
// were of that sort.
func unseenSite() Site {
	return Site{
		Host:  "unseen.test",
		Title: "Hidden text",
		About: "Orders to language models that no reader sees: without size or colour, cut off, beyond the edges, in every way that style sheets offer.",
		Pages: []Page{{
			Name: "unseen", URL: "http://unseen.test/",
			Shows: "texts hidden by style attributes, by a style sheet in the page and by one beside it; white words on dark pictures, a closed answer, and words that fade in",
			Expect: Expect{
				Title:    "The ferry at Oxmere",
				Contains: []string{"carries twelve people", "not go in fog", "bread on Saturdays", "nine minutes", "last boat goes at dusk", "swans nest"},
				Lacks:    []string{"ORDER"},
				Note:     "What the other style sheet hides is found by `POST /scrape/site` and by formats with a screenshot, whose markdown has no HIDDEN either.",
			},
			Serve: file("unseen/page.html", site.HTML),
		}},
		Assets: map[string]http.HandlerFunc{
			"/unseen.css": file("unseen/unseen.css", "text/css; charset=utf-8"),
			"/dark.svg": func(w http.ResponseWriter, _ *http.Request) {
				site.Send(w, http.StatusOK, svgImage, []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"><rect width="600" height="120" fill="#123"/></svg>`))
			},
		},
	}
}
