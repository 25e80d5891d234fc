// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-hn_search performs jobs of kind hn_search.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/hnsearch"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch/hnsearchrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(hnsearch.Function(), hnsearchrun.Wire)
}
