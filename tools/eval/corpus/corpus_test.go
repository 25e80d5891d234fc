package corpus_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/corpus/corpustest"
)

func load(t *testing.T, folder, name string) corpus.Set {
	t.Helper()
	set, err := corpus.Load(folder, name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestHalvesShareNoPage(t *testing.T) {
	t.Parallel()
	folder := corpustest.Folder(t)
	seen := map[string]string{}
	for _, name := range []string{corpus.Even, corpus.Odd} {
		set := load(t, folder, name)
		if set.HeldOut != (name == corpus.Odd) || set.Measure != corpus.Shingles {
			t.Errorf("%s: held out %v, measured by %s", name, set.HeldOut, set.Measure)
		}
		for _, p := range set.Pages {
			if other, ok := seen[p.ID]; ok {
				t.Errorf("%s is in both %s and %s", p.ID, other, name)
			}
			seen[p.ID] = name
			if p.Truth.Text != "Text "+p.ID || p.URL.Path != "/"+p.ID {
				t.Errorf("%s has %q and %s", p.ID, p.Truth.Text, p.URL)
			}
		}
	}
	// By sha256sum of the names of the files: the last hexadecimal digit is even or odd.
	want := map[string]string{"a": "odd", "b": "odd", "c": "odd", "d": "even", "e": "even", "f": "even"}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("seen mismatch (-want +got):\n%s", diff)
	}
}

// TestOlderSets: each is halved as AEB is, what was not annotated is left out, and a truth is the article
// without the annotators' marks, or without the comments.
func TestOlderSets(t *testing.T) {
	t.Parallel()
	folder := corpustest.Folder(t)
	for name, want := range map[string]struct {
		measure corpus.Measure
		held    bool
		ids     string
		text    string // of the first page
		host    string
	}{
		corpus.Dragnet:      {corpus.Bag, false, "b c f", "URL: https://site.example/b <h>Text <p>b", "page.invalid"},
		corpus.DragnetOdd:   {corpus.Bag, true, "a d e", "URL: https://site.example/a <h>Text <p>a", "page.invalid"},
		corpus.CleanEval:    {corpus.Sequence, false, "b c f", "Text b !@#$%^&*() COMMENTS First!", "site.example"},
		corpus.CleanEvalOdd: {corpus.Sequence, true, "a d e", "Text a !@#$%^&*() COMMENTS First!", "site.example"},
	} {
		set := load(t, folder, name)
		var ids []string
		for _, p := range set.Pages {
			ids = append(ids, p.ID)
		}
		first := set.Pages[0]
		if got := strings.Join(ids, " "); got != want.ids || set.Measure != want.measure || set.HeldOut != want.held {
			t.Errorf("%s: got pages %s by %s, held out %v; want %s by %s, %v", name, got, set.Measure, set.HeldOut, want.ids, want.measure, want.held)
		}
		if got := strings.Join(strings.Fields(first.Truth.Text), " "); got != want.text || first.URL.Host != want.host {
			t.Errorf("%s: got %q at %s, want %q at %s", name, got, first.URL.Host, want.text, want.host)
		}
		if want := map[string]string{corpus.Dragnet: "First!", corpus.DragnetOdd: "First!"}[name]; first.Truth.Comments != want {
			t.Errorf("%s: got comments %q, want %q", name, first.Truth.Comments, want)
		}
	}
}

// TestUnseen: a page that is held out counts as one of a host that models have not seen where no page that they
// learn from is of that host, and not where its host is not known.
func TestUnseen(t *testing.T) {
	t.Parallel()
	folder := corpustest.Folder(t)
	for name, want := range map[string]bool{corpus.Odd: false, corpus.DragnetOdd: false, corpus.CleanEvalOdd: false, corpus.Even: false} {
		for _, p := range load(t, folder, name).Pages {
			if got := slices.Contains(p.Groups, corpus.Unseen); got != want {
				t.Errorf("%s of %s: got unseen %v, want %v", p.ID, name, got, want)
			}
		}
	}
	raw, err := os.ReadFile(filepath.Join(folder, "aeb", "ground-truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := strings.Replace(string(raw), "https://site.example/a", "https://elsewhere.example/a", 1)
	if err := os.WriteFile(filepath.Join(folder, "aeb", "ground-truth.json"), []byte(elsewhere), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range load(t, folder, corpus.Odd).Pages {
		if got, want := slices.Contains(p.Groups, corpus.Unseen), p.ID == "a"; got != want {
			t.Errorf("%s, where only a is of another host: got unseen %v, want %v", p.ID, got, want)
		}
	}
	learned := filepath.Join(folder, "merged", "readability", "input")
	if err := os.MkdirAll(learned, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(learned, "a.html"), []byte(`<link rel="canonical" href="https://elsewhere.example/b">`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range load(t, folder, corpus.Odd).Pages {
		if slices.Contains(p.Groups, corpus.Unseen) {
			t.Errorf("%s of a host of Readability's pages: got unseen, want not", p.ID)
		}
	}
}

func TestRepeatedPagesAreNotClean(t *testing.T) {
	t.Parallel()
	folder := corpustest.Folder(t)
	dev, test := load(t, folder, corpus.Dev), load(t, folder, corpus.Test)
	if dev.HeldOut || !test.HeldOut {
		t.Error("dev is held out, or test is not")
	}
	type page struct {
		ID     string
		Groups []string
		Repeat bool
	}
	short := func(set corpus.Set) (pages []page) {
		for _, p := range set.Pages {
			pages = append(pages, page{p.ID, p.Groups, p.Repeat})
		}
		return pages
	}
	want := []page{{"1", []string{"collection"}, false}, {"2", []string{"article"}, false}, {"3", []string{"forum"}, false}}
	if diff := cmp.Diff(want, short(dev)); diff != "" {
		t.Errorf("pages of dev mismatch (-want +got):\n%s", diff)
	}
	want = []page{{"2", []string{"all"}, true}, {"3", []string{"all", "forum"}, false}, {"4", []string{"all", "product"}, false}}
	if diff := cmp.Diff(want, short(test)); diff != "" {
		t.Errorf("pages of test mismatch (-want +got):\n%s", diff)
	}
	if first := dev.Pages[0]; first.URL.Host != "page.invalid" || first.Truth.Text != "" {
		t.Errorf("a page without address or truth: %s, %q", first.URL, first.Truth.Text)
	}
}

func TestPagesAreDecoded(t *testing.T) {
	t.Parallel()
	set := load(t, corpustest.Folder(t), corpus.Traf)
	var bodies []string
	for _, p := range set.Pages {
		body, err := p.HTML()
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(string(body), "<p>")
		bodies = append(bodies, text)
	}
	if diff := cmp.Diff([]string{"odd half", "even half"}, []string{set.Pages[0].Groups[0], set.Pages[1].Groups[0]}); diff != "" {
		t.Errorf("halves mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Café words", "words"}, bodies); diff != "" {
		t.Errorf("bodies mismatch (-want +got):\n%s", diff)
	}
	for _, p := range load(t, corpustest.Folder(t), corpus.Even).Pages {
		if body, err := p.HTML(); err != nil || string(body) != "<p>Text "+p.ID {
			t.Errorf("%s: got body %q, error %v; want no error, body %q", p.ID, body, err, "<p>Text "+p.ID)
		}
	}
}

func TestWhatIsNotThere(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	for _, name := range append(corpus.Names(), "other") {
		if _, err := corpus.Load(empty, name); err == nil {
			t.Errorf("%s was read from an empty folder", name)
		}
	}
	for _, name := range corpus.Selection() {
		if name == corpus.Test || name == corpus.Odd || name == corpus.DragnetOdd || name == corpus.CleanEvalOdd {
			t.Errorf("%s is for selection", name)
		}
	}
}
