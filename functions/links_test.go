package functions_test

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// linking says which functions may link a module.
type linking struct {
	module string
	by     func(function string) bool
}

// rules are those of modules that make a function start slowly or hold much memory.
func rules() []linking {
	var models, workers []string
	for _, def := range kinds.All() {
		for _, w := range def.Functions {
			workers = append(workers, "worker-"+w.Name)
			if w.Model {
				models = append(models, "worker-"+w.Name)
			}
		}
	}
	nobody := only()
	return []linking{
		{"github.com/go-rod/rod", only(kind.BrowserFunction)},
		{"github.com/klippa-app/go-pdfium", only(kind.PDFFunction)}, // 7 MB
		{"github.com/tetratelabs/wazero", only(kind.PDFFunction)},
		{"github.com/aws/aws-sdk-go-v2/service/bedrockruntime", only(models...)},
		{"github.com/projectdiscovery/wappalyzergo", only("worker-infra", "worker-company")}, // 4 MB of data
		{"github.com/miekg/dns", only(workers...)},
		{"github.com/openrdap/rdap", only(workers...)},
		{"github.com/PuerkitoBio/goquery", only(workers...)},
		{"github.com/modelcontextprotocol/go-sdk", only("api-submit")},
		{"github.com/coder/websocket", nobody},
		{"github.com/quarryapi/quarry/internal/serve/store", func(name string) bool { return !alone(name) }},
		{"github.com/quarryapi/quarry/internal/serve/local", nobody},
		{"github.com/quarryapi/quarry/internal/webtest", nobody},
	}
}

func only(functions ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(functions, name) }
}

// TestLinks: a function links what it needs and nothing heavy beside it.
func TestLinks(t *testing.T) {
	t.Parallel()
	for name, packages := range dependencies(t) {
		for _, r := range rules() {
			within := func(p string) bool { return p == r.module || strings.HasPrefix(p, r.module+"/") }
			if slices.ContainsFunc(packages, within) && !r.by(name) {
				t.Errorf("%s links %s", name, r.module)
			}
		}
	}
}

// dependencies lists the packages that each function links, by its name.
func dependencies(t *testing.T) map[string][]string {
	t.Helper()
	const line = `{{if eq .Name "main"}}{{.ImportPath}} {{join .Deps " "}}{{end}}`
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", line, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		found[path.Base(words[0])] = words[1:]
	}
	if len(found) == 0 {
		t.Fatal("there are no functions")
	}
	return found
}
