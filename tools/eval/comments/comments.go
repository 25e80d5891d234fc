// Package comments measures what becomes of the comments below articles: whether they are left out as a whole, and
// found as a whole where they are asked for. It must not know how they are found.
package comments

import (
	"context"

	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/score"
	"github.com/quarryapi/quarry/tools/eval/way"
)

// Reader reads a page as text in the three ways that are compared.
type Reader struct {
	Omitted  way.Func // main content
	Included way.Func // main content, and behind it the comments
	Whole    way.Func // all of the page
}

const (
	// inPage is which part of its comments' words a page has at least: others were added by scripts after it was saved.
	inPage = 0.7
	// none and whole are parts of the comments' words, below and above which none and all of them were found.
	none, whole = 0.1, 0.9
)

// found is what became of the comments of one page, in parts of their words.
type found struct {
	letIn     float64 // that came with the main content
	recall    float64 // that were found where they were asked for
	precision float64 // of what was found, comments
}

// Result sums up a set.
type Result struct {
	Title     string  `json:"title"`
	Pages     int     `json:"pages"`     // that have comments in their HTML
	Elsewhere int     `json:"elsewhere"` // whose comments were added by scripts
	LetIn     float64 `json:"letIn"`     // the mean of the pages
	Clean     int     `json:"clean"`     // pages of which none came with the main content
	Recall    float64 `json:"recall"`
	Precision float64 `json:"precision"` // of pages where something was found
	None      int     `json:"none"`      // pages of which none were found
	Part      int     `json:"part"`
	Whole     int     `json:"whole"`
}

// Measure reads the pages of a set that have comments apart.
func Measure(ctx context.Context, set corpus.Set, r Reader) (Result, error) {
	sum := Result{Title: set.Title}
	answered := 0
	for _, p := range set.Pages {
		if p.Truth.Comments == "" {
			continue
		}
		page, err := one(ctx, p, r)
		switch {
		case err != nil:
			return sum, err
		case page == nil:
			sum.Elsewhere++
			continue
		}
		sum.add(page)
		if page.recall > 0 {
			answered++
		}
	}
	sum.LetIn /= float64(max(1, sum.Pages))
	sum.Recall /= float64(max(1, sum.Pages))
	sum.Precision /= float64(max(1, answered))
	return sum, nil
}

func (r *Result) add(page *found) {
	r.Pages++
	r.LetIn += page.letIn
	r.Recall += page.recall
	r.Precision += page.precision
	if page.letIn < none {
		r.Clean++
	}
	switch {
	case page.recall < none:
		r.None++
	case page.recall > whole:
		r.Whole++
	default:
		r.Part++
	}
}

// one is nil of a page whose comments are not in its HTML.
func one(ctx context.Context, p corpus.Page, r Reader) (*found, error) {
	body, err := p.HTML()
	if err != nil {
		return nil, err
	}
	var texts [3]string
	for i, read := range []way.Func{r.Omitted, r.Included, r.Whole} {
		if texts[i], err = read(ctx, way.Page{Body: body, URL: p.URL}); err != nil {
			return nil, err
		}
	}
	said, article := score.Bag(p.Truth.Comments), score.Bag(p.Truth.Text)
	if said.Less(article).Size() == 0 || said.Shared(score.Bag(texts[2])) < inPage*said.Size() {
		return nil, nil
	}
	behind := score.Bag(texts[1]).Less(score.Bag(texts[0]))
	page := &found{
		letIn:  said.Shared(score.Bag(texts[0]).Less(article)) / said.Size(),
		recall: said.Shared(behind) / said.Size(),
	}
	if behind.Size() > 0 {
		page.precision = said.Shared(behind) / behind.Size()
	}
	return page, nil
}
