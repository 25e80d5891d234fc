package main

import (
	"fmt"

	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// browserAdvice is the line that the operator reads at the start when there is no browser: what to install. given is the value of
// QUARRY_CHROMIUM.
func browserAdvice(given string) string {
	if _, err := chromium.Find(given); err != nil {
		return fmt.Sprintf("Calls that show a page fail with browser_unavailable and cost nothing: %v.\n", err)
	}
	return ""
}

// searchAdvice is what the operator reads at the start when web searches have nothing but
// DuckDuckGo: it is called once in half a minute at most, and blocks who calls it more often for
// half an hour.
func searchAdvice(sources, keys map[string]string, sampleWeb bool) string {
	if sampleWeb || sources["searxng"] != "" {
		return ""
	}
	for _, name := range []string{"brave", "tavily", "programmablesearch"} {
		if keys[name] != "" {
			return ""
		}
	}
	return `
Searches of the web have DuckDuckGo alone, once in 30 seconds. A SearXNG of your own has no such limit:

  ` + withSearXNG + `    # with json among search.formats in its settings.yml

`
}

// withSearXNG begins a service with a SearXNG of this machine, which has to have a name: addresses
// within a network are dialled for none.
const withSearXNG = "quarry local --hosts searxng.test=127.0.0.1:8888 --source searxng=http://searxng.test"
