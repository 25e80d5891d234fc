// Command worker-channel performs the jobs of kind channel.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/channel/channelrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(channel.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner {
		return channelrun.New(channelrun.Platforms(p.Upstreams, p.Now), p.Cursors)
	})
}
