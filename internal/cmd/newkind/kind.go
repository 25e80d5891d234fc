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
	"slices"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// registry is the one file outside the kind's own folder that is changed.
const registry = "internal/kinds/kinds.go"

// kind is what is known of the new kind.
type kind struct {
	Kind    string
	Path    string
	Summary string
	Credits int
	After   string // the kind behind which it is listed
}

var (
	kindPattern = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	pathPattern = regexp.MustCompile(`^(/[a-z0-9-]+)+$`)
	listPattern = regexp.MustCompile(`^\t\t\w+\.Definition\(\),$`)
)

func (k kind) check() error {
	var problems []error
	if !kindPattern.MatchString(k.Kind) {
		problems = append(problems, fmt.Errorf("-kind %q must be lower case with underscores, as rss or x_profile", k.Kind))
	}
	if !pathPattern.MatchString(k.Path) {
		problems = append(problems, fmt.Errorf("-path %q must be a path as /scrape/rss", k.Path))
	}
	if k.Summary == "" || strings.ContainsAny(k.Summary, "\"\\\n") {
		problems = append(problems, fmt.Errorf("-summary %q must be one sentence without quotation marks", k.Summary))
	}
	if k.Credits < 1 {
		problems = append(problems, fmt.Errorf("-credits %d must be at least 1", k.Credits))
	}
	return errors.Join(problems...)
}

// Folder is the name of the kind's folder below internal/kinds and of its package.
func (k kind) Folder() string { return strings.ReplaceAll(k.Kind, "_", "") }

// Title is the summary without its full stop, to be shortened by hand.
func (k kind) Title() string { return strings.TrimSuffix(k.Summary, ".") }

// Action is what the kind's jobs are booked under.
func (k kind) Action() string { return strings.ReplaceAll(k.Kind, "_", ".") }

// write makes the files under root and returns their paths. It changes nothing when the
// kind exists or the registry has no place for it.
func (k kind) write(root string) ([]string, error) {
	if err := k.check(); err != nil {
		return nil, err
	}
	folder := filepath.Join("internal/kinds", k.Folder())
	if _, err := os.Stat(filepath.Join(root, folder)); err == nil {
		return nil, fmt.Errorf("%s exists already", folder)
	}
	files := map[string][]byte{}
	if err := k.named(); err != nil {
		return nil, err
	}
	for name, path := range map[string]string{
		"kind.go.tmpl":        filepath.Join(folder, k.Folder()+".go"),
		"kind_test.go.tmpl":   filepath.Join(folder, k.Folder()+"_test.go"),
		"build.go.tmpl":       filepath.Join(folder, k.Folder()+"run", "build.go"),
		"worker.go.tmpl":      filepath.Join(folder, k.Folder()+"run", "worker.go"),
		"worker_test.go.tmpl": filepath.Join(folder, k.Folder()+"run", "worker_test.go"),
	} {
		source, err := k.render(name)
		if err != nil {
			return nil, err
		}
		if err := k.alone(source); err != nil {
			return nil, err
		}
		files[path] = source
	}
	source, err := os.ReadFile(filepath.Join(root, registry)) //nolint:gosec // of the repository
	if err != nil {
		return nil, err
	}
	if files[registry], err = k.register(string(source)); err != nil {
		return nil, err
	}
	return save(root, files)
}

func (k kind) render(name string) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, k); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}

// register puts the kind's import in its place by the alphabet, and its definition behind
// that of the kind which it is to follow.
func (k kind) register(source string) ([]byte, error) {
	lines := strings.SplitAfter(source, "\n")
	const prefix = "\t\"github.com/quarryapi/quarry/internal/kinds/"
	imported := prefix + k.Folder() + "\"\n"
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, prefix) && l > imported })
	if at < 0 {
		at = 1 + lastIndex(lines, func(l string) bool { return strings.HasPrefix(l, prefix) })
	}
	if at == 0 {
		return nil, fmt.Errorf("%s imports no kind", registry)
	}
	lines = slices.Insert(lines, at, imported)
	wanted := listPattern.MatchString
	if k.After != "" {
		line := "\t\t" + strings.ReplaceAll(k.After, "_", "") + ".Definition(),"
		wanted = func(l string) bool { return l == line }
	}
	at = 1 + lastIndex(lines, func(l string) bool { return wanted(strings.TrimSuffix(l, "\n")) })
	if at == 0 {
		return nil, fmt.Errorf("-after %q names no kind of %s", k.After, registry)
	}
	lines = slices.Insert(lines, at, "\t\t"+k.Folder()+".Definition(),\n")
	return format.Source([]byte(strings.Join(lines, "")))
}

func lastIndex(lines []string, is func(string) bool) int {
	for i, line := range slices.Backward(lines) {
		if is(line) {
			return i
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
	slices.Sort(written)
	return written, nil
}
