package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module m\n\ngo 1.26\n",
		"part/part.go": "package part\n\nfunc Not(a bool) bool { return !a }\n",
		"m.go":         "package m\n\nimport \"m/part\"\n\nvar Not = part.Not\n\nfunc Less(a, b int) bool { return a < b }\n\nfunc Same(a, b int) bool { return a == b }\n",
		"m_test.go":    "package m\n\nimport \"testing\"\n\nfunc TestSame(t *testing.T) {\nif !Same(1, 1) || Same(1, 2) || !Less(1, 2) || Not(true) {\nt.Error(\"got it wrong\")\n}\n}\n",
	} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestReport(t *testing.T) {
	t.Parallel()
	dir := module(t)
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-dir", dir, "-sample", "0", "./..."}, &out); err != nil {
		t.Fatal(err)
	}
	const want = "m.go:7: < becomes <= in a < b\npart/part.go:3: returns false for !a\n3 of 5 mutants killed (60 %), 0 of them by their time; 2 survived; 0 more do not build; 5 places in all\n"
	if out.String() != want {
		t.Errorf("got report\n%swant\n%s", out.String(), want)
	}
}

func TestSampleIsTheSeeds(t *testing.T) {
	t.Parallel()
	dir := module(t)
	var said []string
	for range 2 {
		var out bytes.Buffer
		if err := run(t.Context(), []string{"-dir", dir, "-sample", "1", "-seed", "7", "."}, &out); err != nil {
			t.Fatal(err)
		}
		said = append(said, out.String())
	}
	if said[0] != said[1] || !strings.Contains(said[0], " of 1 mutants killed") {
		t.Errorf("got %q from one seed, want two reports alike of one mutant", said)
	}
}

func TestBadCommandLines(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"-sample", "x", "."}, {"-dir", t.TempDir(), "."}} {
		if err := run(t.Context(), args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v: got no error, want one", args)
		}
	}
}
