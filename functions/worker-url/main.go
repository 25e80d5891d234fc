// Command worker-url performs the jobs of kind url: one page in, its content out.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(urlkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web) })
}
