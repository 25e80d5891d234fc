package webtest

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

func appSite() Site {
	return Site{
		Host:  "app.test",
		Title: "An app",
		About: "Pages that their scripts write. A plain scrape sees what was served; `POST /v1/public/scrape/site` and the format `screenshot` see what a browser shows.",
		Pages: []Page{
			{
				Name: "app", URL: "http://app.test/",
				Shows: "a shell that scripts fill: they fetch JSON, write the page, add JSON-LD and change the title",
				Expect: Expect{
					Title: "Berths", Contains: []string{"Loading the berths"}, Lacks: []string{"Wanderer"},
					Note: "`site` gives the table of berths, two social profiles and the logo.",
				},
				Serve: file("app/index.html", site.HTML),
			},
			{
				Name: "app-late", URL: "http://app.test/late",
				Shows: "a page whose content comes 1.5 seconds later, with nothing fetched meanwhile",
				Expect: Expect{
					Title: "Ledger", Contains: []string{"Still counting"}, Lacks: []string{"1,204 shillings"},
					Note: "`site` gives the sum with `\"options\": {\"waitFor\": \"#sum\"}`.",
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
