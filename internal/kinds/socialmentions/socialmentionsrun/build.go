package socialmentionsrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions"
)

// Output is what a run gives.
type Output = kind.Output[socialmentions.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[socialmentions.Args, socialmentions.Result] {
	return New(From(p.Upstreams, p.Now), p.Cursors)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(socialmentions.Call(), Build(p)) }
