package answerer

import (
	"cmp"

	"github.com/quarryapi/quarry/internal/answer"
	"github.com/quarryapi/quarry/internal/answer/choose"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/runner"
	"github.com/quarryapi/quarry/internal/reader"
	"github.com/quarryapi/quarry/internal/websearch"
	"github.com/quarryapi/quarry/internal/websearch/engine"
)

// sources are the documents that were read, by the index of their result.
func sources(found []websearch.Result, outcomes []reader.Outcome) []choose.Source {
	var list []choose.Source
	for i, o := range outcomes {
		if o.Status == reader.Fetched {
			d := o.Document
			list = append(list, choose.Source{
				Index: i + 1, Title: cmp.Or(d.Title, found[i].Title), Published: cmp.Or(d.Published, found[i].Published), Text: d.Text,
			})
		}
	}
	return list
}

// result puts everything together. Without a model the texts are what is given.
func result(args searchkind.AnswerArgs, found websearch.Answer, outcomes []reader.Outcome, a answer.Answer) *searchkind.AnswerResult {
	content := args.IncludeContent || a.Status == answer.NotConfigured
	r := &searchkind.AnswerResult{
		Query: args.Q, Provider: engine.Provider(found.Engine), Results: []searchkind.AnswerItem{},
		Answer: searchkind.Answer{Status: searchkind.AnswerStatus(a.Status), Text: a.Text, Citations: []searchkind.Citation{}},
	}
	for i, item := range runner.Items(found.Results) {
		one := searchkind.AnswerItem{Item: item, SourceStatus: searchkind.SourceStatus(outcomes[i].Status), Paywalled: outcomes[i].Document.Paywalled}
		if content {
			one.Content = outcomes[i].Document.Text
		}
		r.Results = append(r.Results, one)
	}
	titles := choose.New()
	for _, c := range a.Citations {
		d := outcomes[c.Index-1].Document
		cited := searchkind.Citation{
			Index: c.Index, Title: cmp.Or(titles.Title(d.Title), titles.Title(found.Results[c.Index-1].Title), d.Domain), URL: d.FinalURL,
			SourceType: searchkind.SourceWeb, Quote: c.Quote,
		}
		if d.MediaType == "application/pdf" {
			cited.SourceType = searchkind.SourcePDF
		}
		r.Answer.Citations = append(r.Answer.Citations, cited)
	}
	return r
}
