package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// kind is what is known of the new kind.
type kind struct {
	Kind    string
	Path    string
	Summary string
	Credits int
}

var (
	kindPattern = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	pathPattern = regexp.MustCompile(`^(/[a-z0-9-]+)+$`)
)

func (k kind) check() error {
	var problems []error
	if !kindPattern.MatchString(k.Kind) {
		problems = append(problems, fmt.Errorf("-kind %q must be lower case with underscores, as rss or x_profile", k.Kind))
	}
	if !pathPattern.MatchString(k.Path) {
		problems = append(problems, fmt.Errorf("-path %q must be a path as /scrape/rss", k.Path))
	}
	if k.Summary == "" {
		problems = append(problems, errors.New("-summary is missing"))
	}
	return errors.Join(problems...)
}

// Package is the name of the kind's package, which is also the folder's without its
// underscores.
func (k kind) Package() string { return strings.ReplaceAll(k.Kind, "_", "") + "kind" }

// Title is the summary without its full stop, to be shortened by hand.
func (k kind) Title() string { return strings.TrimSuffix(k.Summary, ".") }

// Action is the Go name of the action under which the kind is booked.
func (k kind) Action() string {
	var b strings.Builder
	for word := range strings.SplitSeq(k.Kind, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// insertion is a line that goes behind a mark in a file that is there.
type insertion struct{ file, behind, line string }

func (k kind) insertions() []insertion {
	imports := fmt.Sprintf("\t%s %q\n", k.Package(), "github.com/quarryapi/quarry/internal/kinds/"+k.Kind)
	runner := fmt.Sprintf("\t%srunner %q\n", strings.ReplaceAll(k.Kind, "_", ""), "github.com/quarryapi/quarry/internal/kinds/"+k.Kind+"/runner")
	return []insertion{
		{"internal/kinds/kinds.go", "internal/kinds/url\"\n", imports},
		{"internal/kinds/kinds.go", "urlkind.Spec(),\n", "\t\t" + k.Package() + ".Spec(),\n"},
		{"internal/serve/local/runners.go", "internal/kinds/url/urlrun\"\n", imports + runner},
		{
			"internal/serve/local/runners.go", "urlrunner.New(p.Web),\n",
			fmt.Sprintf("\t\t%s.Kind: %srunner.New(p.Web),\n", k.Package(), strings.ReplaceAll(k.Kind, "_", "")),
		},
		{"internal/core/credit/credit.go", "URLPage Action = \"url.page\"\n", fmt.Sprintf("\t%s Action = %q\n", k.Action(), strings.ReplaceAll(k.Kind, "_", "."))},
		{
			"internal/core/credit/credit.go", "URLPage: {Action: URLPage, Base: 1},\n",
			fmt.Sprintf("\t%[1]s: {Action: %[1]s, Base: %[2]d},\n", k.Action(), k.Credits),
		},
	}
}

// write makes the files under root and returns their paths. It changes nothing
// when the kind exists or a mark is missing.
func (k kind) write(root string) ([]string, error) {
	if err := k.check(); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(root, "internal/kinds", k.Kind)); err == nil {
		return nil, fmt.Errorf("there is a kind %s already", k.Kind)
	}
	files := map[string][]byte{}
	for name, path := range map[string]string{
		"kind.go.tmpl":   filepath.Join("internal/kinds", k.Kind, k.Kind+".go"),
		"runner.go.tmpl": filepath.Join("internal/kinds", k.Kind, "runner", "runner.go"),
		"main.go.tmpl":   filepath.Join("functions", "worker-"+k.Kind, "main.go"),
	} {
		source, err := k.render(name)
		if err != nil {
			return nil, err
		}
		files[path] = source
	}
	if err := k.insert(root, files); err != nil {
		return nil, err
	}
	sample, err := os.ReadFile(filepath.Join(root, "events", "worker-url.json")) //nolint:gosec // of the repository
	if err != nil {
		return nil, err
	}
	files[filepath.Join("events", "worker-"+k.Kind+".json")] = bytes.ReplaceAll(sample, []byte("jobs-url"), []byte("jobs-"+k.Kind))
	return save(root, files)
}

// render fills a template and formats it. An import whose path does not end in its
// package's name is given that name.
func (k kind) render(name string) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, k); err != nil {
		return nil, err
	}
	path := `"github.com/quarryapi/quarry/internal/kinds/` + k.Kind + `"`
	return format.Source(bytes.ReplaceAll(b.Bytes(), []byte("\t"+path), []byte("\t"+k.Package()+" "+path)))
}

func (k kind) insert(root string, files map[string][]byte) error {
	for _, in := range k.insertions() {
		source, ok := files[in.file]
		if !ok {
			var err error
			if source, err = os.ReadFile(filepath.Join(root, in.file)); err != nil { //nolint:gosec // of the repository
				return err
			}
		}
		folded := mark(source, in.behind)
		if folded < 0 {
			return fmt.Errorf("%s has no line that ends in %q", in.file, strings.TrimSpace(in.behind))
		}
		source = append(source[:folded:folded], append([]byte(in.line), source[folded:]...)...)
		formatted, err := format.Source(source)
		if err != nil {
			return fmt.Errorf("%s: %w", in.file, err)
		}
		files[in.file] = formatted
	}
	return nil
}

// mark returns where the line that holds a text ends, whatever the spaces that
// formatting puts between its words; −1 when there is none.
func mark(source []byte, text string) int {
	want := strings.Join(strings.Fields(text), "")
	offset := 0
	for line := range bytes.SplitAfterSeq(source, []byte("\n")) {
		offset += len(line)
		if strings.HasSuffix(strings.Join(strings.Fields(string(line)), ""), want) {
			return offset
		}
	}
	return -1
}

func save(root string, files map[string][]byte) ([]string, error) {
	written := make([]string, 0, len(files))
	for path, content := range files {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil { //nolint:gosec // source code
			return written, err
		}
		if err := os.WriteFile(full, content, 0o644); err != nil { //nolint:gosec // source code
			return written, err
		}
		written = append(written, path)
	}
	return written, nil
}
