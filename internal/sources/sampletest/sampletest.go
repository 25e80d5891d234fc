// Package sampletest lets tests of parsers read what the real services answer: skeletons
// of recorded answers, which lie in testdata/skeleton of the parser's package, and the
// recordings themselves where somebody has some. `make test-samples SAMPLES=<folder>`
// names their folder, with one folder an upstream within. It knows no format.
package sampletest

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
)

// variable names the folder of recordings.
const variable = "QUARRY_SAMPLES"

// readBy names the file to which the names of recordings are added that a parser read.
const readBy = "QUARRY_SAMPLES_READ"

// Each runs read as a subtest on every skeleton of the package, and on every file of an
// upstream's folder of recordings and of those within, where that folder is named. What
// read returns of a skeleton, unless it is nil, is held to a golden file; a recording of
// which it returns nil, or a nil of any type, is not read.
//
// A test of samples MUST be called TestSamples, which is what the make target runs, and
// read MUST hand a name that it does not know to Other. A skeleton is called as
// recordings of its sort are. A panic of read fails its subtest and no other.
func Each(t *testing.T, upstream string, read func(t *testing.T, name string, body []byte) any) {
	t.Helper()
	found := each(t, "skeleton/", os.DirFS(filepath.Join("testdata", "skeleton")), func(t *testing.T, name string, body []byte) {
		t.Helper()
		if got := read(t, name, body); got != nil {
			golden.JSON(t, filepath.Join("testdata", "golden", "skeleton", strings.ReplaceAll(name, "/", "_")+".json"), got)
		}
	})
	root := os.Getenv(variable) //nolint:forbidigo // the folder is a matter of who runs the tests, and of no program
	if root == "" {
		if found == 0 {
			t.Skip("no skeletons and no recorded answers; name the folder of those by make test-samples SAMPLES=<folder>")
		}
		return
	}
	if each(t, "", os.DirFS(filepath.Join(root, upstream)), func(t *testing.T, name string, body []byte) {
		t.Helper()
		if got := read(t, name, body); !t.Failed() {
			note(t, filepath.Join(upstream, name), got)
		}
	}) == 0 {
		t.Logf("there is no folder of %s; package probe reads what lies elsewhere", upstream)
	}
}

// note appends the name of a recording to the file of those that were read, if read
// made something of it. Every package has a process of its own, so the make target
// compares that file with the folder at the end.
func note(t *testing.T, name string, got any) {
	t.Helper()
	path := os.Getenv(readBy) //nolint:forbidigo // as the folder
	data, err := json.Marshal(got)
	if path == "" || err == nil && string(data) == "null" {
		return
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600) //nolint:gosec // the path is of who runs the tests
	if err != nil {
		t.Fatalf("got %v, want the file of recordings that were read", err)
	}
	defer f.Close()
	if _, err := f.WriteString(filepath.ToSlash(name) + "\n"); err != nil {
		t.Errorf("got %v, want the name of %s written", err, name)
	}
}

// Other is for a name that says nothing to a test of one parser. A skeleton's must, so
// that none passes unread; recordings may be called as anybody likes, and package probe
// tries all parsers on each of them.
func Other(t *testing.T, name string) {
	t.Helper()
	if strings.Contains(t.Name(), "/skeleton/") {
		t.Errorf("got the skeleton %s, want one of a name that is known", name)
		return
	}
	t.Skipf("%s is read by its content only, see package probe", name)
}

// each reads the files of a folder, and returns how many there are.
func each(t *testing.T, prefix string, files fs.FS, read func(t *testing.T, name string, body []byte)) int {
	t.Helper()
	found := 0
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil && name == "." {
			return fs.SkipAll // there is no such folder
		}
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".md") {
			return err
		}
		found++
		t.Run(prefix+name, func(t *testing.T) {
			t.Parallel()
			body, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatalf("%s: got %v, want a file that can be read", name, err)
			}
			defer func() {
				if v := recover(); v != nil {
					t.Errorf("%s: got a panic, want none: %v\n%s", name, v, debug.Stack())
				}
			}()
			read(t, name, body)
		})
		return nil
	})
	if err != nil {
		t.Fatalf("%s: got %v, want files", prefix, err)
	}
	return found
}
