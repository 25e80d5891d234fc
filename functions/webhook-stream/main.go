// Command webhook-stream makes the first attempt of each webhook delivery, as the
// table's stream tells of it.
package main

import (
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

func main() {
	lambdahost.Stream(func(e *lambdahost.Env) lambdahost.StreamHandler {
		post := fetch.New(fetch.Config{Hosts: e.Hosts.Opened(), PerHost: webhook.PerHost})
		return webhook.NewDeliverer(e.Store, e.Results, e.Blobs, post, e.Queue, e.Log, e.Now).HandleStream
	})
}
