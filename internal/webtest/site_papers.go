package webtest

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/read/websearch/scholarly/scholarlytest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

var paperTemplate = template.Must(template.New("paper").Parse(`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>{{.Title}}</title>
  <meta name="citation_title" content="{{.Title}}">
{{- range .Authors}}
  <meta name="citation_author" content="{{.}}">
{{- end}}
  <meta name="citation_publication_date" content="{{.Date}}">
{{- with .Journal}}
  <meta name="citation_journal_title" content="{{.}}">
{{- end}}
{{- with .DOI}}
  <meta name="citation_doi" content="{{.}}">
{{- end}}
</head>
<body>
  <header><a href="/">Estuary Papers</a></header>
  <main>
    <h1>{{.Title}}</h1>
    <p>{{.By}}. {{.Journal}} ({{.Published}}).{{with .DOI}} https://doi.org/{{.}}{{end}}</p>
    <h2>Abstract</h2>
{{- range .Abstract}}
    <p>{{.}}</p>
{{- else}}
    <p>This paper has no abstract.</p>
{{- end}}
{{- with .Text}}
    <h2>Results</h2>
    <p>{{.}}</p>
{{- else}}
    <p>The full text is available to members.</p>
{{- end}}
  </main>
</body>
</html>
`))

// papersSite has the pages of the works that scholarly searches find and that have none
// elsewhere.
func papersSite() Site {
	s := Site{
		Host: scholarlytest.Host, Title: "A repository of papers",
		About:  "The pages of the works that the replays of OpenAlex, Crossref, arXiv and Semantic Scholar know, at `/papers/<id>`: abstracts about tides, gauges and the tide barrier of Skerwick, with the metadata that scholarly pages have.",
		Assets: map[string]http.HandlerFunc{},
	}
	for _, w := range scholarlytest.Works() {
		if path, own := strings.CutPrefix(w.URL, "http://"+scholarlytest.Host); own {
			s.Assets[path] = func(rw http.ResponseWriter, _ *http.Request) { servePaper(rw, w) }
		}
	}
	return s
}

func servePaper(rw http.ResponseWriter, w scholarlytest.Work) {
	var b strings.Builder
	page := struct {
		scholarlytest.Work
		Title, By, Date string
	}{w, w.PlainTitle(), strings.Join(w.Authors, ", "), strings.ReplaceAll(w.Date(), "-", "/")}
	if err := paperTemplate.Execute(&b, page); err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	site.Send(rw, http.StatusOK, site.HTML, []byte(b.String()))
}
