// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-rss performs jobs of kind rss.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/rss"
	"github.com/quarryapi/quarry/internal/kinds/rss/rssrun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(rss.Function(), rssrun.Wire)
}
