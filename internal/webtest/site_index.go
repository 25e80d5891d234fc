package webtest

import (
	"bytes"
	"html/template"
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

var indexTemplate = template.Must(template.New("index").Parse(`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>The sample web</title>
</head>
<body>
  <main>
    <h1>The sample web</h1>
    <p>A small web for trying a scraper without the internet. Every page below says what it shows and what should
      come of it.</p>
{{- range .}}
    <h2>{{.Title}}</h2>
    <p>{{.About}}</p>
    <ul>
{{- range .Pages}}
      <li><a href="{{.URL}}">{{.URL}}</a>: {{.Shows}}</li>
{{- end}}
    </ul>
{{- end}}
  </main>
</body>
</html>
`))

// indexSite links to every page of the other sites.
func indexSite(sites []Site) Site {
	return Site{
		Host:  "sample.test",
		Title: "The index",
		About: "A page that links to all the others.",
		Pages: []Page{{
			Name: "index", URL: "http://sample.test/",
			Shows: "links to all sample pages",
			Expect: Expect{
				Title:    "The sample web",
				Contains: []string{"http://article.test/", "http://wall.test/"},
			},
			Serve: func(w http.ResponseWriter, _ *http.Request) {
				var b bytes.Buffer
				if err := indexTemplate.Execute(&b, sites); err != nil {
					http.Error(w, err.Error(), http.StatusInternalServerError)
					return
				}
				site.Send(w, http.StatusOK, site.HTML, b.Bytes())
			},
		}},
	}
}
