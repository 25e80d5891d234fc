// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-infra performs jobs of kind infra.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(infra.Function(), infrarun.Wire)
}
