// Package brandrun performs jobs of kind brand: it gathers what the site shows, reads
// the profile out of it and, for a full one, asks the model. It links the browser, the
// parsers and the model, so only a worker may import it.
package brandrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/kind"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/read/brand"
	"github.com/quarryapi/quarry/internal/read/brand/gather"
	"github.com/quarryapi/quarry/internal/read/brand/interpret"
	"github.com/quarryapi/quarry/internal/read/brand/palette"
)

// Model is the part of model.Client that a Full needs.
type Model interface {
	interpret.Model
	Ready() error
}

// Basic performs jobs that need no model. It is safe for concurrent use.
type Basic struct{ gatherer *gather.Gatherer }

// NewBasic returns a Basic.
func NewBasic(g *gather.Gatherer) *Basic { return &Basic{g} }

// Run implements kind.Worker. The meta says under "evidence" where the profile was read.
func (b *Basic) Run(ctx context.Context, run kind.Run[brandkind.Args]) (kind.Output[brandkind.Result], error) {
	evidence, facts, err := b.gatherer.Gather(ctx, run.Args.URL)
	if err != nil {
		return kind.Output[brandkind.Result]{}, err
	}
	return kind.Output[brandkind.Result]{
		Result: basic(run.Args.URL, brand.Read(evidence)), Meta: map[string]any{"evidence": facts},
	}, nil
}

// Profile is the basic profile of a page for other kinds. Errors: those of
// gather.Gatherer.Gather.
func (b *Basic) Profile(ctx context.Context, address string) (*brandkind.Result, error) {
	evidence, _, err := b.gatherer.Gather(ctx, address)
	if err != nil {
		return nil, err
	}
	return new(basic(address, brand.Read(evidence))), nil
}

// Full performs jobs that a language model completes. It is safe for concurrent use.
type Full struct {
	gatherer *gather.Gatherer
	model    Model
}

// NewFull returns a Full.
func NewFull(g *gather.Gatherer, m Model) *Full { return &Full{g, m} }

// Run implements kind.Worker. The meta says under "evidence" where the profile was read,
// and under "model" what it used, beside the model's error, too.
func (f *Full) Run(ctx context.Context, run kind.Run[brandkind.FullArgs]) (kind.Output[brandkind.FullResult], error) {
	var out kind.Output[brandkind.FullResult]
	// No site is visited for an answer that cannot be given.
	if err := f.model.Ready(); err != nil {
		return out, err
	}
	evidence, facts, err := f.gatherer.Gather(ctx, run.Args.URL)
	if err != nil {
		return out, err
	}
	profile := brand.Read(evidence)
	out.Meta = map[string]any{"evidence": facts}
	reading, usage, err := interpret.Read(ctx, f.model, profile, evidence)
	if usage.Calls > 0 {
		out.Meta["model"] = usage
	}
	if err != nil {
		return out, err
	}
	out.Result = brandkind.FullResult{
		Design: design(run.Args.URL, profile), BusinessType: reading.BusinessType, BusinessSubtype: reading.BusinessSubtype,
		VisualTone: reading.VisualTone, Confidence: reading.Confidence, Tagline: reading.Tagline,
		Description: reading.Description, ToneOfVoice: reading.ToneOfVoice,
	}
	return out, nil
}

func basic(address string, p brand.Profile) brandkind.Result {
	return brandkind.Result{Design: design(address, p)}
}

func design(address string, p brand.Profile) brandkind.Design {
	return brandkind.Design{
		URL: address, CompanyName: p.Name, CompanyNameConfidence: p.NameConfidence, LogoURL: found(p.LogoURL), LogoConfidence: p.LogoConfidence, FaviconURL: found(p.FaviconURL),
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
