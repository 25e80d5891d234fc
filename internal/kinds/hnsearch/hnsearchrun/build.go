package hnsearchrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

// Output is what a run gives.
type Output = kind.Output[hnsearch.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[hnsearch.Args, hnsearch.Result] {
	return New(hackernews.From(p.Upstreams), p.Cursors)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(hnsearch.Call(), Build(p)) }
