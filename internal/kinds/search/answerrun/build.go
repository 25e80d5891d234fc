package answerrun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/reader"
)

// Output is what a run gives.
type Output = kind.Output[searchkind.AnswerResult]

// Build makes the worker that writes answers.
func Build(p *parts.Parts) kind.Worker[searchkind.AnswerArgs, searchkind.AnswerResult] {
	return New(pages(p), p.Upstreams, parts.Get[*model.Client](p), p.Now)
}

// pages is what a worker reads pages by, PDFs among them.
func pages(p *parts.Parts) *reader.Reader {
	return reader.New(p.Web, reader.Config{Documents: parts.Get[extract.PDF](p), Now: p.Now})
}

// Wire pairs the call for answers, and that for results with their pages, with their workers.
func Wire(p *parts.Parts) kind.Runner {
	contents := NewContents(searchrun.New(p.Upstreams), pages(p))
	return kind.Join(kind.Pair(searchkind.Answers(), Build(p)), kind.Pair(searchkind.Results(), contents))
}
