// Package websearch finds pages of the web by words, through whichever engines an
// installation may ask, in an order with fallback. Of each engine it tells how asking it
// went: an engine that blocks or limits us has not said that there is nothing. The
// packages below it know one engine each; this one knows no formats and no jobs.
package websearch

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/errs"
)

// Query is what to look for.
type Query struct {
	Text  string        // words, "phrases", site:host, OR and -without, which all engines know
	Count int           // how many results at most; an engine may give fewer of one page
	Fresh time.Duration // nothing older than this, as exactly as the engine can tell; 0 is any age
}

// Result is a page that an engine found.
type Result struct {
	URL        string // the page's own, never an engine's redirect, unless the engine tells no other
	DisplayURL string // as the engine shows it to people: "example.org › docs"; empty when it shows none
	Title      string
	Snippet    string // a few words of the page or about it; empty when the engine shows none
	// Published is when, in ISO 8601 and as exactly as the engine tells it: "2026",
	// "2026-03-14" or "2026-03-14T09:30:00Z"; empty when it does not.
	Published string
	Source    string // who published it, by name: a newspaper, a journal; empty when the engine tells none
	Abstract  string // of a scholarly work, whole, when the engine has it
	DOI       string // of a scholarly work: "10.1000/182"
}

// Engine is a search engine. Search MUST return an empty list only when the engine
// says that it found nothing. Anything else is an *errs.Error: upstream_blocked,
// upstream_rate_limited, provider_not_configured, provider_unavailable, parse_failed and
// those of upstream.Client.
type Engine interface {
	Name() string
	Search(ctx context.Context, q Query) ([]Result, error)
}

// Attempt is how asking one engine went.
type Attempt struct {
	Engine string
	Found  int
	Took   time.Duration
	Err    error // nil when it answered, also that it found nothing
}

// Answer is what the first engine that answered found.
type Answer struct {
	Engine   string
	Results  []Result  // never nil; the best first, each address once
	Attempts []Attempt // in the order of asking; the last is Engine's
}

// Searcher asks engines in turn. It is safe for concurrent use when they are.
type Searcher struct{ engines []Engine }

// New returns a Searcher that asks engines in an order.
func New(engines ...Engine) *Searcher { return &Searcher{engines: engines} }

// Search returns what the first engine finds that answers. The error is the first that
// an engine gave that is configured, when none answered; the answer then tells of each
// attempt.
func (s *Searcher) Search(ctx context.Context, q Query) (Answer, error) {
	answer := Answer{Results: []Result{}}
	var failed, absent error
	for _, e := range s.engines {
		found, err := e.Search(ctx, q)
		if ctx.Err() != nil {
			return answer, context.Cause(ctx)
		}
		answer.Attempts = append(answer.Attempts, Attempt{Engine: e.Name(), Found: len(found), Err: err})
		switch {
		case err == nil:
			answer.Engine, answer.Results = e.Name(), distinct(found, q.Count)
			return answer, nil
		case errs.Is(err, errs.ProviderNotConfigured):
			absent = errors.Join(absent, err)
		case failed == nil:
			failed = err
		}
	}
	if failed == nil {
		failed = errs.Wrap(absent, errs.ProviderNotConfigured, "No search engine is configured; the operator sets the base URL of a SearXNG or the key of Brave.")
	}
	return answer, failed
}

// distinct leaves out what was there before, and what is too much.
func distinct(all []Result, most int) []Result {
	seen := map[string]bool{}
	kept := []Result{}
	for _, r := range all {
		key := strings.TrimSuffix(r.URL, "/")
		if seen[key] || most > 0 && len(kept) == most {
			continue
		}
		seen[key] = true
		kept = append(kept, r)
	}
	return kept
}
