// Command worker-research performs the jobs of kind research.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/kinds/research/researchrun"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(research.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		m := modelprovider.NewWithEmbeddings(p.Config.Model, p.Config.Embeddings, p.Upstreams, p.AWS())
		return researchrun.New(p.Web, p.Upstreams, p.Shelf, m, p.Now)
	})
}
