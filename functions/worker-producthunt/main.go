// Command worker-producthunt performs the jobs of kind producthunt.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/kinds/producthunt/producthuntrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(producthunt.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return producthuntrun.New(p.Web, p.Upstreams) })
}
