package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// annotation is a file of WCXB's ground truth, as far as it is used here.
type annotation struct {
	URL      string `json:"url"`
	Internal struct {
		Type json.RawMessage `json:"page_type"` // an object, or the type itself
	} `json:"_internal"`
	Truth struct {
		Text    string   `json:"main_content"`
		With    []string `json:"with"`
		Without []string `json:"without"`
	} `json:"ground_truth"`
}

// loadWCXB reads a split of the web content extraction benchmark.
func loadWCXB(folder, name string) (Set, error) {
	folder = filepath.Join(folder, "wcxb")
	files, err := filepath.Glob(filepath.Join(folder, name, "ground-truth", "*.json"))
	if err != nil {
		return Set{}, err
	}
	if len(files) == 0 {
		return Set{}, fmt.Errorf("%s: %w", filepath.Join(folder, name, "ground-truth"), fs.ErrNotExist)
	}
	set := Set{Name: name, Title: "WCXB " + name, Measure: Words, HeldOut: name == Test}
	if name == Test {
		set.Title = "WCXB test, clean"
	}
	for _, file := range files {
		p, err := readAnnotation(folder, name, file)
		if err != nil {
			return Set{}, fmt.Errorf("%s: %w", file, err)
		}
		set.Pages = append(set.Pages, p)
	}
	sortPages(set.Pages)
	return set, nil
}

func readAnnotation(folder, split, file string) (Page, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return Page{}, err
	}
	var a annotation
	if err := json.Unmarshal(raw, &a); err != nil {
		return Page{}, err
	}
	id := strings.TrimSuffix(filepath.Base(file), ".json")
	saved := func(split string) string { return filepath.Join(folder, split, "html", id+".html.gz") }
	p := Page{
		ID: id, URL: address(a.URL), file: saved(split),
		Truth: Truth{Text: a.Truth.Text, With: a.Truth.With, Without: a.Truth.Without},
	}
	if split == Test {
		p.Groups = []string{"all"}
		if p.Repeat, err = sameBytes(p.file, saved(Dev)); err != nil || p.Repeat {
			return p, err
		}
	}
	p.Groups = append(p.Groups, pageType(a.Internal.Type))
	return p, nil
}

// sameBytes reports whether a test page is a dev page again. Those that are have the
// same name, too.
func sameBytes(file, other string) (bool, error) {
	a, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	b, err := os.ReadFile(other)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return bytes.Equal(a, b), err
}

// pageType reads the type as WCXB's own evaluation does.
func pageType(raw json.RawMessage) string {
	var object struct {
		Primary string `json:"primary"`
	}
	var name string
	if json.Unmarshal(raw, &object) != nil && json.Unmarshal(raw, &name) == nil {
		object.Primary = name
	}
	if object.Primary == "category" {
		return "collection"
	}
	return cmp.Or(object.Primary, "article")
}

// Types are WCXB's page types, in the order of its own tables.
func Types() []string {
	return []string{"article", "documentation", "service", "forum", "collection", "listing", "product"}
}
