// Command worker-sitemap performs the jobs of kind sitemap.
package main

import (
	"github.com/quarryapi/quarry/internal/job"
	sitemapkind "github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/sitemap/runner"
	"github.com/quarryapi/quarry/internal/workerhost"
)

func main() {
	workerhost.Start(sitemapkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return runner.New(p.Web, p.Now) })
}
