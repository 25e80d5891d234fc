// Command worker-site performs the jobs of kind site: a page as a browser shows it.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/kinds/site/siterun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
)

func main() {
	workerhost.Start(site.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return siterun.New(browsing.New(p)) })
}
