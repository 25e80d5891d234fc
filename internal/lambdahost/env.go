// Package lambdahost starts Lambda functions: it reads the configuration, makes the
// clients and the parts that every function shares, and hands events to a handler.
// It must not know what any function does.
package lambdahost

import (
	"log/slog"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"github.com/quarryapi/quarry/internal/blob"
	"github.com/quarryapi/quarry/internal/config"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/queue"
	"github.com/quarryapi/quarry/internal/result"
	"github.com/quarryapi/quarry/internal/store"
)

// Env is what functions are built of.
type Env struct {
	Config  config.Config
	Log     *slog.Logger
	Hosts   target.Hosts
	Store   *store.Store
	Queue   *queue.Sender
	Blobs   *blob.Store
	Results *result.Results
	Now     func() time.Time // nil is time.Now
}

// NewEnv makes the parts from a configuration. The SDK's own configuration loader
// is left out on purpose: it links the clients of five more services and reads
// files that a function does not have.
func NewEnv(c config.Config, log *slog.Logger, now func() time.Time) (*Env, error) {
	hosts, err := target.ParseHosts(c.Hosts)
	if err != nil {
		return nil, err
	}
	base := AWSConfig(c.AWS)
	db := dynamodb.NewFromConfig(base, func(o *dynamodb.Options) { o.BaseEndpoint = endpoint(c.AWS.DynamoDBEndpoint) })
	messages := sqs.NewFromConfig(base, func(o *sqs.Options) { o.BaseEndpoint = endpoint(c.AWS.SQSEndpoint) })
	objects := s3.NewFromConfig(base, func(o *s3.Options) {
		o.BaseEndpoint = endpoint(c.AWS.S3Endpoint)
		o.UsePathStyle = o.BaseEndpoint != nil // engines on loopback have no names for buckets
	})
	e := &Env{
		Config: c, Log: log, Hosts: hosts, Now: now,
		Store: store.New(db, c.CoreTable, c.EdgeTable, now),
		Queue: queue.NewSender(messages, c.QueuePrefix),
		Blobs: blob.New(objects, c.ResultsBucket),
	}
	e.Results = result.New(e.Store, e.Blobs)
	return e, nil
}

// AWSConfig is the SDK's configuration with the keys that the environment gave. A
// function's keys outlive the instance, so nothing needs to renew them.
func AWSConfig(c config.AWS) aws.Config {
	keys := aws.Credentials{
		AccessKeyID: c.AccessKeyID, SecretAccessKey: c.SecretAccessKey, SessionToken: c.SessionToken, Source: "environment",
	}
	return aws.Config{
		Region:                     c.Region,
		Credentials:                aws.CredentialsProviderFunc(staticKeys(keys)),
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	}
}

func endpoint(url string) *string {
	if url == "" {
		return nil
	}
	return &url
}
