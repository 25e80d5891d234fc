// Package content finds the main content of a page, of whatever type: it has the page cut
// into blocks (segment), described (features) and judged (score), chooses among the blocks
// and takes the others out of the tree. It must not know what the content is turned into.
package content

import (
	"context"
	"sync"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/score"
	"github.com/quarryapi/quarry/internal/read/page/segment"
	"github.com/quarryapi/quarry/internal/read/page/wording"
)

// Finder finds main content. It is safe for concurrent use.
type Finder struct {
	blocks func() *score.Model
	floors func() *floors
	plan   func() *features.Plan // what is asked for of blocks, and when
	cuts   sync.Pool             // of *segment.Scratch
}

// New returns a Finder with the models that are part of the program.
func New() *Finder {
	return &Finder{
		blocks: score.Default,
		floors: sync.OnceValue(func() *floors { return floorsOf(score.Floor()) }),
		plan:   sync.OnceValue(func() *features.Plan { return planOf(score.Default()) }),
	}
}

// Options say what is wanted of a page.
type Options struct {
	Least int // bytes of text that the content must have to be believed
	// Enough is a score, from 0 to 1, from which on a block is kept in any case, for pages where
	// not only prose counts; 0 where that is all.
	Enough float32
	// Apart are elements below the body that are not content, whatever they score.
	Apart []*html.Node
}

// Main takes out of a page's body everything but its main content and returns the body,
// or nil, and then the tree is as it was, when there is none that can be believed.
func (f *Finder) Main(ctx context.Context, doc *html.Node, o Options) (*html.Node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cut, _ := f.cuts.Get().(*segment.Scratch)
	if cut == nil {
		cut = new(segment.Scratch)
	}
	body, err := f.main(ctx, doc, cut, o)
	if cut.Free() { // not after a panic
		f.cuts.Put(cut)
	}
	return body, err
}

func (f *Finder) main(ctx context.Context, doc *html.Node, cut *segment.Scratch, o Options) (*html.Node, error) {
	page, head, rows := describe(doc, cut)
	if page.Partial {
		return nil, nil
	}
	rows.Follow(f.plan())
	scores, summary := judge(page, rows, f.blocks())
	kept := choose(page, scores, head, o, strictness{summary, f.floors()})
	if kept == nil || length(page, kept) < o.Least {
		return nil, ctx.Err()
	}
	prune(page, kept)
	return dom.Body(doc), ctx.Err()
}

// Describe cuts a page into blocks and describes them as the model is asked about them: when
// it is trained, too. The tree MUST have been through clean.Prepare. There are no rows of a page
// that is too large to be judged, which is partial.
func Describe(doc *html.Node, by *wording.Table) (*segment.Page, *features.Head, *features.Rows) {
	return describe(doc, &segment.Scratch{Wording: by})
}

func describe(doc *html.Node, cut *segment.Scratch) (*segment.Page, *features.Head, *features.Rows) {
	head := features.HeadOf(doc)
	page := cut.Cut(dom.Body(doc))
	if page.Partial {
		return page, head, nil
	}
	return page, head, features.Of(page, head)
}

// planOf is what blocks are asked for by a model and by the page's summary.
func planOf(model *score.Model) *features.Plan {
	return features.PlanOf(features.Summarized(model.Asked()))
}

// judge judges every block, and summarizes the page by that.
func judge(page *segment.Page, rows *features.Rows, model *score.Model) ([]float32, *features.Summary) {
	scores, summary := make([]float32, len(page.Blocks)), features.NewSummary()
	for i := range scores {
		scores[i] = model.Of(rows, i)
		summary.Add(rows.Known(), page.Blocks[i].Own.Words, scores[i])
	}
	return scores, summary
}

// Weigh judges every block of a page by a model as the service does before it chooses, and returns the scores
// and the row by which it decides how strict to be: to train that. There is no row of a page without blocks.
func Weigh(page *segment.Page, rows *features.Rows, model *score.Model) (scores, row []float32) {
	if page.Partial || len(page.Blocks) == 0 {
		return nil, nil
	}
	rows.Follow(planOf(model))
	scores, summary := judge(page, rows, model)
	longTexts(page, scores)
	once(page, scores)
	return scores, summary.Row(threshold(page, scores))
}

// length is how many bytes of text the kept blocks have.
func length(page *segment.Page, kept []bool) (n int) {
	for i, k := range kept {
		if !k {
			continue
		}
		for _, t := range page.Texts[page.Blocks[i].Text:page.Blocks[i].Until] {
			n += len(t.Data)
		}
	}
	return n
}
