// Command worker-social_engagement performs the jobs of kind social_engagement.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement/socialengagementrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(socialengagement.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return socialengagementrun.New(socialengagementrun.From(p.Upstreams, p.Now), p.Cursors)
	})
}
