// Command worker-company performs the jobs of kind company.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	companykind "github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(companykind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web) })
}
