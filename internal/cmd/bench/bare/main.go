// Command bare is the least that a Lambda function in Go can be: the floor that
// the start of ours is measured against.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/lambda"
)

func main() {
	lambda.Start(func(context.Context) error { return nil })
}
