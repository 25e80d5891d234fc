package linkedinemployeesrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
)

// Output is what a run gives.
type Output = kind.Output[linkedinemployees.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[linkedinemployees.Args, linkedinemployees.Result] {
	return New(p.Web, p.Upstreams)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(linkedinemployees.Call(), Build(p)) }
