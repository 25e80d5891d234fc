package answerrun

import (
	"cmp"

	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/read/answer"
	"github.com/quarryapi/quarry/internal/read/answer/choose"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
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
func result(args search.AnswerArgs, found websearch.Answer, outcomes []reader.Outcome, a answer.Answer) *search.AnswerResult {
	content := args.IncludeContent || a.Status == answer.NotConfigured
	r := &search.AnswerResult{
		Query: args.Q, Provider: engine.Provider(found.Engine), Results: []search.AnswerItem{},
		Exhausted: len(found.Results) == 0, Coverage: args.Covered(len(found.Results)),
		Answer: search.Answer{Status: search.AnswerStatus(a.Status), Text: a.Text, Citations: []search.Citation{}},
	}
	for i, item := range searchrun.Items(args.Q, found.Results) {
		one := search.AnswerItem{Item: item, SourceStatus: search.SourceStatus(outcomes[i].Status), Paywalled: outcomes[i].Document.Paywalled}
		if content {
			one.Content = outcomes[i].Document.Text
		}
		r.Results = append(r.Results, one)
	}
	titles := choose.New()
	for _, c := range a.Citations {
		d := outcomes[c.Index-1].Document
		cited := search.Citation{
			Index: c.Index, Title: cmp.Or(titles.Title(d.Title), titles.Title(found.Results[c.Index-1].Title), d.Domain), URL: d.FinalURL,
			SourceType: search.SourceWeb, Quote: c.Quote,
		}
		if d.MediaType == "application/pdf" {
			cited.SourceType = search.SourcePDF
		}
		r.Answer.Citations = append(r.Answer.Citations, cited)
	}
	return r
}
