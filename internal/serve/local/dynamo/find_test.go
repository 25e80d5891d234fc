package dynamo_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

func TestFindExplicit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program, text := filepath.Join(dir, "engine"), filepath.Join(dir, "readme")
	for path, mode := range map[string]os.FileMode{program: 0o700, text: 0o600} {
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := dynamo.Find(program); got != program || err != nil {
		t.Errorf("Find(%q) = %q, %v", program, got, err)
	}
	for _, path := range []string{text, dir, filepath.Join(dir, "missing")} {
		if got, err := dynamo.Find(path); err == nil || !strings.Contains(err.Error(), "QUARRY_DYNOXIDE="+path) {
			t.Errorf("Find(%q) = %q, %v; want an error that names the variable", path, got, err)
		}
	}
}

// It changes the working directory and the PATH, so it does not run in parallel.
func TestFindLooksUpwardAndThenOnThePath(t *testing.T) {
	program := "dynoxide"
	if runtime.GOOS == "windows" {
		program = "dynoxide.exe"
	}
	npmName := strings.NewReplacer("windows", "win32", "amd64", "x64").Replace(runtime.GOOS + "-" + runtime.GOARCH)
	bin, empty := t.TempDir(), t.TempDir()
	onPath := filepath.Join(bin, program)
	if err := os.WriteFile(onPath, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	below := filepath.Join(root, "a", "b")
	// <root>/tools/engine/node_modules/@dynoxide/<platform>/dynoxide
	installed := filepath.Join(root, "tools", "engine", "node_modules", "@dynoxide", npmName, program)
	for _, dir := range []string{below, filepath.Dir(installed)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(installed, nil, 0o700); err != nil {
		t.Fatal(err)
	}

	t.Chdir(empty)
	t.Setenv("PATH", empty)
	if got, err := dynamo.Find(""); !errors.Is(err, dynamo.ErrNotFound) || !strings.Contains(err.Error(), "make engine") {
		t.Errorf("with nothing installed: %q, %v", got, err)
	}
	t.Setenv("PATH", bin)
	if got, err := dynamo.Find(""); got != onPath || err != nil {
		t.Errorf("on the PATH: %q, %v; want %q", got, err, onPath)
	}
	if got, err := dynamo.Find("", below); got != installed || err != nil {
		t.Errorf("above a root: %q, %v; want %q", got, err, installed)
	}
	t.Chdir(below)
	if got, err := dynamo.Find(""); got != installed || err != nil {
		t.Errorf("above the working directory: %q, %v; want %q", got, err, installed)
	}
}
