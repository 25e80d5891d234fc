// Command worker-infra performs the jobs of kind infra.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	infrakind "github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/runner"
	"github.com/quarryapi/quarry/internal/tech"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(infrakind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web, p.Upstreams, tech.New(), p.Now) })
}
