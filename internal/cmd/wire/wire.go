package main

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/quarryapi/quarry/internal/kind"
)

//go:embed templates
var templates embed.FS

// wiring names the packages of one function by the rule that all kinds keep: the kind's
// folder is its name without underscores; the worker's package is that name and "run", or,
// of a kind's further functions, what stands behind the kind's name in theirs and "run".
type wiring struct {
	kind.Function
	Kind        string
	Folder      string // below internal/kinds, and the package's name
	Run         string // below the folder, and the package's name
	Constructor string // of the function's declaration, in the kind's package
}

func wirings(definitions []kind.Definition) []wiring {
	var all []wiring
	for _, d := range definitions {
		folder := strings.ReplaceAll(d.Name, "_", "")
		for i, f := range d.Functions {
			w := wiring{Function: f, Kind: d.Name, Folder: folder, Run: folder + "run", Constructor: "Function"}
			if i > 0 {
				suffix := strings.TrimPrefix(f.Name, d.Name+"-")
				w.Run, w.Constructor = suffix+"run", strings.ToUpper(suffix[:1])+suffix[1:]+"Function"
			}
			all = append(all, w)
		}
	}
	return all
}

// generate returns the files by their paths in the repository.
func generate(definitions []kind.Definition) (map[string]string, error) {
	all := wirings(definitions)
	files := map[string]string{}
	var err error
	if files["internal/serve/local/wires.go"], err = fill("wires.go.tmpl", all); err != nil {
		return nil, err
	}
	for _, w := range all {
		if files["functions/worker-"+w.Name+"/main.go"], err = fill("main.go.tmpl", w); err != nil {
			return nil, err
		}
		if files["events/worker-"+w.Name+".json"], err = fill("event.json.tmpl", w); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func fill(name string, data any) (string, error) {
	t, err := template.ParseFS(templates, "templates/"+name)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return "", err
	}
	if !strings.HasSuffix(name, ".go.tmpl") {
		return b.String(), nil
	}
	formatted, err := format.Source(b.Bytes())
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(formatted), nil
}

func write(root string, files map[string]string) error {
	for path, text := range files {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil { //nolint:gosec // source code
			return err
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil { //nolint:gosec // source code
			return err
		}
	}
	return nil
}
