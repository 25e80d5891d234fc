// Package kept remembers what extractors found on a page, so that those of others, which take an hour for all
// sets, run once for each page and version of theirs. It must not know what they are judged by.
package kept

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/quarryapi/quarry/tools/eval/way"
)

// made are the files of this module, of all that is installed for it, which say what an extractor of others returns.
var made = [...]string{
	"go.mod", "go.sum", "way/peers.go", "way/unmark.go", "extract.mjs", "package-lock.json", "extract.py", "requirements.txt", "rust/Cargo.lock", "rust/src/main.rs",
}

// Store is a folder of answers. It is safe for concurrent use.
type Store struct {
	folder string
	made   string // hash of what the answers depend on beside way and page
}

// Open returns the store in a folder, which need not exist yet, for the extractors of the module in another.
func Open(folder, module string) (*Store, error) {
	h := sha256.New()
	for _, name := range made {
		b, err := os.ReadFile(filepath.Join(module, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(h, "%s %d\n", name, len(b))
		h.Write(b)
	}
	return &Store{folder, hex.EncodeToString(h.Sum(nil))}, nil
}

// answer is what a way returned, or why it failed.
type answer struct {
	Text  string `json:"text,omitzero"`
	Error string `json:"error,omitzero"`
}

// Of is the way with answers of its Text from the store. What fails because its context ended is not kept; any other
// failure is, as it fails again.
func (s *Store) Of(w way.Way) way.Way {
	ask := w.Text
	if ask == nil {
		return w
	}
	w.Text = func(ctx context.Context, p way.Page) (string, error) {
		file := s.file(w.Name, p)
		var known answer
		if b, err := os.ReadFile(file); err == nil && json.Unmarshal(b, &known) == nil {
			return known.result()
		}
		text, err := ask.Safely(ctx, p)
		if ctx.Err() != nil {
			return text, err
		}
		known.Text = text
		if err != nil {
			known.Error = err.Error()
		}
		return text, errors.Join(err, write(file, known))
	}
	return w
}

func (a answer) result() (string, error) {
	if a.Error != "" {
		return a.Text, errors.New(a.Error)
	}
	return a.Text, nil
}

// file is where the answer about a page is.
func (s *Store) file(name string, p way.Page) string {
	h := sha256.New()
	for _, part := range []string{s.made, name, p.URL.String()} {
		fmt.Fprintf(h, "%d %s\n", len(part), part)
	}
	h.Write(p.Body)
	key := hex.EncodeToString(h.Sum(nil))
	return filepath.Join(s.folder, key[:2], key[2:]+".json")
}

// write writes a file at once, so that none is half written.
func write(file string, a answer) error {
	b, err := json.Marshal(a)
	if err != nil {
		return err
	}
	folder := filepath.Dir(file)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, ".answer-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close(), os.Rename(f.Name(), file))
}
