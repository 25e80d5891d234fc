// Command worker-brand performs the jobs of kind brand: how a brand's site looks.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/brand/brandrun"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
)

func main() {
	workerhost.Start(brand.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return brandrun.New(p.Web, browsing.New(p), modelprovider.New(p.Config.Model, p.Upstreams, p.AWS()))
	})
}
