// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-social_mentions performs jobs of kind social_mentions.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/socialmentions"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions/socialmentionsrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(socialmentions.Function(), socialmentionsrun.Wire)
}
