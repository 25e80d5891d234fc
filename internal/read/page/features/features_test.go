package features_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/score"
	"github.com/quarryapi/quarry/internal/read/page/segment"
	"github.com/quarryapi/quarry/internal/read/page/wording"
)

func describe(page string) (rows [][]float32, head *features.Head) {
	doc := dom.Parse([]byte(page))
	head = features.HeadOf(doc)
	cut := (&segment.Scratch{Wording: weights()}).Cut(dom.Body(doc))
	of := features.Of(cut, head)
	for i := range cut.Blocks {
		rows = append(rows, slices.Clone(of.Row(i)))
	}
	return rows, head
}

// weights are those of a table that no training changes: each slot has another one.
func weights() *wording.Table {
	b := []byte("quarry wording 1\n")
	for kind := range 2 {
		b = append(b, 0, 0, 0, 0x3c) // 1/128
		for slot := range 1 << 16 {
			b = append(b, byte(slot*(2*kind+7)>>3)) // whatever
		}
	}
	t, err := wording.Read(b)
	if err != nil {
		panic(err) // every test that describes pages
	}
	return t
}

// TestModelFits holds the model to the features that it was trained with: to their names and
// order, and to the tags, words and names that they are counted by.
func TestModelFits(t *testing.T) {
	t.Parallel()
	m := score.Default()
	if got, want := m.Width(), features.Width(); got != want {
		t.Errorf("got a model of %d features, want one of the %d that there are: train it anew (make train)", got, want)
	}
	if got, want := m.Features, features.Hash(); got != want {
		t.Errorf("model.bin was trained with the features %s, and these are %s.\n"+
			"A name, a tag or a word list has changed, or its place has. The trees ask for features by their place: "+
			"undo the change, or train the model anew (make train) and hold its figures to docs/extraction.md", got, want)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for i, name := range features.Names() {
		if seen[name] || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") {
			t.Errorf("feature %d is named %q, want a name of its own", i, name)
		}
		seen[name] = true
	}
}

// columns are the values of each feature, one for each block of a page; or one only, where
// all blocks have the same.
func columns(rows [][]float32) []string {
	all := make([]string, features.Width())
	for i := range all {
		values := make([]string, len(rows))
		for k, row := range rows {
			values[k] = number(row[i])
		}
		if len(slices.Compact(slices.Clone(values))) == 1 {
			values = values[:1]
		}
		all[i] = strings.Join(values, " ")
	}
	return all
}

func number(v float32) string { return strconv.FormatFloat(float64(v), 'g', 4, 32) }

// TestGolden holds what each feature says of each block of a page that has something of
// everything. No two say the same, so that two that change places are seen; but for the
// types that a page's data name, which have their values and names from one list, and for the
// element right around a block, which is its own.
func TestGolden(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/page.html")
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := describe(string(body))
	names, of, file := features.Names(), map[string]string{}, strings.Builder{}
	for i, column := range columns(rows) {
		if other := of[column]; other != "" && !strings.HasPrefix(names[i], "page.data.") && names[i] != "around0.tag" {
			t.Errorf("%s and %s say the same of all blocks of testdata/page.html; change the page so that they differ:\n%s", names[i], other, column)
		}
		if !strings.HasPrefix(names[i], "page.") && !strings.Contains(column, " ") {
			t.Errorf("%s says %s of every block of testdata/page.html; change the page so that it differs", names[i], column)
		}
		of[column] = names[i]
		fmt.Fprintf(&file, "%-34s %s\n", names[i], column)
	}
	golden.Text(t, "testdata/features.txt", file.String())
	if t.Failed() {
		t.Log("where a feature has come to say something else, the model must be trained anew (make train) before the file is accepted")
	}
}

// TestAbsent: what a block does not have is told by numbers of its own.
func TestAbsent(t *testing.T) {
	t.Parallel()
	want := map[string]float32{
		"own.in_article_body": -1, "place.blocks_since_title": -1000, "place.words_since_title": -1000, "place.steps_to_next": 0,
		"above.table": 99, "named.comment": 99, "around4.words": 0, "item.distance": 99, "item.same": 0,
		"heading.level": -1, "heading.words_since": 0, "heading.topic.share": 0, "beside.before1.words": -1, "beside.behind4.tag": -1, "said.behind2.years": 0,
		"core50.from_core": -1, "core75.from_block": -1, "core92.side": 0, "core50.words_between": 0, "since.comments": 99,
	}
	rows, _ := describe(`<p>Closed.`)
	got := map[string]float32{}
	for i, name := range features.Names() {
		if _, asked := want[name]; asked {
			got[name] = rows[0][i]
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what is absent differs (-want +got):\n%s", diff)
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	_, h := describe(`<title>High Tide - Herald</title><meta name=Description content="A flood"><meta property=og:type content=article>
<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"The tide\nrose at \"noon\" today"}</script>`)
	if !h.News() || h.OGType != 1 || !h.Title.Has(segment.HashOf("tide")) || !h.Description.Has(segment.HashOf("flood")) || len(h.Body) == 0 {
		t.Errorf("got %+v", h)
	}
	if _, h := describe(`<script type="application/ld+json">{"@type":"Article","articleBody":"never ends`); h.News() || len(h.Body) != 1 {
		t.Errorf("got %+v", h)
	}
}

// TestSameTextElsewhere: what a block is depends on where it stands.
func TestSameTextElsewhere(t *testing.T) {
	t.Parallel()
	m, _ := describe(`<nav class=menu><ul><li><a href=x>The harbour</a></ul></nav><article><h1>The harbour</h1><p>It is old, and it is wide.</article>`)
	if len(m) != 3 || cmp.Equal(m[0], m[1]) {
		t.Errorf("%d rows", len(m))
	}
}

func TestNumbersAreFinite(t *testing.T) {
	t.Parallel()
	parts := []string{"<p>", "<div class=share>", "</div>", "a b c. ", "<a href=x>link</a>", "<table><tr><td>", "<h2>T</h2>", "<li>", "<br><br>", "<article>", "1998", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		page := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 60).Draw(t, "page"), "")
		m, _ := describe(page)
		again, _ := describe(page)
		for i := range m {
			for k, v := range m[i] {
				if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
					t.Fatalf("feature %d of block %d is %v", k, i, v)
				}
			}
			if !cmp.Equal(m[i], again[i]) {
				t.Fatal("the same page is described in two ways")
			}
		}
	})
}
