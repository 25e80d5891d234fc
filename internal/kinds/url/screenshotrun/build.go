package screenshotrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// Output is what a run gives.
type Output = kind.Output[urlkind.Result]

// Build makes the worker that takes pictures.
func Build(p *parts.Parts) kind.Worker[urlkind.Args, urlkind.Result] {
	return New(parts.Get[visit.Browser](p), p.Web, parts.Get[extract.PDF](p))
}

// Wire pairs the kind's call with the worker of its pictures.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(urlkind.Call(), Build(p)) }
