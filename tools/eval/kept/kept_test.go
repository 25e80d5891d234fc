package kept_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/quarryapi/quarry/tools/eval/kept"
	"github.com/quarryapi/quarry/tools/eval/way"
)

// module is a folder with all that answers depend on.
func module(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{
		"go.mod", "go.sum", "way/peers.go", "way/unmark.go", "extract.mjs", "package-lock.json", "extract.py", "requirements.txt", "rust/Cargo.lock", "rust/src/main.rs",
	} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(name), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func open(t *testing.T, folder, module string) *kept.Store {
	t.Helper()
	s, err := kept.Open(folder, module)
	if err != nil {
		t.Fatalf("got error %v, want none", err)
	}
	return s
}

func page(body, path string) way.Page {
	return way.Page{Body: []byte(body), URL: &url.URL{Scheme: "https", Host: "site.example", Path: path}}
}

// An extractor is asked once about a page, and again where anything is another.
func TestOf(t *testing.T) {
	t.Parallel()
	folder, from := t.TempDir(), module(t)
	asked := 0
	extractor := func(name string) way.Way {
		return way.Way{Name: name, Text: func(_ context.Context, p way.Page) (string, error) {
			asked++
			if string(p.Body) == "bad" {
				return "", errors.New("cannot read it")
			}
			return name + " of " + string(p.Body), nil
		}}
	}
	steps := []struct {
		name        string
		way         string
		body, path  string
		changed     string
		want, fails string
		asked       int
	}{
		{"the first page", "a", "x", "/", "", "a of x", "", 1},
		{"the same again", "a", "x", "/", "", "a of x", "", 1},
		{"another page", "a", "y", "/", "", "a of y", "", 2},
		{"another address", "a", "x", "/b", "", "a of x", "", 3},
		{"another extractor", "b", "x", "/", "", "b of x", "", 4},
		{"one that fails", "a", "bad", "/", "", "", "cannot read it", 5},
		{"which fails again", "a", "bad", "/", "", "", "cannot read it", 5},
		{"another version", "a", "x", "/", "package-lock.json", "a of x", "", 6},
		{"the same again in a new run", "a", "x", "/", "", "a of x", "", 6},
	}
	for _, s := range steps {
		if s.changed != "" {
			if err := os.WriteFile(filepath.Join(from, s.changed), []byte("2"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := open(t, folder, from).Of(extractor(s.way)).Text(t.Context(), page(s.body, s.path))
		failed := ""
		if err != nil {
			failed = err.Error()
		}
		if got != s.want || failed != s.fails || asked != s.asked {
			t.Errorf("%s: got %q, error %q after %d questions, want %q, error %q after %d", s.name, got, failed, asked, s.want, s.fails, s.asked)
		}
	}
}

// What was interrupted is asked again, and a way without a text stays without one.
func TestOfInterrupted(t *testing.T) {
	t.Parallel()
	store, asked := open(t, t.TempDir(), module(t)), 0
	w := store.Of(way.Way{Name: "a", Text: func(ctx context.Context, _ way.Page) (string, error) {
		asked++
		return "", ctx.Err()
	}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Text(ctx, page("x", "/")); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want that of the context", err)
	}
	if _, err := w.Text(t.Context(), page("x", "/")); err != nil || asked != 2 {
		t.Errorf("got error %v after %d questions, want none after 2", err, asked)
	}
	if store.Of(way.Way{Name: "b"}).Text != nil {
		t.Error("got a text of a way that has none, want none")
	}
	if _, err := kept.Open(t.TempDir(), t.TempDir()); err == nil {
		t.Error("got no error of a module without its files, want one")
	}
}
