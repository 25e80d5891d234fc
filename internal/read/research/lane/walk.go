package lane

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

const (
	// perSearch is how many results of one search are asked for.
	perSearch = 10
	// patience is how many searches of a lane may fail in a row before it stops.
	patience = 2
	// shortText and longText bound in bytes what is kept of a title, a name or a snippet,
	// and of an abstract.
	shortText, longText = 600, 6000
)

// walk goes through the searches of one lane.
type walk struct {
	engine Searcher
	asks   []ask
	report research.Report
	lists  []*List // by the place of their queries

	failed error // the first
	missed int
}

type ask struct {
	at    int // among all queries
	query research.Query
}

// take picks the queries of the lane and reports whether there are any.
func (w *walk) take(queries []research.Query) bool {
	for i, q := range queries {
		if q.Lane == w.report.Lane {
			w.asks = append(w.asks, ask{i, q})
		}
	}
	return len(w.asks) > 0
}

func (w *walk) run(ctx context.Context) {
	inRow := 0
	for i, a := range w.asks {
		err := w.search(ctx, a)
		if err == nil {
			inRow = 0
			continue
		}
		w.missed++
		if w.failed == nil {
			w.failed = err
		}
		if inRow++; inRow == patience || ctx.Err() != nil || errs.Is(err, errs.ProviderNotConfigured) {
			w.missed += len(w.asks) - i - 1
			break
		}
	}
	w.conclude()
}

func (w *walk) search(ctx context.Context, a ask) error {
	if w.engine == nil {
		return errs.New(errs.ProviderNotConfigured, "No search engine is configured for it.")
	}
	w.report.Queries++
	answer, err := w.engine.Search(ctx, websearch.Query{Text: a.query.Text, Count: perSearch, Fresh: a.query.Fresh})
	if err != nil {
		return err
	}
	w.report.Provider = answer.Engine
	list := &List{Query: a.query}
	for i, r := range answer.Results {
		if c := candidate(a.query, answer.Engine, i+1, r); c.Key != "" {
			list.Found = append(list.Found, c)
		}
	}
	w.lists[a.at] = list
	return nil
}

// conclude says how the lane went.
func (w *walk) conclude() {
	keys := map[string]bool{}
	answered := false
	for _, l := range w.lists {
		if l == nil {
			continue
		}
		answered = true
		for _, c := range l.Found {
			keys[c.Key] = true
		}
	}
	w.report.Found = len(keys)
	switch {
	case len(keys) > 0:
		w.report.Outcome = research.OK
	case answered:
		w.report.Outcome = research.Empty
	default:
		w.report.Outcome, w.report.Code = OutcomeOf(w.failed), string(errs.As(w.failed).Code)
	}
	if w.failed == nil {
		return
	}
	w.report.Reason = Reason(w.failed)
	if answered {
		w.report.Reason = fmt.Sprintf("%d of %d searches failed: %s", w.missed, len(w.asks), w.report.Reason)
	}
}

// OutcomeOf is what an error says of a lane.
func OutcomeOf(err error) research.Outcome {
	return research.Outcome(websearch.Attempt{Err: err}.Outcome())
}

// Reason is what callers may read of an error.
func Reason(err error) string { return errs.As(err).Message }

func candidate(q research.Query, engine string, rank int, r websearch.Result) research.Candidate {
	c := research.Candidate{
		Key: weburl.Key(r.URL), URL: r.URL, Title: clip(r.Title, shortText), Lane: q.Lane, Snippet: clip(r.Snippet, shortText),
		Source: clip(r.Source, shortText), Provider: engine, Published: clip(r.Published, shortText),
		Abstract: clip(r.Abstract, longText), DOI: clip(r.DOI, shortText), Query: q.Text, Rank: rank,
	}
	if q.Domain != "" && research.On(r.URL, q.Domain) {
		c.Lane, c.Trusted = research.Trusted, true
	}
	return c
}

// clip cuts a text at a number of bytes, between characters.
func clip(text string, most int) string {
	text = strings.ToValidUTF8(strings.TrimSpace(text), "")
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// Answered matches a lane that said something, if only that there is nothing.
func Answered(r research.Report) bool {
	return r.Outcome == research.OK || r.Outcome == research.Empty
}
