// Command worker-sitemap performs the jobs of kind sitemap.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/sitemap/sitemaprun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(sitemap.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return sitemaprun.New(p.Web, p.Now) })
}
