// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-search performs jobs of kind search.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(search.Function(), searchrun.Wire)
}
