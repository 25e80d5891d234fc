// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-seo performs jobs of kind seo.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(seo.Function(), seorun.Wire)
}
