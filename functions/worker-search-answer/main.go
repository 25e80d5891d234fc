// Command worker-search-answer performs the jobs of kind search that write an answer.
package main

import (
	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/job"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/answerer"
	"github.com/quarryapi/quarry/internal/model/choice"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(searchkind.Spec().WorkerOf(credit.SearchAnswer), func(p *workerhost.Parts) job.Runner {
		return answerer.New(answerer.Pages(p.Web, p.Now), p.Upstreams, choice.New(p.Config.Model, p.Upstreams, p.AWS()), p.Now)
	})
}
