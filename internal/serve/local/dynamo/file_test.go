package dynamo_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

const identity, another = "0123456789abcdef", "fedcba9876543210"

// killed makes a database with 30 rows as a kill leaves it, so that its log has them.
func killed(t *testing.T, id string) string { t.Helper(); return filled(t, id, false) }

// closed makes one whose engine was closed: all is in one file.
func closed(t *testing.T) string {
	t.Helper()
	path := filled(t, identity, true)
	if _, err := os.Stat(path + "-wal"); err == nil {
		t.Fatal("got a log of an engine that was closed, want all in one file")
	}
	return path
}

// filled makes a database with 30 rows, and returns a copy of its files from before or after the end.
func filled(t *testing.T, id string, ended bool) string {
	t.Helper()
	dir, to := t.TempDir(), t.TempDir()
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: filepath.Join(dir, "core.db"), Identity: id})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	createTable(t.Context(), t, client(engine))
	for i := range 30 {
		if err := put(t.Context(), client(engine), strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	if ended {
		_ = engine.Close()
	}
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(to, "core.db")
}

func TestInspect(t *testing.T) {
	t.Parallel()
	spoil := func(path string, do func([]byte) []byte) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, do(raw), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		make  func(t *testing.T) string
		spoil func(t *testing.T, path string)
		want  dynamo.File
		fails string
	}{
		"killed":      {logged, func(*testing.T, string) {}, dynamo.File{Identity: identity, Logged: true}, ""},
		"closed":      {closed, func(*testing.T, string) {}, dynamo.File{Identity: identity}, ""},
		"log gone":    {logged, func(_ *testing.T, path string) { _ = os.Remove(path + "-wal") }, dynamo.File{Identity: identity}, ""},
		"log emptied": {logged, func(_ *testing.T, path string) { _ = os.Truncate(path+"-wal", 0) }, dynamo.File{Identity: identity}, ""},
		"log cut off in a transaction": {logged, func(_ *testing.T, path string) {
			spoil(path+"-wal", func(b []byte) []byte { return b[:len(b)-1000] })
		}, dynamo.File{Identity: identity, Logged: true}, ""},
		"log of another": {logged, func(t *testing.T, path string) {
			t.Helper()
			raw, err := os.ReadFile(killed(t, another) + "-wal")
			if err != nil {
				t.Fatal(err)
			}
			spoil(path+"-wal", func([]byte) []byte { return raw })
		}, dynamo.File{}, "of another database"},
		"log is none":      {logged, func(_ *testing.T, path string) { spoil(path+"-wal", junk) }, dynamo.File{}, "not the log of a database"},
		"missing":          {closed, func(_ *testing.T, path string) { _ = os.Remove(path) }, dynamo.File{}, "is missing"},
		"emptied":          {closed, func(_ *testing.T, path string) { _ = os.Truncate(path, 0) }, dynamo.File{}, "is empty or cut off: it has 0 bytes"},
		"cut off":          {closed, func(_ *testing.T, path string) { spoil(path, func(b []byte) []byte { return b[:len(b)/2] }) }, dynamo.File{}, "is cut off: it has"},
		"cut off by a bit": {closed, func(_ *testing.T, path string) { spoil(path, func(b []byte) []byte { return b[:len(b)-1] }) }, dynamo.File{}, "is cut off: it has"},
		"no database":      {closed, func(_ *testing.T, path string) { spoil(path, junk) }, dynamo.File{}, "is not a database"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := c.make(t)
			c.spoil(t, path)
			got, err := dynamo.Inspect(path)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("file mismatch (-want +got):\n%s", diff)
			}
			if (err == nil) != (c.fails == "") || (err != nil && !strings.Contains(err.Error(), c.fails)) {
				t.Errorf("got error %v, want with %q", err, c.fails)
			}
		})
	}
}

func logged(t *testing.T) string { t.Helper(); return killed(t, identity) }

func junk(b []byte) []byte { return []byte(strings.Repeat("junk", len(b)/4)) }

// TestOwnFile: a database is where its path says, whatever an address would make of it, and nobody but its owner can read it.
func TestOwnFile(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"C#", "50%41", "a b&vfs=x", "ünï"} {
		path := filepath.Join(t.TempDir(), name, "core.db")
		if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		createTable(t.Context(), t, client(open(t, path)))
		for _, suffix := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(path + suffix)
			if err != nil {
				t.Errorf("got error %v, want %s in its folder", err, suffix)
			} else if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("%s: got %v, want -rw-------", path+suffix, info.Mode())
			}
		}
	}
}

// TestLeaveKeepsTheLog: what says that nothing was lost stays, also when an engine ends that was not to change anything.
func TestLeaveKeepsTheLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "core.db")
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: path, Identity: identity})
	if err != nil {
		t.Fatalf("opening the engine: got error %v", err)
	}
	createTable(t.Context(), t, client(engine))
	if err := engine.Leave(); err != nil {
		t.Fatalf("leaving: got error %v", err)
	}
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Errorf("got error %v, want the log", err)
	}
}
