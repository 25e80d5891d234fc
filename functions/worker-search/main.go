// Command worker-search performs the searches of kind search.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(search.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return searchrun.New(p.Upstreams) })
}
