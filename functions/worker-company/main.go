// Command worker-company performs the jobs of kind company: one profile of what many
// sources say.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	brand "github.com/quarryapi/quarry/internal/kinds/brand/runner"
	companykind "github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/runner"
	infra "github.com/quarryapi/quarry/internal/kinds/infra/runner"
	seo "github.com/quarryapi/quarry/internal/kinds/seo/runner"
	"github.com/quarryapi/quarry/internal/tech"
	"github.com/quarryapi/quarry/internal/workerhost"
	"github.com/quarryapi/quarry/internal/workerhost/browsing"
)

func main() {
	workerhost.Start(companykind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return runner.New(p.Web,
			brand.New(p.Web, browsing.New(p), nil),
			infra.New(p.Web, p.Upstreams, tech.New(), p.Now),
			seo.New(p.Web, p.Upstreams, p.Now))
	})
}
