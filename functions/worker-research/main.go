// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-research performs jobs of kind research.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/kinds/research/researchrun"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/documents"
)

func main() {
	workerhost.Start(research.Function(), researchrun.Wire, documents.Provide, modelprovider.Provide)
}
