package rssrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	rsskind "github.com/quarryapi/quarry/internal/kinds/rss"
)

// Output is what a run gives.
type Output = kind.Output[rsskind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[rsskind.Args, rsskind.Result] {
	return New(p.Web)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(rsskind.Call(), Build(p)) }
