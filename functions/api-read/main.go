// Command api-read answers the API calls that only read.
package main

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
	"github.com/quarryapi/quarry/internal/serve/console"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/web/egress"
)

func main() {
	lambdahost.HTTP(func(e *lambdahost.Env) http.Handler {
		return api.New(api.Deps{
			Store: e.Store, Results: e.Results, Queue: e.Queue, Kinds: kinds.All(),
			Hosts: e.Hosts, Cursors: e.Cursors, Seals: e.Seals, Lookup: egress.Lookup, Log: e.Log, Reference: reference.New(reference.Options{}), Console: console.New(),
		}).Read()
	})
}
