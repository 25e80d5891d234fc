// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-producthunt performs jobs of kind producthunt.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/kinds/producthunt/producthuntrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(producthunt.Function(), producthuntrun.Wire)
}
