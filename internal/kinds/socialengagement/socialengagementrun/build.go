package socialengagementrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
)

// Output is what a run gives.
type Output = kind.Output[socialengagement.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[socialengagement.Args, socialengagement.Result] {
	return New(From(p.Upstreams, p.Now), p.Cursors)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(socialengagement.Call(), Build(p)) }
