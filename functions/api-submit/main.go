// Command api-submit answers the API calls that create or change something.
package main

import (
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/faces"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/web/egress"
)

func main() {
	lambdahost.HTTP(func(e *lambdahost.Env) http.Handler {
		server := api.New(api.Deps{
			Store: e.Store, Results: e.Results, Queue: e.Queue, Kinds: kinds.All(),
			Hosts: e.Hosts, Cursors: e.Cursors, Seals: e.Seals, Lookup: egress.Lookup, Log: e.Log,
			RenderCredits: e.Config.RenderCredits,
		})
		return faces.Before(server.Submit(), server.Handler, e.Config.Faces, faces.Options{Version: openapi.Version, Longest: 25 * time.Second, Bounded: true})
	})
}
