// Command worker-x_post performs the jobs of kind x_post.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/xpost"
	"github.com/quarryapi/quarry/internal/kinds/xpost/xpostrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/sources/x"
)

func main() {
	workerhost.Start(xpost.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return xpostrun.New(x.From(p.Upstreams, p.Now), p.Cursors) })
}
