// Command worker-x_profile performs the jobs of kind x_profile.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	xprofilekind "github.com/quarryapi/quarry/internal/kinds/x_profile"
	"github.com/quarryapi/quarry/internal/kinds/x_profile/runner"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(xprofilekind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(x.From(p.Upstreams, p.Now), p.Cursors) })
}
