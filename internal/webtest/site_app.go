package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

func appSite() Site {
	return Site{
		Host:  "app.test",
		Title: "An app",
		About: "Pages that their scripts write. A scrape finds out which need a browser; `POST /v1/public/scrape/site`, the format `screenshot` and `\"render\": \"always\"` see what a browser shows in any case.",
		Pages: []Page{
			{
				Name: "app", URL: "http://app.test/",
				Shows: "a shell that scripts fill: they fetch JSON, write the page, add JSON-LD and change the title",
				Expect: Expect{
					Title: "Berths at Carrow Harbour", Contains: []string{"Wanderer", "Second Wind"}, Lacks: []string{"Loading the berths"}, Scripts: true,
					Note: "With `\"render\": \"never\"` it is a shell with a warning; `site` gives two social profiles and the logo, too.",
				},
				Serve: file("app/index.html", site.HTML),
			},
			{
				Name: "app-late", URL: "http://app.test/late",
				Shows: "a page whose content comes 1.5 seconds later, with nothing fetched meanwhile",
				Expect: Expect{
					Title: "Ledger", Contains: []string{"Still counting"}, Lacks: []string{"1,204 shillings"}, Scripts: true,
					Note: "In a browser, too, it is next to nothing, which `warnings` says. With `\"options\": {\"waitFor\": \"#sum\"}` it has the sum.",
				},
				Serve: file("app/late.html", site.HTML),
			},
			{
				Name: "app-noisy", URL: "http://app.test/noisy",
				Shows: "a page that opens dialogs and windows, offers a download and asks for permissions",
				Expect: Expect{
					Title: "A noisy page", Contains: []string{"Nothing yet"},
					Note: "`site` gives what came of each: it was refused.",
				},
				Serve: file("app/noisy.html", site.HTML),
			},
			{
				Name: "app-tall", URL: "http://app.test/tall",
				Shows: "a page of 6000 pixels",
				Expect: Expect{
					Title: "Chart", Contains: []string{"Twelve: deep water"},
					Note: "A screenshot shows all of it with `\"options\": {\"fullPage\": true}`.",
				},
				Serve: file("app/tall.html", site.HTML),
			},
		},
		Assets: map[string]http.HandlerFunc{
			"/app.js":          file("app/app.js", "text/javascript; charset=utf-8"),
			"/style.css":       file("app/style.css", "text/css; charset=utf-8"),
			"/logo.svg":        file("app/logo.svg", svgImage),
			"/favicon.svg":     file("favicon.svg", svgImage),
			"/api/berths.json": file("app/berths.json", "application/json"),
			"/chart.bin":       site.With(site.Text("application/octet-stream", "not for the disk"), "Content-Disposition", `attachment; filename="chart.bin"`),
		},
	}
}
