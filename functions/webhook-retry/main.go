// Command webhook-retry makes the later attempts of webhook deliveries, as the
// deliveries queue names them.
package main

import (
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

func main() {
	lambdahost.Queue(func(e *lambdahost.Env) lambdahost.QueueHandler {
		post := fetch.New(fetch.Config{Hosts: e.Hosts.Opened(), PerHost: webhook.PerHost})
		return webhook.NewDeliverer(e.Store, e.Results, e.Blobs, post, e.Queue, e.Log, e.Now).HandleQueue
	})
}
