// Package brandrun performs jobs of kind brand: it gathers what the site shows, reads
// the profile out of it and, for a full one, asks the model. It links the browser, the
// parsers and the model, so only a worker may import it.
package brandrun

import (
	"context"
	"encoding/json"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/read/brand"
	"github.com/quarryapi/quarry/internal/read/brand/gather"
	"github.com/quarryapi/quarry/internal/read/brand/interpret"
	"github.com/quarryapi/quarry/internal/read/brand/palette"
)

// Model is the part of model.Client that a Runner needs.
type Model interface {
	interpret.Model
	Ready() error
}

// Runner performs jobs of kind brand. It is safe for concurrent use.
type Runner struct {
	gatherer *gather.Gatherer
	model    Model
}

// New returns a Runner. Without a browser, nil, pages are read as they are served.
func New(web gather.Fetcher, b gather.Browser, m Model) *Runner {
	return &Runner{gatherer: gather.New(web, b), model: m}
}

// Run implements job.Runner. The meta tells under "evidence" how the profile was come
// by, and under "model" what a full one took, beside the model's error, too.
func (r *Runner) Run(ctx context.Context, run job.Run) (job.Output, error) {
	var args brandkind.Args
	if err := json.Unmarshal(run.Input, &args); err != nil {
		return job.Output{}, errs.Wrap(err, errs.InternalError, errs.InternalError.Text())
	}
	full := run.Action == credit.BrandFull
	if full {
		// Nobody's site is visited for an answer that cannot be given.
		if err := r.model.Ready(); err != nil {
			return job.Output{}, err
		}
	}
	evidence, facts, err := r.gatherer.Gather(ctx, args.URL)
	if err != nil {
		return job.Output{}, err
	}
	profile := brand.Read(evidence)
	out := job.Output{Meta: map[string]any{"evidence": facts}}
	if !full {
		out.Result = basic(args.URL, profile)
		return out, nil
	}
	reading, usage, err := interpret.Read(ctx, r.model, profile, evidence)
	if usage.Calls > 0 {
		out.Meta["model"] = usage
	}
	if err != nil {
		return out, err
	}
	out.Result = &brandkind.FullResult{
		Design: design(args.URL, profile), BusinessType: reading.BusinessType, BusinessSubtype: reading.BusinessSubtype,
		VisualTone: reading.VisualTone, Confidence: reading.Confidence, Tagline: reading.Tagline,
		Description: reading.Description, ToneOfVoice: reading.ToneOfVoice,
	}
	return out, nil
}

// Basic is the basic profile of a page for other kinds, which needs no model. Errors:
// those of gather.Gatherer.Gather.
func (r *Runner) Basic(ctx context.Context, address string) (*brandkind.Result, error) {
	evidence, _, err := r.gatherer.Gather(ctx, address)
	if err != nil {
		return nil, err
	}
	return basic(address, brand.Read(evidence)), nil
}

func basic(address string, p brand.Profile) *brandkind.Result {
	return &brandkind.Result{Design: design(address, p)}
}

func design(address string, p brand.Profile) brandkind.Design {
	return brandkind.Design{
		URL: address, CompanyName: p.Name, LogoURL: found(p.LogoURL), LogoConfidence: p.LogoConfidence, FaviconURL: found(p.FaviconURL),
		Palette: brandkind.Palette{
			Primary: p.Palette[palette.Primary], Secondary: p.Palette[palette.Secondary], Accent: p.Palette[palette.Accent],
			Background: p.Palette[palette.Background], Text: p.Palette[palette.Text],
		},
		Typography: brandkind.Typography{Heading: p.Typography.Heading, Body: p.Typography.Body},
	}
}

func found(address string) *string {
	if address == "" {
		return nil
	}
	return &address
}
