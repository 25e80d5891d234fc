// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-url-screenshot performs jobs of kind url.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/screenshotrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/serve/workerhost/browsing"
	"github.com/quarryapi/quarry/internal/serve/workerhost/documents"
)

func main() {
	workerhost.Start(url.ScreenshotFunction(), screenshotrun.Wire, browsing.Provide, documents.Provide)
}
