package webtest_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"text/template"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/webtest"
)

const documentPath = "../../docs/sample-web.md"

var documentTemplate = template.Must(template.New("sample-web.md").
	Funcs(template.FuncMap{"asked": asked, "result": result}).
	Parse(`<!-- Generated from internal/webtest by "make generate"; do not edit. -->

# The sample web

` + "`quarry local --sample-web`" + ` serves these pages on loopback, under names that end in ` + "`.test`" + `, so that
everything can be tried without the internet. The names exist for this one process only: a scrape
reaches them because ` + "`--sample-web`" + ` adds a rule such as ` + "`open:article.test=127.0.0.1:PORT`" + ` for each (see ` + "`--hosts`" + `). Other
names that end in ` + "`.test`" + ` are those of no host, and fail with ` + "`dns_failed`" + ` as misspelt names of the internet do. All texts, people and firms are invented.

` + "```sh" + `
make run ARGS=--sample-web
curl -s http://127.0.0.1:8080/v1/public/scrape \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"url":"http://article.test/"}'
` + "```" + `

The result is that of the format ` + "`markdown`" + `. A job that fails is refunded.
{{range .}}
## {{.Title}}: ` + "`{{.Host}}`" + `

{{.About}}
{{if .Pages}}
| page | shows | result |
|---|---|---|
{{range .Pages}}| {{.URL}}{{asked .}} | {{.Shows}} | {{result .Expect}} |
{{end}}{{end}}{{end}}`))

// asked is what a scrape has to say beside the URL.
func asked(p webtest.Page) (string, error) {
	if p.Options == nil {
		return "", nil
	}
	options, err := json.Marshal(p.Options)
	return " with `\"options\": " + string(options) + "`", err
}

// result puts an expectation into a table's cell.
func result(e webtest.Expect) string {
	var parts []string
	switch {
	case e.Error != "":
		parts = append(parts, "fails with `"+string(e.Error)+"`")
	case e.Title != "":
		parts = append(parts, "“"+e.Title+"”")
	default:
		parts = append(parts, "succeeds")
	}
	if e.FinalURL != "" {
		parts = append(parts, "from "+e.FinalURL)
	}
	text := strings.Join(parts, " ") + "."
	if e.Note != "" {
		text += " " + e.Note
	}
	return text
}

// TestDocument fails when docs/sample-web.md is not what the registry says. Run it with
// -update (or "make generate") after a change of a site.
func TestDocument(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := documentTemplate.Execute(&b, webtest.New().Sites()); err != nil {
		t.Fatal(err)
	}
	golden.Document(t, documentPath, b.String())
}
