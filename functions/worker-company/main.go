// Command worker-company performs the jobs of kind company: one profile of what many
// sources say.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/brand/brandrun"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/companyrun"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/read/tech"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
)

func main() {
	workerhost.Start(company.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return companyrun.New(p.Web,
			brandrun.New(p.Web, browsing.New(p), nil),
			infrarun.New(p.Web, p.Upstreams, tech.New(), p.Now),
			seorun.New(p.Web, p.Upstreams, p.Now))
	})
}
