// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-search-answer performs jobs of kind search.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/answerrun"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/documents"
)

func main() {
	workerhost.Start(search.AnswerFunction(), answerrun.Wire, documents.Provide, modelprovider.Provide)
}
