package comments_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/tools/eval/comments"
	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/corpus/corpustest"
	"github.com/quarryapi/quarry/tools/eval/way"
)

// always is a way that returns one text for all pages.
func always(text string) way.Func {
	return func(context.Context, way.Page) (string, error) { return text, nil }
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	set, err := corpus.Load(corpustest.Folder(t), corpus.Dragnet)
	if err != nil {
		t.Fatal(err)
	}
	set.Pages = set.Pages[:1]
	set.Pages[0].Truth = corpus.Truth{Text: "All about gates", Comments: "First word of Ann"}
	const page = "Menu All about gates First word of Ann"
	for name, c := range map[string]struct {
		omitted, included, whole string
		want                     comments.Result
	}{
		"apart":         {"All about gates", "All about gates First word of Ann", page, comments.Result{Pages: 1, Clean: 1, Recall: 1, Precision: 1, Whole: 1}},
		"not found":     {"All about gates", "All about gates", page, comments.Result{Pages: 1, Clean: 1, None: 1}},
		"let in":        {"All about gates First word of Ann", "All about gates First word of Ann", page, comments.Result{Pages: 1, LetIn: 1, None: 1}},
		"a part":        {"All about gates", "All about gates First word and more", page, comments.Result{Pages: 1, Clean: 1, Recall: 0.5, Precision: 0.5, Part: 1}},
		"of a script":   {"All about gates", "All about gates", "Menu All about gates", comments.Result{Elsewhere: 1}},
		"in other text": {"All about gates", "Gates: all about First word of Ann", page, comments.Result{Pages: 1, Clean: 1, Recall: 1, Precision: 1, Whole: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := comments.Measure(t.Context(), set, comments.Reader{Omitted: always(c.omitted), Included: always(c.included), Whole: always(c.whole)})
			if err != nil {
				t.Fatal(err)
			}
			c.want.Title = set.Title
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("result mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
