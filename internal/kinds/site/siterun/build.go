package siterun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	"github.com/quarryapi/quarry/internal/kinds/site"
)

// Output is what a run gives.
type Output = kind.Output[site.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[site.Args, site.Result] {
	return New(parts.Get[visit.Browser](p))
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(site.Call(), Build(p)) }
