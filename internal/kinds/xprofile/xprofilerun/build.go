package xprofilerun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// Output is what a run gives.
type Output = kind.Output[xprofile.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[xprofile.Args, xprofile.Result] {
	return New(x.From(p.Upstreams, p.Now), p.Cursors)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(xprofile.Call(), Build(p)) }
