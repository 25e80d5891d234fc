package companyrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/brand/brandrun"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
)

// Output is what a run gives.
type Output = kind.Output[company.Result]

// Build makes the worker of the kind's jobs, of the workers of other kinds.
func Build(p *parts.Parts) kind.Worker[company.Args, company.Result] {
	return New(p.Web, brandrun.Build(p), infrarun.Build(p), seorun.Build(p))
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(company.Call(), Build(p)) }
