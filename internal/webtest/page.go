package webtest

import (
	"bytes"
	"html/template"
	"net/http"
)

// note is a short page for sites whose point is not their text.
type note struct {
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

// serve answers with the page under a status.
func (n note) serve(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		var b bytes.Buffer
		if err := noteTemplate.Execute(&b, n); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		send(w, status, htmlUTF8, b.Bytes())
	}
}
