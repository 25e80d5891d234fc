package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// setup lays out a folder of sets with four pages, in the forms of their authors.
func setup(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"wcxb/dev/ground-truth/1.json": `{"url":"https://site.example/wet","file_id":"1","ground_truth":{"title":"A wet day","author":"Ada Lane and Bo Reed","publish_date":"2024-03-09T00:00:00Z"}}`,
		"wcxb/dev/html/1.html.gz":      `<title>A wet day</title><h1>A wet day</h1><p>By Bo Reed, Ada Lane</p><time>9 March 2024</time>`,
		"traf/tests/evaldata.json": `{
			"https://site.example/dry": {"file":"dry.html","title":"A dry day","author":["Bo Reed"],"date":"2024-15-03"},
			"https://site.example/cold": {"file":"cold.html","title":"A cold day","author":"","date":""},
			"https://site.example/hot": {"file":"hot.html","title":"A hot day","author":"","date":"2024-03-1"},
			"https://site.example/blank": {"file":"blank.html","title":""}}`,
		"traf/tests/cache/dry.html": `<meta property="article:published_time" content="2023-01-02"><h1>A dry day</h1><p>Last updated: 15 March 2024</p>`,
		"traf/tests/eval/cold.html": `<meta property="article:published_time" content="2023-01-02"><h1>A cold day</h1>`,
		"traf/tests/eval/hot.html":  `<h1>A hot day | The Site</h1>`,
	}
	for name, body := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// lines are those of a report about sets, without the line about speed.
func lines(t *testing.T, args ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := run(args, &out); err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(line, " ms a page") {
			all = append(all, strings.Join(strings.Fields(line), " "))
		}
	}
	return all
}

func TestRun(t *testing.T) {
	t.Parallel()
	want := []string{
		"set field told exact wrong missing nowhere untold declared invented",
		"wcxb-dev title 1 1.000 0 0 0 0 0 0.000",
		"wcxb-dev author 1 1.000 0 0 0 0 0 0.000",
		"wcxb-dev date 1 1.000 0 0 0 0 0 0.000",
		"wcxb-dev change 1 1.000 0 0 0 0 0 0.000",
		"trafilatura title 3 0.667 1 0 0 0 0 0.000",
		"trafilatura author 1 0.000 0 1 1 2 0 0.000",
		"trafilatura date 2 0.000 1 1 1 1 1 0.000",
		"trafilatura change 2 0.500 0 1 1 1 1 0.000",
	}
	if diff := cmp.Diff(want, lines(t, "-data", setup(t))); diff != "" {
		t.Errorf("lines mismatch (-want +got):\n%s", diff)
	}
}

// Answers of others are judged like our own; a page that they leave out counts as one
// of which they tell nothing.
func TestOthersAnswers(t *testing.T) {
	t.Parallel()
	dir := setup(t)
	answers := filepath.Join(dir, "others.jsonl")
	line := `{"path":"` + filepath.Join(dir, "traf/tests/eval/cold.html") + `","metadata":{"title":"A  COLD day","publishedAt":"2020-07-08","author":"Cy Ford"}}`
	if err := os.WriteFile(answers, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"others.jsonl",
		"set field told exact wrong missing nowhere untold declared invented",
		"trafilatura title 3 0.333 0 2 0 0 0 0.000",
		"trafilatura author 1 0.000 0 1 1 2 0 0.500",
		"trafilatura date 2 0.000 0 2 1 1 0 1.000",
		"trafilatura change 2 0.000 0 2 1 1 0 1.000",
	}
	if diff := cmp.Diff(want, lines(t, "-data", dir, "-set", "trafilatura", answers)); diff != "" {
		t.Errorf("lines mismatch (-want +got):\n%s", diff)
	}
}
