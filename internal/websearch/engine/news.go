package engine

import (
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/websearch"
	"github.com/quarryapi/quarry/internal/websearch/searxng"
)

// News asks for articles of the press.
func News(up Upstreams, strict bool) *websearch.Searcher {
	_ = strict
	return websearch.New(searxng.Only(client(up), searxng.News))
}

func client(up Upstreams) *upstream.Client { return up.Client(searxng.Name) }
