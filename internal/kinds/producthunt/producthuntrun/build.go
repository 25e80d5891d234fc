package producthuntrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
)

// Output is what a run gives.
type Output = kind.Output[producthuntkind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[producthuntkind.Args, producthuntkind.Result] {
	return New(p.Web, p.Upstreams)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(producthuntkind.Call(), Build(p)) }
