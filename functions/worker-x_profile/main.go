// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-x_profile performs jobs of kind x_profile.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
	"github.com/quarryapi/quarry/internal/kinds/xprofile/xprofilerun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(xprofile.Function(), xprofilerun.Wire)
}
