// Command dead-letter fails and refunds the jobs whose messages no worker could take.
package main

import (
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

func main() {
	lambdahost.Queue(func(e *lambdahost.Env) lambdahost.QueueHandler {
		return worker.NewDeadLetters(e.Store, e.Log).Handle
	})
}
