package engine

import (
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/arxiv"
	"github.com/quarryapi/quarry/internal/read/websearch/crossref"
	"github.com/quarryapi/quarry/internal/read/websearch/openalex"
	"github.com/quarryapi/quarry/internal/read/websearch/scholarly"
	"github.com/quarryapi/quarry/internal/read/websearch/semanticscholar"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Scholarly asks for scholarly works, each given once: OpenAlex, which knows most and
// ranks best, and, unless strict, Crossref, arXiv and Semantic Scholar behind it. The
// last without a key mostly has no time.
func Scholarly(up upstream.Upstreams, strict bool) *websearch.Searcher {
	return with([]websearch.Engine{scholarly.Distinct(openalex.New(up.Client(openalex.Name), nil))}, strict, []websearch.Engine{
		scholarly.Distinct(crossref.New(up.Client(crossref.Name), nil)),
		scholarly.Distinct(arxiv.New(up.Client(arxiv.Name), nil)),
		scholarly.Distinct(semanticscholar.New(up.Client(semanticscholar.Name), nil)),
	})
}
