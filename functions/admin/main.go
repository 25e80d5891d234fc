// Command admin performs an operator's acts: organizations, tokens, credits and the
// audit of the books. Only IAM decides who may invoke it.
package main

import (
	"context"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/joblog"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
)

func main() {
	lambdahost.Invoke(func(e *lambdahost.Env) func(context.Context, admin.Request) (any, error) {
		logs := joblog.New(e.AWS(), e.Config.AWS.LogsEndpoint, e.Config.Stack, e.Now)
		c := e.Config
		at := admin.Installation{Stack: c.Stack, CoreTable: c.CoreTable, EdgeTable: c.EdgeTable, ResultsBucket: c.ResultsBucket, Paused: c.Paused}
		return admin.New(e.Store, e.Log).Reading(logs).Keeping(e.Blobs).In(at).Answer
	})
}
