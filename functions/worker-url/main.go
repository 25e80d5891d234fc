// Command worker-url performs the jobs of kind url: one page in, its content out.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/urlrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(urlkind.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return urlrun.New(p.Web) })
}
