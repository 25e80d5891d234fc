// Command worker-seo performs the jobs of kind seo.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(seo.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return seorun.New(p.Web, p.Upstreams, p.Now) })
}
