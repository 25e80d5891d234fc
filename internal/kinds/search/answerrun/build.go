package answerrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/read/model"
)

// Output is what a run gives.
type Output = kind.Output[searchkind.AnswerResult]

// Build makes the worker that writes answers.
func Build(p *parts.Parts) kind.Worker[searchkind.AnswerArgs, searchkind.AnswerResult] {
	return New(Pages(p.Web, p.Now), p.Upstreams, parts.Get[*model.Client](p), p.Now)
}

// Wire pairs the call for answers, and that for results with their pages, with their workers.
func Wire(p *parts.Parts) kind.Runner {
	contents := NewContents(searchrun.New(p.Upstreams), Pages(p.Web, p.Now))
	return kind.Join(kind.Pair(searchkind.Answers(), Build(p)), kind.Pair(searchkind.Results(), contents))
}
