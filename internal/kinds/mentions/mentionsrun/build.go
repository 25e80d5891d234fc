package mentionsrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	mentionskind "github.com/quarryapi/quarry/internal/kinds/mentions"
)

// Output is what a run gives.
type Output = kind.Output[mentionskind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[mentionskind.Args, mentionskind.Result] {
	return New(From(p.Upstreams, p.Now))
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(mentionskind.Call(), Build(p)) }
