package redditrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/sources/reddit"
)

// Output is what a run gives.
type Output = kind.Output[redditkind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[redditkind.Args, redditkind.Result] {
	return New(reddit.From(p.Upstreams, p.Now))
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(redditkind.Call(), Build(p)) }
