// Command worker-social_mentions performs the jobs of kind social_mentions.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	socialmentionskind "github.com/quarryapi/quarry/internal/kinds/social_mentions"
	"github.com/quarryapi/quarry/internal/kinds/social_mentions/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(socialmentionskind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(runner.From(p.Upstreams, p.Now), p.Cursors) })
}
