// Package alone starts a Lambda function that has no part in the service: it makes no client of
// AWS, and links none. It must not know what the function does.
package alone

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambdacontext"

	"github.com/quarryapi/quarry/internal/core/seal"
)

// Invoke starts a function that is called by name. It ends the process with one line when it
// cannot be built.
func Invoke[In, Out any](build func(*slog.Logger) (func(context.Context, In) (Out, error), error)) {
	handle, err := build(slog.New(seal.Log(lambdacontext.NewLogHandler())))
	if err != nil {
		fmt.Fprintf(os.Stderr, "configuration: %v\n", err)
		os.Exit(1)
	}
	lambda.Start(handle)
}
