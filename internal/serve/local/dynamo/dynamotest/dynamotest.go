// Package dynamotest gives tests a DynamoDB engine: one for each test binary, in
// memory, gone with the binary. Tests share it, so each makes tables of its own.
package dynamotest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

// shared is the engine of this test binary, made at its first use.
var shared = sync.OnceValues(func() (*dynamo.Engine, error) {
	return dynamo.Open(context.Background(), dynamo.Options{})
})

// server is where others reach it. Nothing stops it: it ends with the process.
var server = sync.OnceValue(func() *httptest.Server {
	engine, err := shared()
	if err != nil {
		panic(err)
	}
	return httptest.NewServer(engine)
})

// host is the engine's in this test binary, where no name leads.
const host = "engine.invalid"

// Do makes a call of the engine of this test binary, for clients whose way to it does more than that. Calls of others, as a
// queue, go to where they are addressed.
func Do(r *http.Request) (*http.Response, error) {
	if r.URL.Host != host {
		return http.DefaultClient.Do(r)
	}
	engine, err := shared()
	if err != nil {
		return nil, err
	}
	return engine.RoundTrip(r)
}

// Endpoint is where other processes reach the engine of this test binary.
func Endpoint() string { return server().URL }

// Config returns an SDK configuration for the engine of this test binary; clients
// of DynamoDB and of its streams are made from it, and call the engine without a socket.
func Config(t testing.TB) aws.Config {
	t.Helper()
	engine, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String("http://" + host), HTTPClient: engine.Client(),
	}
}
