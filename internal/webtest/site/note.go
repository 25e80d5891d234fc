package site

import (
	"bytes"
	"html/template"
	"net/http"
)

// Note is a short page for sites whose point is not their text.
type Note struct {
	Title      string
	Paragraphs []string
}

var noteTemplate = template.Must(template.New("note").Parse(`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>{{.Title}}</title>
</head>
<body>
  <main>
    <h1>{{.Title}}</h1>
{{- range .Paragraphs}}
    <p>{{.}}</p>
{{- end}}
  </main>
</body>
</html>
`))

// Serve answers with the page under a status.
func (n Note) Serve(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		var b bytes.Buffer
		if err := noteTemplate.Execute(&b, n); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		Send(w, status, HTML, b.Bytes())
	}
}
