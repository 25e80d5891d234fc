// Package websearch finds pages of the web by words, through whichever engines an
// installation may ask, in an order with fallback. Of each engine it reports how asking it
// went: an engine that blocks or limits us has not said that there is nothing. The
// packages below it know one engine each; this one knows no formats and no jobs.
package websearch

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Query is what to look for.
type Query struct {
	Text  string        // words, "phrases", site:host, OR and -without, which all engines know
	Count int           // how many results at most; an engine may give fewer of one page
	Fresh time.Duration // nothing older than this, as precise as the engine supports; 0 is any age
	Filter
}

// Result is a page that an engine found.
type Result struct {
	URL        string `json:",omitzero"` // the page's own, never an engine's redirect, unless the engine has no other
	DisplayURL string `json:",omitzero"` // as the engine shows it to people: "example.org › docs"; empty when it shows none
	Title      string `json:",omitzero"`
	Snippet    string `json:",omitzero"` // a few words of the page or about it; empty when the engine shows none
	// Published is when, in ISO 8601 and as precise as the engine reports it: "2026", "2026-03",
	// "2026-03-14" or "2026-03-14T09:30:00Z"; empty when it does not.
	Published string `json:",omitzero"`
	Source    string `json:",omitzero"` // who published it, by name: a newspaper, a journal; empty when the engine has none
	Abstract  string `json:",omitzero"` // of a scholarly work, whole, when the engine has it
	DOI       string `json:",omitzero"` // of a scholarly work: "10.1000/182"
	// Authors are those of a scholarly work, by name, in its order; nil when the engine
	// has none.
	Authors []string `json:",omitzero"`
}

// Engine is a search engine. Search MUST return an empty list without an error only when
// the engine says that it found nothing. Anything else is an *errs.Error:
// upstream_blocked, upstream_rate_limited, provider_not_configured, provider_unavailable,
// parse_failed and those of upstream.Client. Results beside an error are those of the
// pages before the one that failed.
type Engine interface {
	Name() string
	Search(ctx context.Context, q Query) ([]Result, error)
}

// Attempt is how asking one engine went.
type Attempt struct {
	Engine string
	Found  int // before repetitions are merged
	Took   time.Duration
	Status int // of HTTP, of the last answer; 0 when there was none
	Filtered
	Pace    string   // how often the engine may be asked, when that is seldom; empty otherwise
	Unheard []string // options that the engine cannot honour, by name; nil when it honours all
	Err     error    // nil when it answered all, also that it found nothing
}

// Answered reports whether the engine gave results or said that there are none.
func (a Attempt) Answered() bool { return a.Err == nil || a.Found > 0 }

// Answer is what the first engine that answered found.
type Answer struct {
	Engine   string
	Results  []Result  // never nil; the best first, each document once, see package weburl
	Attempts []Attempt // in the order of asking; the last is Engine's
}

// patience is how long an engine may take that has others behind it, half of what is
// left of the time at most. The last one may take all of it.
const patience = 12 * time.Second

// Searcher asks engines in turn. It is safe for concurrent use when they are.
type Searcher struct {
	engines []Engine
	now     func() time.Time
}

// New returns a Searcher that asks engines in an order.
func New(engines ...Engine) *Searcher { return &Searcher{engines: engines, now: time.Now} }

// Search returns what the first engine finds that answers. When none does the error has
// the code of the first that is configured and says what each said, and the answer tells
// of each attempt. When ctx ends the error is its cause, and the answer reports what was
// tried.
func (s *Searcher) Search(ctx context.Context, q Query) (Answer, error) {
	answer := Answer{Results: []Result{}}
	for i, e := range s.engines {
		a, found := s.ask(ctx, e, q, i == len(s.engines)-1)
		answer.Attempts = append(answer.Attempts, a)
		switch {
		case ctx.Err() != nil:
			return answer, context.Cause(ctx)
		case a.Answered():
			found, answer.Attempts[i].Filtered = q.keep(found)
			answer.Engine, answer.Results = a.Engine, distinct(found, q.Count)
			return answer, nil
		}
	}
	return answer, failure(answer.Attempts)
}

// ask asks one engine and measures it.
func (s *Searcher) ask(ctx context.Context, e Engine, q Query, last bool) (Attempt, []Result) {
	begun := s.now()
	within, cancel := s.share(ctx, e, last)
	defer cancel()
	within, trace := upstream.WithTrace(within)
	found, err := e.Search(within, q.narrowed(begun))
	if err != nil && within.Err() != nil {
		err = context.Cause(within)
	}
	return Attempt{Engine: e.Name(), Found: len(found), Took: s.now().Sub(begun), Status: trace.Status(), Err: err, Unheard: q.unheard(e), Pace: paceOf(e)}, found
}

// share is the time that an engine may take.
func (s *Searcher) share(ctx context.Context, e Engine, last bool) (context.Context, context.CancelFunc) {
	if last {
		return context.WithCancel(ctx)
	}
	most := patience
	if end, ok := ctx.Deadline(); ok {
		most = min(most, end.Sub(s.now())/2)
	}
	return context.WithTimeoutCause(ctx, most, errs.Newf(errs.UpstreamTimeout, "%s did not respond within %s; try again later.", e.Name(), most.Round(time.Second)))
}
