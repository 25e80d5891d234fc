// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-mentions performs jobs of kind mentions.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/kinds/mentions/mentionsrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(mentions.Function(), mentionsrun.Wire)
}
