package lambdahost

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambdacontext"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/awslabs/aws-lambda-go-api-proxy/httpadapter"

	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/meter"
)

// The handlers that functions are built of.
type (
	// QueueHandler performs a batch of messages and names those to give again.
	QueueHandler = func(context.Context, events.SQSEvent) (events.SQSEventResponse, error)
	// StreamHandler performs a batch of a table's changes.
	StreamHandler = func(context.Context, events.DynamoDBEvent) (events.DynamoDBEventResponse, error)
)

// HTTP starts a function behind an HTTP API.
func HTTP(build func(*Env) http.Handler) {
	start(func(e *Env) any { return httpadapter.NewV2(build(e)).ProxyWithContext })
}

// Queue starts a function that SQS triggers.
func Queue(build func(*Env) QueueHandler) {
	start(func(e *Env) any { return build(e) })
}

// Stream starts a function that a DynamoDB stream triggers.
func Stream(build func(*Env) StreamHandler) {
	start(func(e *Env) any { return build(e) })
}

// Schedule starts a function that a clock triggers.
func Schedule[Out any](build func(*Env) func(context.Context) (Out, error)) {
	start(func(e *Env) any { return build(e) })
}

// Invoke starts a function that is called by name.
func Invoke[In, Out any](build func(*Env) func(context.Context, In) (Out, error)) {
	start(func(e *Env) any { return build(e) })
}

// start ends the process with one line when the configuration does not hold: the
// function's log shows it, and nothing half-configured serves.
func start(build func(*Env) any) {
	c, err := config.Load()
	if err != nil {
		fmt.Fprintf(os.Stderr, "configuration: %v\n", err)
		os.Exit(1)
	}
	env, err := NewEnv(c, slog.New(meter.Log(seal.Log(lambdacontext.NewLogHandler()), c.Stack)), nil)
	if err != nil {
		fmt.Fprintf(os.Stderr, "configuration: %v\n", err)
		os.Exit(1)
	}
	lambda.Start(build(env))
}

func staticKeys(keys aws.Credentials) func(context.Context) (aws.Credentials, error) {
	return func(context.Context) (aws.Credentials, error) { return keys, nil }
}
