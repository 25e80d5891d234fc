// Command worker-brand performs the jobs of kind brand: how a brand's site looks.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/brand/runner"
	"github.com/quarryapi/quarry/internal/model/choice"
	"github.com/quarryapi/quarry/internal/workerhost"
	"github.com/quarryapi/quarry/internal/workerhost/browsing"
)

func main() {
	workerhost.Start(brandkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return runner.New(p.Web, browsing.New(p), choice.New(p.Config.Model, p.Upstreams, p.AWS()))
	})
}
