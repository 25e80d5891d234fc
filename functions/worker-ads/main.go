// Command worker-ads performs the jobs of kind ads.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/ads/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(adskind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return runner.New(runner.From(p.Upstreams), p.Cursors, p.Now)
	})
}
