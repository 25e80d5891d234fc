package seorun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
)

// Output is what a run gives.
type Output = kind.Output[seokind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) *Worker {
	return New(p.Web, p.Upstreams, p.Now)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(seokind.Call(), Build(p)) }
