// Command worker-hn_post performs the jobs of kind hn_post.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	hnpostkind "github.com/quarryapi/quarry/internal/kinds/hn_post"
	"github.com/quarryapi/quarry/internal/kinds/hn_post/runner"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(hnpostkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(hackernews.From(p.Upstreams)) })
}
