// Package engine puts together the search engines that an installation may ask, for each
// of the places where somebody can look. It knows their names only.
package engine

import (
	"slices"

	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/brave"
	"github.com/quarryapi/quarry/internal/read/websearch/duckduckgo"
	"github.com/quarryapi/quarry/internal/read/websearch/googlecse"
	"github.com/quarryapi/quarry/internal/read/websearch/searxng"
	"github.com/quarryapi/quarry/internal/read/websearch/tavily"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// All asks for pages of the web, in this order, what is configured: the operator's own
// SearXNG, which is nobody else's to limit, those that are paid for, and DuckDuckGo,
// which needs nothing and blocks soon.
func All(up upstream.Upstreams) *websearch.Searcher { return websearch.New(web(up)...) }

// Google asks Google, through a SearXNG or by its own API. Unless strict, the other
// engines of All come behind it.
func Google(up upstream.Upstreams, strict bool) *websearch.Searcher {
	own := []websearch.Engine{searxng.Only(up.Client(searxng.Name), searxng.Google), googlecse.New(up.Client(googlecse.Name))}
	return with(own, strict, web(up))
}

// DuckDuckGo asks DuckDuckGo, itself and through a SearXNG. Unless strict, the other
// engines of All come behind it.
func DuckDuckGo(up upstream.Upstreams, strict bool) *websearch.Searcher {
	own := []websearch.Engine{duckduckgo.New(up.Client(duckduckgo.Name)), searxng.Only(up.Client(searxng.Name), searxng.DuckDuckGo)}
	return with(own, strict, web(up))
}

// with are a provider's own engines and, unless strict, others behind them.
func with(own []websearch.Engine, strict bool, others []websearch.Engine) *websearch.Searcher {
	all := slices.Clone(own)
	for _, e := range others {
		again := slices.ContainsFunc(own, func(o websearch.Engine) bool { return o.Name() == e.Name() })
		if !strict && !again {
			all = append(all, e)
		}
	}
	return websearch.New(all...)
}

// web are the engines for pages of the web.
func web(up upstream.Upstreams) []websearch.Engine {
	return []websearch.Engine{
		searxng.New(up.Client(searxng.Name)), googlecse.New(up.Client(googlecse.Name)),
		brave.New(up.Client(brave.Name)), tavily.New(up.Client(tavily.Name)), duckduckgo.New(up.Client(duckduckgo.Name)),
	}
}

// Provider is whose results those of an engine are: Google's own API gives those of
// google, and so does a SearXNG that asks Google only. Other engines are their own.
func Provider(name string) string {
	switch name {
	case googlecse.Name, searxng.Google.Name():
		return "google"
	case searxng.DuckDuckGo.Name():
		return duckduckgo.Name
	default:
		return name
	}
}
