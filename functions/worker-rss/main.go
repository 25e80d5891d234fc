// Command worker-rss performs the jobs of kind rss.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	rsskind "github.com/quarryapi/quarry/internal/kinds/rss"
	"github.com/quarryapi/quarry/internal/kinds/rss/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(rsskind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web) })
}
