// Command worker-site performs the jobs of kind site.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	sitekind "github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/kinds/site/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(sitekind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web) })
}
