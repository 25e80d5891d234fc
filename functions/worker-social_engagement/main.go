// Command worker-social_engagement performs the jobs of kind social_engagement.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	socialengagementkind "github.com/quarryapi/quarry/internal/kinds/social_engagement"
	"github.com/quarryapi/quarry/internal/kinds/social_engagement/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(socialengagementkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(runner.From(p.Upstreams, p.Now), p.Cursors) })
}
