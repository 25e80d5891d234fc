// Command worker-mentions performs the jobs of kind mentions.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	mentionskind "github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/kinds/mentions/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(mentionskind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(runner.From(p.Upstreams, p.Now)) })
}
