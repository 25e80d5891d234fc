package main

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

  quarry local --source searxng=http://127.0.0.1:8888    # with json among search.formats in its settings.yml

`
}
