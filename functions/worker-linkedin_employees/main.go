// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-linkedin_employees performs jobs of kind linkedin_employees.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/linkedinemployeesrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(linkedinemployees.Function(), linkedinemployeesrun.Wire)
}
