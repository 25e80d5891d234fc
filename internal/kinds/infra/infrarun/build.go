package infrarun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/pkg/technology"
)

// Output is what a run gives.
type Output = kind.Output[infra.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) *Worker {
	return New(p.Web, p.Upstreams, technology.New(), p.Now)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(infra.Call(), Build(p)) }
