// Command worker-channel performs the jobs of kind channel.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	channelkind "github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/channel/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(channelkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return runner.New(runner.Platforms(p.Upstreams, p.Now), p.Cursors)
	})
}
