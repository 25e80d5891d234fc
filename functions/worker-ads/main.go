// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-ads performs jobs of kind ads.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/ads/adsrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(ads.Function(), adsrun.Wire)
}
