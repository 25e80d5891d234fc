package adsrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
)

// Output is what a run gives.
type Output = kind.Output[adskind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[adskind.Args, adskind.Result] {
	return New(From(p.Upstreams), p.Cursors, p.Now)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(adskind.Call(), Build(p)) }
