package seorun

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/sources/commoncrawl"
	"github.com/quarryapi/quarry/internal/sources/crux"
	"github.com/quarryapi/quarry/internal/sources/pagespeed"
	"github.com/quarryapi/quarry/internal/sources/tranco"
	"github.com/quarryapi/quarry/internal/sources/wikidata"
)

// snapshot is one run: what was asked and what has come so far. Each signal writes to
// its own part of the result only.
type snapshot struct {
	*Worker
	args   seo.Args
	page   *visit
	result seo.Result
	parts  []*part
}

// part is a signal that was asked for.
type part struct {
	source  string
	outcome *signal.Outcome
	// run fills in the data. A note is said beside it; nothing says that there is none.
	run func(ctx context.Context) (note string, err error)
	err error
}

// nothing is the error of a source that answered that it has no data.
type nothing string

func (n nothing) Error() string { return string(n) }

// gather asks all sources at once.
func (r *Worker) gather(ctx context.Context, args seo.Args) *snapshot {
	s := &snapshot{Worker: r, args: args, page: newVisit(r.web, args)}
	s.result = seo.Result{Domain: args.Domain, URL: s.page.first()}
	for _, name := range seo.Signals() {
		if len(args.Signals) == 0 || slices.Contains(args.Signals, name) {
			s.parts = append(s.parts, s.part(name))
		}
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	var all sync.WaitGroup
	for _, p := range s.parts {
		all.Go(func() { p.perform(ctx) })
	}
	all.Wait()
	if asked, resp := s.page.outcome(); resp != nil {
		s.result.URL, s.result.FinalURL = asked, resp.URL.String()
	}
	return s
}

// part makes room for a signal in the result.
func (s *snapshot) part(name seo.Signal) *part {
	r := &s.result
	switch name {
	case seo.SignalTechnical:
		r.Technical = newTechnical()
		return &part{source: s.args.Domain, outcome: &r.Technical.Outcome, run: s.technical}
	case seo.SignalPageSpeed:
		r.PageSpeed = &seo.PageSpeed{}
		return &part{source: pagespeed.Name, outcome: &r.PageSpeed.Outcome, run: s.speed}
	case seo.SignalBlogFeed:
		r.BlogFeed = &seo.BlogFeed{}
		return &part{source: s.args.Domain, outcome: &r.BlogFeed.Outcome, run: s.blogfeed}
	case seo.SignalTranco:
		r.Tranco = newTranco(s.args.Domain)
		return &part{source: tranco.Name, outcome: &r.Tranco.Outcome, run: s.rank}
	case seo.SignalWikidata:
		r.Wikidata = &seo.Wikidata{}
		return &part{source: wikidata.Name, outcome: &r.Wikidata.Outcome, run: s.entity}
	case seo.SignalCommonCrawl:
		r.CommonCrawl = newCommonCrawl()
		return &part{source: commoncrawl.Name, outcome: &r.CommonCrawl.Outcome, run: s.captures}
	case seo.SignalCrUX:
	}
	r.CrUX = &seo.CrUX{}
	return &part{source: crux.Name, outcome: &r.CrUX.Outcome, run: s.field}
}

// perform runs the signal and writes down how it went. Foreign parsers see the input
// of anybody; one page must not end the process with all its jobs.
func (p *part) perform(ctx context.Context) {
	var note string
	func() {
		defer func() {
			if v := recover(); v != nil {
				p.err = errs.Wrap(fmt.Errorf("panic: %v\n%s", v, debug.Stack()), errs.ParseFailed, "The response cannot be read; its structure is broken.")
			}
		}()
		note, p.err = p.run(ctx)
	}()
	if none, ok := errors.AsType[nothing](p.err); ok {
		*p.outcome, p.err = signal.None(p.source, string(none)), nil
		return
	}
	*p.outcome = signal.Of(p.source, p.err)
	if p.err == nil {
		p.outcome.Reason = note
	}
}

// failure is nil when a signal brought an answer; that there is nothing is one. A job
// that met only walls, missing keys and failures has nothing to be paid for.
func (s *snapshot) failure() error {
	for _, p := range s.parts {
		if p.outcome.Status == signal.OK || p.outcome.Status == signal.Empty {
			return nil
		}
	}
	first := s.parts[0].err
	if errors.Is(first, context.DeadlineExceeded) {
		return errs.Wrap(first, errs.UpstreamTimeout, "No source responded within the time of the job; try again later.")
	}
	return first
}
