// Command worker-rss performs the jobs of kind rss.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/rss"
	"github.com/quarryapi/quarry/internal/kinds/rss/rssrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(rss.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return rssrun.New(p.Web) })
}
