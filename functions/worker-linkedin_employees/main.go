// Command worker-linkedin_employees performs the jobs of kind linkedin_employees.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	linkedinemployeeskind "github.com/quarryapi/quarry/internal/kinds/linkedin_employees"
	"github.com/quarryapi/quarry/internal/kinds/linkedin_employees/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(linkedinemployeeskind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web, p.Upstreams) })
}
