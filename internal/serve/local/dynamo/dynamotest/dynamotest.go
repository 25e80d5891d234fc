// Package dynamotest gives tests a DynamoDB engine: one for each test binary, in
// memory, gone with the binary. Tests share it, so each makes tables of its own.
package dynamotest

import (
	"context"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

// shared starts the engine of this test binary at its first use. Nothing stops
// it: it dies with the process.
var shared = sync.OnceValues(func() (*dynamo.Engine, error) {
	binary, err := dynamo.Find("")
	if err != nil {
		return nil, err
	}
	return dynamo.Start(context.Background(), dynamo.Options{Binary: binary})
})

// Start returns the engine of this test binary. The test fails, with the line
// that says what to install, when there is no engine: a skipped test would hide
// that nothing was tested.
func Start(t testing.TB) *dynamo.Engine {
	t.Helper()
	engine, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// Config returns an SDK configuration for the engine of this test binary; clients
// of DynamoDB and of its streams are made from it.
func Config(t testing.TB) aws.Config {
	t.Helper()
	return aws.Config{
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String(Start(t).Endpoint()),
	}
}
