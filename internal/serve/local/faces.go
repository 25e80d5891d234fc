package local

import (
	"net/http"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/faces"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/mcp"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

const (
	// faceWait is the longest that a call in the form of another API waits for its job: nothing ends it sooner here.
	faceWait = 3 * time.Minute
	// toolWait is the same of a tool, whose clients mostly end a call after a minute.
	toolWait = 50 * time.Second
)

// faced has the chosen faces answer what is theirs before the API does.
func faced(api http.Handler, names []string) http.Handler {
	all := faces.Before(api, func() http.Handler { return api }, names, faces.Options{Longest: faceWait})
	if !slices.Contains(names, mcp.Name) {
		return all
	}
	tools := mcp.New(asked.New(api), mcp.Options{Version: openapi.Version, Longest: toolWait})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == mcp.Path {
			tools.ServeHTTP(w, r)
			return
		}
		all.ServeHTTP(w, r)
	})
}
