package searchrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/search"
)

// Output is what a run gives.
type Output = kind.Output[search.Result]

// Build makes the worker that lists results.
func Build(p *parts.Parts) kind.Worker[search.Args, search.Result] { return New(p.Upstreams) }

// Wire pairs the call for results with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(search.Results(), Build(p)) }
