package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository copies the files that newkind reads.
func repository(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, path := range []string{
		"internal/kinds/kinds.go", "internal/serve/local/runners.go", "internal/core/credit/credit.go", "events/worker-url.json",
	} {
		source, err := os.ReadFile(filepath.Join("../../..", path))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := save(root, map[string][]byte{path: source}); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestNewKindBuilds lays what is written over the repository and builds it.
func TestNewKindBuilds(t *testing.T) {
	t.Parallel()
	root := repository(t)
	k := kind{Kind: "x_sample", Path: "/scrape/x/sample", Summary: "Try the scaffold.", Credits: 3}
	written, err := k.write(root)
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct {
		Replace map[string]string `json:"Replace"`
	}{map[string]string{}}
	for _, path := range written {
		overlay.Replace[filepath.Join(top, path)] = filepath.Join(root, path)
	}
	raw, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "overlay.json")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-overlay", file, "-o", t.TempDir(), "./functions/worker-x_sample", "./internal/cmd/quarry")
	cmd.Dir = top
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	event, err := os.ReadFile(filepath.Join(root, "events/worker-x_sample.json"))
	if err != nil || !strings.Contains(string(event), "jobs-x_sample") {
		t.Errorf("%v\n%s", err, event)
	}
	if _, err := k.write(root); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("writing it twice: %v", err)
	}
}

func TestNewKindRefuses(t *testing.T) {
	t.Parallel()
	for _, k := range []kind{
		{}, {Kind: "X", Path: "/x", Summary: "s"}, {Kind: "x", Path: "x", Summary: "s"}, {Kind: "x", Path: "/x"},
	} {
		if written, err := k.write(t.TempDir()); err == nil || len(written) > 0 {
			t.Errorf("%+v: %v, %v", k, written, err)
		}
	}
}
