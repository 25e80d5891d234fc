// Command worker-site performs the jobs of kind site: a page as a browser shows it.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	sitekind "github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/kinds/site/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
	"github.com/quarryapi/quarry/internal/workerhost/browsing"
)

func main() {
	workerhost.Start(sitekind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(browsing.New(p)) })
}
