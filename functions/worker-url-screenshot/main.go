// Command worker-url-screenshot performs the jobs of kind url with format screenshot.
package main

import (
	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/job"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/screenshot"
	"github.com/quarryapi/quarry/internal/workerhost"
	"github.com/quarryapi/quarry/internal/workerhost/browsing"
)

func main() {
	workerhost.Start(urlkind.Spec().WorkerOf(credit.URLScreenshot), func(p *workerhost.Parts) job.Runner { return screenshot.New(browsing.New(p), p.Web) })
}
