// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

// Command worker-sitemap performs jobs of kind sitemap.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/sitemap/sitemaprun"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
)

func main() {
	workerhost.Start(sitemap.Function(), sitemaprun.Wire)
}
