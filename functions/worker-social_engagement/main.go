// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-social_engagement performs jobs of kind social_engagement.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement/socialengagementrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(socialengagement.Function(), socialengagementrun.Wire)
}
