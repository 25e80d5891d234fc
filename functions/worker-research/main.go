// Command worker-research performs the jobs of kind research.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	researchkind "github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/kinds/research/runner"
	"github.com/quarryapi/quarry/internal/model/choice"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(researchkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		m := choice.NewWithEmbeddings(p.Config.Model, p.Config.Embeddings, p.Upstreams, p.AWS())
		return runner.New(p.Web, p.Upstreams, p.Shelf, m, p.Now)
	})
}
