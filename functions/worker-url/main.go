// Command worker-url performs the jobs of kind url: one page in, its content out.
package main

import (
	"github.com/quarryapi/quarry/internal/blob/bucket"
	"github.com/quarryapi/quarry/internal/fetch"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/runner"
	"github.com/quarryapi/quarry/internal/lambdahost"
	"github.com/quarryapi/quarry/internal/result"
	"github.com/quarryapi/quarry/internal/worker"
)

func main() {
	lambdahost.Queue(func(e *lambdahost.Env) lambdahost.QueueHandler {
		run := runner.New(fetch.New(fetch.Config{Hosts: e.Hosts, UserAgent: e.Config.UserAgent}))
		results := result.New(e.Store, bucket.New(e.AWS(), e.Config.AWS.S3Endpoint, e.Config.ResultsBucket))
		return worker.New(urlkind.Spec(), run, e.Store, results, e.Queue, e.Log).Handle
	})
}
