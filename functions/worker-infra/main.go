// Command worker-infra performs the jobs of kind infra.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/read/tech"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(infra.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return infrarun.New(p.Web, p.Upstreams, tech.New(), p.Now) })
}
