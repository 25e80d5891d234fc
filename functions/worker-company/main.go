// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-company performs jobs of kind company.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/companyrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
)

func main() {
	workerhost.Start(company.Function(), companyrun.Wire, browsing.Provide)
}
