// Command worker-linkedin_employees performs the jobs of kind linkedin_employees.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/linkedinemployeesrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(linkedinemployees.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return linkedinemployeesrun.New(p.Web, p.Upstreams) })
}
