// Command sweeper makes up for lost messages and dead workers, once a minute.
package main

import (
	"context"

	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/sweeper"
)

func main() {
	lambdahost.Schedule(func(e *lambdahost.Env) func(context.Context) (sweeper.Report, error) {
		return sweeper.New(e.Store, e.Queue, e.Log, e.Now).Sweep
	})
}
