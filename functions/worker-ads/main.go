// Command worker-ads performs the jobs of kind ads.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/ads/adsrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(ads.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return adsrun.New(adsrun.From(p.Upstreams), p.Cursors, p.Now)
	})
}
