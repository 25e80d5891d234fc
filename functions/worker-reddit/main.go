// Command worker-reddit performs the jobs of kind reddit.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/kinds/reddit/redditrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/sources/reddit"
)

func main() {
	workerhost.Start(redditkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return redditrun.New(reddit.From(p.Upstreams, p.Now)) })
}
