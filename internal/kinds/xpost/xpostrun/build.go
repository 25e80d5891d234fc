package xpostrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/xpost"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// Output is what a run gives.
type Output = kind.Output[xpost.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[xpost.Args, xpost.Result] {
	return New(x.From(p.Upstreams, p.Now), p.Cursors)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(xpost.Call(), Build(p)) }
