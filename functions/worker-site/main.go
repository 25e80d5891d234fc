// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-site performs jobs of kind site.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/kinds/site/siterun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
)

func main() {
	workerhost.Start(site.Function(), siterun.Wire, browsing.Provide)
}
