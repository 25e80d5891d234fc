// Command worker-url-screenshot performs the jobs of kind url with format screenshot.
package main

import (
	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/job"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/screenshotrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
)

func main() {
	workerhost.Start(urlkind.Spec().WorkerOf(credit.URLScreenshot), func(p *workerhost.Parts) job.Runner { return screenshotrun.New(browsing.New(p), p.Web) })
}
