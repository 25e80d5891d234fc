// Command worker-seo performs the jobs of kind seo.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/seo/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(seokind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web, p.Upstreams, p.Now) })
}
