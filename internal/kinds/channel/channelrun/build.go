package channelrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	channelkind "github.com/quarryapi/quarry/internal/kinds/channel"
)

// Output is what a run gives.
type Output = kind.Output[channelkind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[channelkind.Args, channelkind.Result] {
	return New(Platforms(p.Upstreams, p.Now), p.Cursors)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(channelkind.Call(), Build(p)) }
