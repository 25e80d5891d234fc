// Package runner performs jobs of kind producthunt. It links what the work needs, so only a
// worker may import it.
package runner

import (
	"context"
	"encoding/json"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/job"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
)

// Fetcher is the part of fetch.Client that a Runner needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Runner performs jobs of kind producthunt. It is safe for concurrent use.
type Runner struct{ web Fetcher }

// New returns a Runner.
func New(web Fetcher) *Runner { return &Runner{web: web} }

// Run implements job.Runner.
func (r *Runner) Run(ctx context.Context, run job.Run) (job.Output, error) {
	var args producthuntkind.Args
	if err := json.Unmarshal(run.Input, &args); err != nil {
		return job.Output{}, errs.Wrap(err, errs.InternalError, errs.InternalError.Text())
	}
	resp, err := r.web.Do(ctx, fetch.Request{URL: args.URL})
	if err != nil {
		return job.Output{}, err
	}
	return job.Output{Result: producthuntkind.Result{URL: resp.URL.String()}}, nil
}
