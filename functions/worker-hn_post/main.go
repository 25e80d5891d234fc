// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-hn_post performs jobs of kind hn_post.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/hnpost"
	"github.com/quarryapi/quarry/internal/kinds/hnpost/hnpostrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(hnpost.Function(), hnpostrun.Wire)
}
