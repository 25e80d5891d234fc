// Command worker-hn_search performs the jobs of kind hn_search.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	hnsearchkind "github.com/quarryapi/quarry/internal/kinds/hn_search"
	"github.com/quarryapi/quarry/internal/kinds/hn_search/runner"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(hnsearchkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(hackernews.From(p.Upstreams), p.Cursors) })
}
