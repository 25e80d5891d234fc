package urlrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/sources/wayback"
)

// Output is what a run gives.
type Output = kind.Output[urlkind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[urlkind.Args, urlkind.Result] {
	return New(p.Web, wayback.From(p.Upstreams), parts.Get[extract.PDF](p))
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(urlkind.Call(), Build(p)) }
