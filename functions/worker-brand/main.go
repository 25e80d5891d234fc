// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-brand performs jobs of kind brand.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/brand/brandrun"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
)

func main() {
	workerhost.Start(brand.Function(), brandrun.Wire, browsing.Provide, modelprovider.Provide)
}
