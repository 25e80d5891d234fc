// Package engine puts together the search engines that an installation may ask. It knows
// their names only.
package engine

import (
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/websearch"
	"github.com/quarryapi/quarry/internal/websearch/brave"
	"github.com/quarryapi/quarry/internal/websearch/duckduckgo"
	"github.com/quarryapi/quarry/internal/websearch/searxng"
)

// Upstreams is the part of upstream.Set that is needed.
type Upstreams interface {
	Client(name string) *upstream.Client
}

// All asks in this order what is configured: the operator's own SearXNG, which is
// nobody else's to limit, Brave, which is paid for, and DuckDuckGo, which needs nothing
// and blocks soon.
func All(up Upstreams) *websearch.Searcher {
	return websearch.New(searxng.New(up.Client(searxng.Name)), brave.New(up.Client(brave.Name)), duckduckgo.New(up.Client(duckduckgo.Name)))
}
