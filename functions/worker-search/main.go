// Command worker-search performs the searches of kind search.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(searchkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Upstreams) })
}
