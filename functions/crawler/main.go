// Command crawler moves crawls on: it finds the pages that are next, and admits them.
package main

import (
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/crawler"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

func main() {
	lambdahost.Queue(func(e *lambdahost.Env) lambdahost.QueueHandler {
		return crawler.New(crawler.Deps{
			Store: e.Store, Turns: e.Store, Rules: fetch.New(workerhost.Fetch(e)), Results: e.Results, Objects: e.Blobs, Queue: e.Queue, Kinds: kinds.All(),
			Seals: e.Seals, Log: e.Log, Now: e.Now,
		}).Handle
	})
}
