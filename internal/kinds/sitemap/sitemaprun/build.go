package sitemaprun

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
)

// Output is what a run gives.
type Output = kind.Output[sitemap.Result]

// Build makes the worker of the kind's jobs.
func Build(p *parts.Parts) kind.Worker[sitemap.Args, sitemap.Result] {
	return New(p.Web, p.Now)
}

// Wire pairs the kind's call with its worker.
func Wire(p *parts.Parts) kind.Runner { return kind.Pair(sitemap.Call(), Build(p)) }
