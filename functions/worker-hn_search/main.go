// Command worker-hn_search performs the jobs of kind hn_search.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch/hnsearchrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

func main() {
	workerhost.Start(hnsearch.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return hnsearchrun.New(hackernews.From(p.Upstreams), p.Cursors) })
}
