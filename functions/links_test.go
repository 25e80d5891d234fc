package functions_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kinds"
)

// linking says which functions may link a module.
type linking struct {
	module string
	by     func(function string) bool
}

// rules are those of modules that make a function start slowly or hold much memory.
func rules() []linking {
	var browsers, workers []string
	for _, spec := range kinds.All() {
		for _, w := range spec.Workers() {
			workers = append(workers, "worker-"+w.Name)
			if w.Browser {
				browsers = append(browsers, "worker-"+w.Name)
			}
		}
	}
	nobody := only()
	return []linking{
		{"github.com/go-rod/rod", only(browsers...)},
		{"github.com/projectdiscovery/wappalyzergo", only("worker-infra", "worker-company")}, // 155 MB of rules
		{"github.com/miekg/dns", only(workers...)},
		{"github.com/openrdap/rdap", only(workers...)},
		{"github.com/mmcdole/gofeed", only(workers...)},
		{"github.com/PuerkitoBio/goquery", only(workers...)},
		{"github.com/quarryapi/quarry/internal/local", nobody},
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
			within := func(path string) bool { return path == r.module || strings.HasPrefix(path, r.module+"/") }
			if slices.ContainsFunc(packages, within) && !r.by(name) {
				t.Errorf("%s links %s", name, r.module)
			}
		}
	}
}

// dependencies lists the packages that each function links, by its name.
func dependencies(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Name,Deps", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Name string
			Deps             []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Name == "main" {
			found[p.ImportPath[strings.LastIndex(p.ImportPath, "/")+1:]] = p.Deps
		}
	}
	if len(found) == 0 {
		t.Fatal("there are no functions")
	}
	return found
}
