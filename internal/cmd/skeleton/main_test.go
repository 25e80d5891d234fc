package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/drift"
	"github.com/quarryapi/quarry/internal/sources/skeleton"
)

// The skeletons of the repository have rules, a source, and names that do not collide.
func TestRecipes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range recipes {
		if _, known := rulesOf[r.upstream]; !known || r.source == "" || seen[r.path()] {
			t.Errorf("got the recipe %+v, want rules, a source and a path of its own", r)
		}
		seen[r.path()] = true
		if _, err := os.Stat(filepath.Join("..", "..", "..", r.path())); err != nil {
			t.Errorf("got %v, want the skeleton that recipes.go names", err)
		}
	}
}

// Every skeleton in the repository has a recipe, and its folder says where it is from.
func TestNoSkeletonWithoutARecipe(t *testing.T) {
	t.Parallel()
	known, sources := map[string]bool{}, map[string]string{}
	for _, r := range recipes {
		known[r.path()] = true
		if sources[r.folder()] == "" {
			body, err := os.ReadFile(filepath.Join("..", "..", "..", r.folder(), "SOURCES.md"))
			if err != nil {
				t.Fatalf("got %v, want the sources of %s", err, r.folder())
			}
			sources[r.folder()] = string(body)
		}
		if !strings.Contains(sources[r.folder()], "`"+r.name+"`: "+r.source) {
			t.Errorf("%s: got sources without it, want its line", r.path())
		}
	}
	for folder := range sources {
		root := filepath.Join("..", "..", "..")
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry os.DirEntry, err error) error {
			name, _ := filepath.Rel(root, path)
			if err == nil && !entry.IsDir() && filepath.Base(path) != "SOURCES.md" && !known[name] {
				t.Errorf("got %s, want no skeleton without a recipe", name)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: got %v, want files", folder, err)
		}
	}
}

func TestOneRecording(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "answer.json")
	if err := os.WriteFile(path, []byte(`{"browseId":"UCabcdefghijklmnopqrstuv","kind":"channel"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := (command{rules: "youtube", kept: true}).run(&out, []string{path}); err != nil {
		t.Fatalf("got %v, want a skeleton", err)
	}
	for _, want := range []string{`"browseId":"UC`, `"kind":"channel"`, "keeps kind=channel"} {
		if !strings.Contains(out.String(), want) || strings.Contains(out.String(), "abcdef") {
			t.Errorf("got %s, want %s in it and no id", &out, want)
		}
	}
	for _, c := range []command{{}, {rules: "nobody"}} {
		if err := c.run(&out, []string{path}); err == nil || !strings.Contains(err.Error(), "youtube") {
			t.Errorf("%+v: got %v, want an error that names the rules", c, err)
		}
	}
}

func TestSourcesDocument(t *testing.T) {
	t.Parallel()
	got := string(sourcesOf([]recipe{{name: "a.json", source: "kelp/tide, `a.json` at 1, MIT; a list"}}))
	want := "Skeletons of recorded answers, written by `internal/cmd/skeleton`: the structure is as recorded,\nall texts, names, ids and addresses are invented. What they were made of was published as:\n\n- `a.json`: kelp/tide, `a.json` at 1, MIT; a list\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the document (-want +got):\n%s", diff)
	}
}

// Of every upstream a skeleton says how it answers, or it is listed why none does; and
// what is listed is neither known nor gone.
func TestEveryUpstream(t *testing.T) {
	t.Parallel()
	without := drift.Unrecorded()
	for _, u := range sources.All() {
		known, reason := drift.Known(u.Name) != nil, without[u.Name]
		if known == (reason != "") {
			t.Errorf("%s: got skeletons %v, the reason %q; want a recipe that answers it, or a line in drift/unrecorded.go", u.Name, known, reason)
		}
		delete(without, u.Name)
	}
	if len(without) > 0 {
		t.Errorf("got reasons for %v, want upstreams", without)
	}
}

// No skeleton is larger than people read.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, r := range recipes {
		info, err := os.Stat(filepath.Join("..", "..", "..", r.path()))
		if err != nil || info.Size() > skeleton.Limit {
			t.Errorf("%s: got %v, %v, want at most %d bytes", r.path(), info.Size(), err, skeleton.Limit)
		}
	}
}
