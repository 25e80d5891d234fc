// Command worker-reddit performs the jobs of kind reddit.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/kinds/reddit/runner"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(redditkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(reddit.From(p.Upstreams, p.Now)) })
}
