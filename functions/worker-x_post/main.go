// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-x_post performs jobs of kind x_post.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/xpost"
	"github.com/quarryapi/quarry/internal/kinds/xpost/xpostrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(xpost.Function(), xpostrun.Wire)
}
