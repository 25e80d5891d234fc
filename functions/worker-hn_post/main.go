// Command worker-hn_post performs the jobs of kind hn_post.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/hnpost"
	"github.com/quarryapi/quarry/internal/kinds/hnpost/hnpostrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

func main() {
	workerhost.Start(hnpost.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return hnpostrun.New(hackernews.From(p.Upstreams)) })
}
