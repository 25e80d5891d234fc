package engine

import (
	"github.com/quarryapi/quarry/internal/websearch"
	"github.com/quarryapi/quarry/internal/websearch/searxng"
)

// Scholarly asks for scholarly works.
func Scholarly(up Upstreams, strict bool) *websearch.Searcher {
	_ = strict
	return websearch.New(searxng.Only(client(up), searxng.Science))
}
