package researchrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	researchkind "github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/reader"
)

// Output is what a run gives.
type Output = kind.Output[researchkind.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[researchkind.Args, researchkind.Result] {
	return New(reader.New(p.Web, reader.Config{Documents: parts.Get[extract.PDF](p), Now: p.Now}), p.Upstreams, p.Documents, parts.Get[*model.Client](p), p.Now)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(researchkind.Call(), Build(p)) }
