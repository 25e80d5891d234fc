// Command worker-producthunt performs the jobs of kind producthunt.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/kinds/producthunt/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(producthuntkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web, p.Upstreams) })
}
