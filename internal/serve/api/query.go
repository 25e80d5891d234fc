package api

import (
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// queryNames are the parameters that a route's query can have.
func queryNames(r route) []string {
	if r.method != http.MethodGet {
		return nil
	}
	switch r.path {
	case base + "/usage":
		return []string{"days"}
	case base + "/requests":
		return []string{"limit", "cursor", "kind", "status"}
	case base + "/jobs":
		return []string{"limit", "cursor", "status", "kind", "action", "since", "until", "batchId"}
	case base + "/batches":
		return []string{"limit", "cursor", "status", "kind", "action", "since", "until"}
	case base + "/batches/{batchId}":
		return []string{"limit", "cursor", "results"}
	case base + "/crawls":
		return []string{"limit", "cursor", "status"}
	case base + "/crawl/{crawlId}/export":
		return []string{"limit", "cursor"}
	case base + "/crawl/{crawlId}/pages":
		return []string{"limit", "cursor", "status", "change", "results"}
	case base + "/webhooks/endpoints":
		return []string{"limit", "cursor"}
	case base + "/webhooks/deliveries":
		return []string{"limit", "cursor", "endpointId", "jobId", "batchId", "crawlId", "status"}
	}
	return nil
}

// checkQuery reads the parameters of a query. They are those of the route, each given once
// and not empty: what a client left out or misspelt by mistake is an error and not guessed.
// Errors: invalid_request.
func checkQuery(r *http.Request, names []string) (url.Values, error) {
	params, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, errs.New(errs.InvalidRequest, "The query cannot be read; percent-encode its values and separate them by &.")
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		switch values := params[name]; {
		case !slices.Contains(names, name) && len(names) == 0:
			return nil, errs.Field(errs.InvalidRequest, name, "is not a parameter of this call, which has no query; arguments are sent in the body")
		case !slices.Contains(names, name):
			return nil, errs.Field(errs.InvalidRequest, name, "is not a parameter of this call; "+advice(name, names))
		case len(values) > 1:
			return nil, errs.Field(errs.InvalidRequest, name, "is given more than once")
		case values[0] == "":
			return nil, errs.Field(errs.InvalidRequest, name, "is empty; give it a value or leave it out")
		}
	}
	return params, nil
}
