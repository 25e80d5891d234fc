// Command worker-x_profile performs the jobs of kind x_profile.
package main

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
	"github.com/quarryapi/quarry/internal/kinds/xprofile/xprofilerun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/sources/x"
)

func main() {
	workerhost.Start(xprofile.Spec().Workers()[0], func(p *workerhost.Parts) job.Runner { return xprofilerun.New(x.From(p.Upstreams, p.Now), p.Cursors) })
}
