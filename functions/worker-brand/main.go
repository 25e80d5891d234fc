// Command worker-brand performs the jobs of kind brand.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/brand/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(brandkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web) })
}
