// Command worker-social_mentions performs the jobs of kind social_mentions.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions/socialmentionsrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(socialmentions.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return socialmentionsrun.New(socialmentionsrun.From(p.Upstreams, p.Now), p.Cursors)
	})
}
