// Command worker-search-answer performs the jobs of kind search that write an answer.
package main

import (
	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/answerrun"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(search.Spec().WorkerOf(credit.SearchAnswer), func(p *workerhost.Parts) job.Runner {
		return answerrun.New(answerrun.Pages(p.Web, p.Now), p.Upstreams, modelprovider.New(p.Config.Model, p.Upstreams, p.AWS()), p.Now)
	})
}
