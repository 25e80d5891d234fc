// Package mentionsrun performs jobs of kind mentions: it asks the platforms side by side and
// keeps what names the domain. It links the readers of the platforms, so only a worker
// may import it.
package mentionsrun

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/sources/gdelt"
	"github.com/quarryapi/quarry/internal/sources/googlenews"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Finder is a platform.
type Finder interface {
	// Find returns what names a domain. An error is that nothing could be read; sources
	// of a platform that fail beside others are reported in what is found.
	Find(ctx context.Context, q Query) (Found, error)
}

// Query is what to look for.
type Query struct {
	Domain       mention.Domain
	Since, Until int64 // Unix seconds, both included; 0 is no bound
	Limit        int   // how many are wanted
	Pages        int   // how many pages to read of each search at most
}

// Found is what a platform gave.
type Found struct {
	Mentions []mentions.Mention
	Complete bool   // these are all
	Reason   string // what is missing, and why; empty when nothing is known to be
	Failures []mentions.Failure
}

// Platforms are the finders by their platforms.
type Platforms map[mentions.Platform]Finder

// From returns the finders of a process's upstreams. A nil now is time.Now.
func From(set upstream.Upstreams, now func() time.Time) Platforms {
	if now == nil {
		now = time.Now
	}
	return Platforms{
		mentions.HackerNews: HackerNews{hackernews.From(set)},
		mentions.Reddit:     Reddit{reddit.From(set, now)},
		mentions.News:       News{gdelt.New(set.Client(gdelt.Name), now), googlenews.New(set.Client(googlenews.Name)), now},
	}
}

// Worker performs jobs of kind mentions. It is safe for concurrent use.
type Worker struct{ platforms Platforms }

// New returns a Worker.
func New(platforms Platforms) *Worker { return &Worker{platforms: platforms} }

// outcome is what came of asking one platform.
type outcome struct {
	platform mentions.Platform
	found    Found
	err      error
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[mentions.Args]) (Output, error) {
	args := run.Args
	q := Query{Domain: mention.Domain(args.Domain), Since: args.Since.Unix(), Until: args.Until.Unix(), Limit: int(args.Limit), Pages: int(args.MaxPages)}
	outcomes := r.ask(ctx, q, args.Platforms)
	if ctx.Err() != nil {
		return Output{}, context.Cause(ctx)
	}
	if err := failure(outcomes); err != nil {
		return Output{}, err
	}
	return Output{Result: result(args, outcomes)}, nil
}

// ask asks all platforms at once; outcomes have the order of the platforms.
func (r *Worker) ask(ctx context.Context, q Query, platforms []mentions.Platform) []outcome {
	outcomes := make([]outcome, len(platforms))
	var all sync.WaitGroup
	for i, platform := range platforms {
		all.Go(func() {
			outcomes[i].platform = platform
			outcomes[i].found, outcomes[i].err = r.platforms[platform].Find(ctx, q)
		})
	}
	all.Wait()
	return outcomes
}

// failure is the job's error when all platforms failed: the first one's code, and what
// each said.
func failure(outcomes []outcome) error {
	var said []string
	failed := &errs.Error{Permanent: true}
	for _, o := range outcomes {
		if o.err == nil {
			return nil
		}
		e := errs.As(o.err)
		if failed.Code == "" {
			failed.Code, failed.Err = e.Code, e
		}
		failed.Permanent = failed.Permanent && !e.Retryable()
		failed.Passing = failed.Passing || e.Retryable()
		failed.RetryAfter = max(failed.RetryAfter, e.RetryAfter)
		said = append(said, string(o.platform)+": "+e.Message)
	}
	failed.Message = "No platform could be read. " + strings.Join(said, " ")
	return failed
}
