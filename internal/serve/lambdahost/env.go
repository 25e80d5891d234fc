// Package lambdahost starts Lambda functions: it reads the configuration, makes the
// clients and the parts that every function shares, and hands events to a handler.
// It must not know what any function does.
package lambdahost

import (
	"log/slog"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// Env is what functions are built of.
type Env struct {
	Config  config.Config
	Log     *slog.Logger
	Hosts   egress.Hosts
	Sources sources.Settings
	Cursors cursor.Sealer
	Seals   seal.Sealer
	Store   *store.Store
	Queue   *queue.Sender
	Blobs   *blob.Store
	Results *result.Reader
	Now     func() time.Time // never nil
}

// callTime bounds one try of a call to DynamoDB or SQS. The SDK makes three, so a
// database that hangs is an answer of ours before API Gateway, which waits for 29 s, gives
// one without a code.
const callTime = 5 * time.Second

// NewEnv makes the parts from a configuration. The SDK's own configuration loader
// is left out on purpose: it links the clients of five more services and reads
// files that a function does not have.
//
// Tables is what the store asks in the place of DynamoDB's client: a local service has an engine in its own process.
func NewEnv(c config.Config, log *slog.Logger, now func() time.Time, tables ...store.DB) (*Env, error) {
	if now == nil {
		now = time.Now
	}
	hosts, err := egress.ParseHosts(c.Hosts)
	if err != nil {
		return nil, err
	}
	upstreams, err := sources.NewSettings(c.Sources, c.Keys)
	if err != nil {
		return nil, err
	}
	if _, err := config.ParseModel(c.Model); err != nil {
		return nil, err
	}
	if _, err := config.ParseEmbeddings(c.Embeddings); err != nil {
		return nil, err
	}
	base := AWSConfig(c.AWS)
	bounded := awshttp.NewBuildableClient().WithTimeout(callTime)
	var db store.DB = dynamodb.NewFromConfig(base, func(o *dynamodb.Options) {
		o.BaseEndpoint, o.HTTPClient = endpoint(c.AWS.DynamoDBEndpoint), bounded
	})
	if len(tables) > 0 {
		db = tables[0]
	}
	messages := sqs.NewFromConfig(base, func(o *sqs.Options) {
		o.BaseEndpoint, o.HTTPClient = endpoint(c.AWS.SQSEndpoint), bounded
	})
	key, former := c.CursorKeys()
	e := &Env{
		Config: c, Log: log, Hosts: hosts, Sources: upstreams, Cursors: cursor.NewSealer(key, former...), Seals: seal.New(key, former...), Now: now,
		Store: store.New(db, c.CoreTable, c.EdgeTable, now).Observing(meter.NewJobs(log)),
		Queue: queue.NewSender(messages, c.QueuePrefix),
	}
	e.Blobs = blob.New(base, c.AWS.S3Endpoint, c.ResultsBucket)
	e.Results = result.NewReader(e.Store, e.Blobs)
	return e, nil
}

// AWS is the SDK's configuration of this function.
func (e *Env) AWS() aws.Config { return AWSConfig(e.Config.AWS) }

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
