package engine

import (
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/gdeltnews"
	"github.com/quarryapi/quarry/internal/read/websearch/googlenews"
	"github.com/quarryapi/quarry/internal/read/websearch/searxng"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// News asks for news: Google News, which knows most and needs nothing, and, unless
// strict, the operator's SearXNG and GDELT behind it.
func News(up upstream.Upstreams, strict bool) *websearch.Searcher {
	return with([]websearch.Engine{googlenews.New(up.Client(googlenews.Name), nil)}, strict, []websearch.Engine{
		searxng.Only(up.Client(searxng.Name), searxng.News), gdeltnews.New(up.Client(gdeltnews.Name), nil),
	})
}
