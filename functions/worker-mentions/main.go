// Command worker-mentions performs the jobs of kind mentions.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/kinds/mentions/mentionsrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(mentions.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return mentionsrun.New(mentionsrun.From(p.Upstreams, p.Now)) })
}
