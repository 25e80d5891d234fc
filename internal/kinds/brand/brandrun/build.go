package brandrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/read/brand/gather"
	"github.com/quarryapi/quarry/internal/read/model"
)

// Build makes the worker of basic profiles, which need no model.
func Build(p *parts.Parts) *Basic { return NewBasic(gather.New(p.Web, parts.Get[visit.Browser](p))) }

// BuildFull makes the worker of full profiles.
func BuildFull(p *parts.Parts) *Full {
	return NewFull(gather.New(p.Web, parts.Get[visit.Browser](p)), parts.Get[*model.Client](p))
}

// Wire pairs the kind's calls with their workers.
func Wire(p *parts.Parts) kind.Runner {
	return kind.Join(kind.Pair(brandkind.Basic(), Build(p)), kind.Pair(brandkind.Full(), BuildFull(p)))
}
