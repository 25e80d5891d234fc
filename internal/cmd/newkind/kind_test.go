package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const top = "../../.."

// sample is a kind that does not exist.
var sample = kind{Kind: "x_sample", Path: "/scrape/x/sample", Summary: "Try the scaffold.", Credits: 3, After: "x_profile"}

// repository is a folder with the registry in it.
func repository(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(top, registry))
	if err != nil {
		t.Fatalf("reading the registry: %v", err)
	}
	root := t.TempDir()
	if _, err := save(root, map[string][]byte{registry: source}); err != nil {
		t.Fatalf("copying the registry: %v", err)
	}
	return root
}

// overlay writes an overlay file that lays all of root over the repository.
func overlay(t *testing.T, root string) string {
	t.Helper()
	above, err := filepath.Abs(top)
	if err != nil {
		t.Fatalf("the repository's path: %v", err)
	}
	replace := map[string]string{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			replace[filepath.Join(above, strings.TrimPrefix(path, root))] = path
		}
		return err
	})
	if err != nil {
		t.Fatalf("walking what was written: %v", err)
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatalf("encoding the overlay: %v", err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatalf("writing the overlay: %v", err)
	}
	return file
}

func run(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = top
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, said)
	}
}

// TestNewKindWorks lays what is written over the repository, generates the rest, builds
// the new function with the local service, and runs the new kind's own tests.
func TestNewKindWorks(t *testing.T) {
	t.Parallel()
	root := repository(t)
	written, err := sample.write(root)
	if err != nil {
		t.Fatalf("writing the kind: %v", err)
	}
	outside := slices.DeleteFunc(slices.Clone(written), func(path string) bool { return strings.HasPrefix(path, "internal/kinds/xsample/") })
	if diff := cmp.Diff([]string{registry}, outside); diff != "" {
		t.Errorf("files outside the kind's folder (-want +got):\n%s", diff)
	}
	run(t, "run", "-overlay", overlay(t, root), "./internal/cmd/wire", "-root", root)
	whole := overlay(t, root)
	run(t, "build", "-overlay", whole, "-o", t.TempDir(), "./functions/worker-x_sample", "./internal/cmd/quarry")
	run(t, "test", "-overlay", whole, "-vet=off", "./internal/kinds", "-run", "^TestDefinitions$")
	// Go cannot test a folder that is in the overlay alone; it can build the test.
	for _, pkg := range []string{"xsample", "xsample/xsamplerun"} {
		binary := filepath.Join(t.TempDir(), "pkg.test")
		run(t, "test", "-c", "-vet=off", "-overlay", whole, "-o", binary, "./internal/kinds/"+pkg)
		if said, err := exec.CommandContext(t.Context(), binary, "-test.v").CombinedOutput(); err != nil || !strings.Contains(string(said), "--- PASS") {
			t.Errorf("the tests of %s: got error %v, want tests that pass\n%s", pkg, err, said)
		}
	}
	event, err := os.ReadFile(filepath.Join(root, "events/worker-x_sample.json"))
	if err != nil || !strings.Contains(string(event), `jobs-x_sample"`) {
		t.Errorf("got error %v and event %s, want one of the new queue", err, event)
	}
	if _, err := sample.write(root); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("writing it again: got error %v, want one that says that it exists", err)
	}
}

func TestRegisterKeepsTheOrder(t *testing.T) {
	t.Parallel()
	const source = `package kinds

import (
	"github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/rss"
)

func All() []kind.Definition {
	return []kind.Definition{
		rss.Definition(),
		ads.Definition(),
	}
}
`
	for name, c := range map[string]struct {
		kind            kind
		imports, listed string
	}{
		"behind the first":     {kind{Kind: "hn_item", After: "rss"}, "ads hnitem rss", "rss hnitem ads"},
		"behind the last":      {kind{Kind: "hn_item", After: "ads"}, "ads hnitem rss", "rss ads hnitem"},
		"without a place":      {kind{Kind: "zones"}, "ads rss zones", "rss ads zones"},
		"first in the imports": {kind{Kind: "aa"}, "aa ads rss", "rss ads aa"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.kind.register(source)
			if err != nil {
				t.Fatalf("got error %v, want none", err)
			}
			var imports, listed []string
			for line := range strings.Lines(string(got)) {
				line = strings.TrimSpace(line)
				if folder, ok := strings.CutPrefix(line, `"github.com/quarryapi/quarry/internal/kinds/`); ok {
					imports = append(imports, strings.Trim(folder, `"`))
				}
				if folder, ok := strings.CutSuffix(line, ".Definition(),"); ok {
					listed = append(listed, folder)
				}
			}
			if got := strings.Join(imports, " "); got != c.imports {
				t.Errorf("imports: got %s, want %s", got, c.imports)
			}
			if got := strings.Join(listed, " "); got != c.listed {
				t.Errorf("list: got %s, want %s", got, c.listed)
			}
		})
	}
}

func TestNewKindRefuses(t *testing.T) {
	t.Parallel()
	good := kind{Kind: "sample", Path: "/x", Summary: "s", Credits: 1}
	for name, change := range map[string]func(*kind){
		"nothing":           func(k *kind) { *k = kind{} },
		"capitals":          func(k *kind) { k.Kind = "X" },
		"a keyword":         func(k *kind) { k.Kind = "go_to" },
		"another keyword":   func(k *kind) { k.Kind = "func" },
		"a type of Go":      func(k *kind) { k.Kind = "string" },
		"a function of Go":  func(k *kind) { k.Kind = "len" },
		"a program":         func(k *kind) { k.Kind = "main" },
		"what is hidden":    func(k *kind) { k.Kind = "internal" },
		"the kind's own":    func(k *kind) { k.Kind = "kind" },
		"the client's":      func(k *kind) { k.Kind = "fetch" },
		"the errors'":       func(k *kind) { k.Kind = "errs" },
		"the language's":    func(k *kind) { k.Kind = "context" },
		"a test's":          func(k *kind) { k.Kind = "web_client" },
		"a variable":        func(k *kind) { k.Kind = "resp" },
		"a short variable":  func(k *kind) { k.Kind = "t" },
		"a path of no form": func(k *kind) { k.Path = "x" },
		"no summary":        func(k *kind) { k.Summary = "" },
		"a quotation mark":  func(k *kind) { k.Summary = `Say "x".` },
		"no price":          func(k *kind) { k.Credits = 0 },
		"an unknown place":  func(k *kind) { k.After = "nothing" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := good
			change(&k)
			root := repository(t)
			written, err := k.write(root)
			if err == nil || len(written) > 0 || !strings.HasPrefix(err.Error(), "-") {
				t.Errorf("got files %v and error %v, want an error about an argument and no file", written, err)
			}
		})
	}
}
