// Command worker-x_post performs the jobs of kind x_post.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	xpostkind "github.com/quarryapi/quarry/internal/kinds/x_post"
	"github.com/quarryapi/quarry/internal/kinds/x_post/runner"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(xpostkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(x.From(p.Upstreams, p.Now), p.Cursors) })
}
