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
)

// Finder finds main content. It is safe for concurrent use.
type Finder struct {
	model func() *score.Model
	plan  func() *features.Plan // what the model asks for, and when
	cuts  sync.Pool             // of *segment.Scratch
}

// New returns a Finder with the model that is part of the program.
func New() *Finder {
	return &Finder{model: score.Default, plan: sync.OnceValue(func() *features.Plan { return features.PlanOf(score.Default().Asked()) })}
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
	kept := choose(page, f.scores(page, rows), head, o)
	if kept == nil || length(page, kept) < o.Least {
		return nil, ctx.Err()
	}
	prune(page, kept)
	return dom.Body(doc), ctx.Err()
}

// Describe cuts a page into blocks and describes them as the model is asked about them: when
// it is trained, too. The tree MUST have been through clean.Prepare. There are no rows of a page
// that is too large to be judged, which is partial.
func Describe(doc *html.Node) (*segment.Page, *features.Head, *features.Rows) {
	return describe(doc, new(segment.Scratch))
}

func describe(doc *html.Node, cut *segment.Scratch) (*segment.Page, *features.Head, *features.Rows) {
	head := features.HeadOf(doc)
	page := cut.Cut(dom.Body(doc))
	if page.Partial {
		return page, head, nil
	}
	return page, head, features.Of(page, head)
}

// scores judges every block.
func (f *Finder) scores(page *segment.Page, rows *features.Rows) []float32 {
	model := f.model()
	rows.Follow(f.plan())
	scores := make([]float32, len(page.Blocks))
	for i := range scores {
		scores[i] = model.Of(rows, i)
	}
	return scores
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
