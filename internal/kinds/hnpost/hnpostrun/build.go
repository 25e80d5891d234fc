package hnpostrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/hnpost"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

// Output is what a run gives.
type Output = kind.Output[hnpost.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[hnpost.Args, hnpost.Result] {
	return New(hackernews.From(p.Upstreams))
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(hnpost.Call(), Build(p)) }
