package local

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/crawler"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/local/blob"
	"github.com/quarryapi/quarry/internal/serve/local/durable"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/local/guard"
	"github.com/quarryapi/quarry/internal/serve/local/loopback"
	localsqs "github.com/quarryapi/quarry/internal/serve/local/sqs"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// The names of what the stack has under names of its own.
const (
	coreTable     = "core"
	edgeTable     = "edge"
	resultsBucket = "results"
	blobsDir      = "blobs"
	deadSuffix    = "-dead"
	// jobs is the name that the workers' queues share a dead-letter queue under.
	jobs = "jobs"
	// sampleModel has the sample web's replay stand for a language model.
	sampleModel = "openai:sample"
	// sampleEmbeddings has the same replay make vectors.
	sampleEmbeddings = "openai:sample-embedding"
	// accessKey names the keys of a start, whose secret is random. It stays the same because
	// some engines keep the tables of each name apart.
	accessKey = "local"
	// withoutSocket is the address of an engine in this process, where nothing listens.
	withoutSocket = "http://engine.invalid"
	// maxReceive is how often a message is given before it is a dead letter.
	maxReceive = "5"
)

// engines are the clients of what a local service has beside its functions.
type engines struct {
	engine    *dynamo.Engine // nil when it is another's
	db        *dynamodb.Client
	rows      store.DB // the same tables, for stores
	messages  *sqs.Client
	sqsURL    string
	streams   *dynamodbstreams.Client
	streamARN string
	dir       string
	log       *slog.Logger
	roots     *x509.CertPool // with the sample web's, if there is one; nil is the system's
	pins      []string       // of the same for browsers
}

// startEngines starts database, queues and bucket, makes what the stack would make
// in them, and returns the environment of the functions.
func startEngines(ctx context.Context, o Options, info *Info, open *closers) (*lambdahost.Env, *engines, error) {
	c := config.Config{
		CoreTable: coreTable, EdgeTable: edgeTable, ResultsBucket: resultsBucket, Sources: maps.Clone(o.Sources), Keys: o.Keys,
		Model: o.Model, Embeddings: o.Embeddings, SharePercent: o.SharePercent, RenderCredits: o.RenderCredits,
		Hosts: append([]string{"hooks:" + HooksName + "=" + HooksAddress}, o.Hosts...),
		AWS:   config.AWS{Region: "us-east-1", AccessKeyID: accessKey, SecretAccessKey: rand.Text(), DynamoDBEndpoint: o.DynamoDBEndpoint},
	}
	var roots *x509.CertPool
	var pins []string
	key, err := cursorKey(o.DataDir)
	if err != nil {
		return nil, nil, err
	}
	c.CursorKey = key
	if o.SampleWeb {
		web, err := startSampleWeb(ctx, open)
		if err != nil {
			return nil, nil, err
		}
		if roots, err = trust(web.CA()); err != nil {
			return nil, nil, err
		}
		pins = []string{web.Pin()}
		c.Hosts = append(c.Hosts, web.HostsRule())
		c.Sources, c.Keys = web.Web().Sources(), web.Web().Keys()
		c.Model, c.Embeddings = cmp.Or(o.Model, sampleModel), cmp.Or(o.Embeddings, sampleEmbeddings)
		maps.Copy(c.Sources, o.Sources)
		maps.Copy(c.Keys, o.Keys)
	}
	var engine *dynamo.Engine
	var own []store.DB
	if c.AWS.DynamoDBEndpoint == "" {
		if engine, err = openTables(ctx, o, info, open); err != nil {
			return nil, nil, err
		}
		c.AWS.DynamoDBEndpoint = withoutSocket
		own = append(own, engine.Direct())
	}
	if err := startGuarded(ctx, &c, filepath.Join(o.DataDir, blobsDir), open); err != nil {
		return nil, nil, err
	}
	env, err := lambdahost.NewEnv(c, o.Log, nil, own...)
	if err != nil {
		return nil, nil, err
	}
	e, err := furnish(ctx, c, o, engine)
	if err != nil {
		return nil, nil, err
	}
	e.roots, e.pins = roots, pins
	return env, e, nil
}

// startGuarded serves the bucket and the queues to those who sign with the keys of this
// start.
func startGuarded(ctx context.Context, c *config.Config, dir string, open *closers) error {
	bucket, err := blob.New(dir, resultsBucket)
	if err != nil {
		return err
	}
	if c.AWS.S3Endpoint, err = serveGuarded(ctx, c.AWS, "s3", bucket, open); err != nil {
		return err
	}
	c.AWS.SQSEndpoint, err = serveGuarded(ctx, c.AWS, "sqs", localsqs.New(time.Now), open)
	c.QueuePrefix = localsqs.QueueURL(c.AWS.SQSEndpoint, "")
	return err
}

func serveGuarded(ctx context.Context, as config.AWS, service string, engine http.Handler, open *closers) (endpoint string, err error) {
	keys := guard.Keys{
		Credentials: aws.Credentials{AccessKeyID: as.AccessKeyID, SecretAccessKey: as.SecretAccessKey}, Region: as.Region,
	}
	server, err := loopback.Serve(ctx, "127.0.0.1:0", guard.New(keys, service, engine))
	if err != nil {
		return "", err
	}
	open.add(server.Close)
	return server.Endpoint(), nil
}

// functionEnv is what functions elsewhere need to work on this service. The engine asks nobody for a key, so
// that others come by a guard; this process, which makes some ten calls a job, calls it without a socket or the protocol.
func (e *engines) functionEnv(ctx context.Context, c config.Config, open *closers) (map[string]string, error) {
	if e.engine != nil {
		var err error
		if c.AWS.DynamoDBEndpoint, err = serveGuarded(ctx, c.AWS, "dynamodb", e.engine, open); err != nil {
			return nil, err
		}
	}
	return c.Environ(), nil
}

// trust returns the system's roots and one more.
func trust(ca *x509.Certificate) (*x509.CertPool, error) {
	roots, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("the system's trusted certificates cannot be read: %w", err)
	}
	roots.AddCert(ca)
	return roots, nil
}

// openTables opens the engine over the folder's tables, and reads them whole: what the disk has damaged is found
// now and not by a caller.
func openTables(ctx context.Context, o Options, info *Info, open *closers) (*dynamo.Engine, error) {
	if err := info.checkFormat(); err != nil {
		return nil, err
	}
	engine, err := dynamo.Open(ctx, dynamo.Options{Path: filepath.Join(o.DataDir, tablesFile), Identity: info.Tables, Layer: o.Layer, Check: true})
	switch {
	case errors.Is(err, dynamo.ErrDamaged):
		return nil, &damagedError{o.DataDir, err.Error()}
	case err != nil:
		return nil, fmt.Errorf("%w; the state in %s is kept", err, o.DataDir)
	}
	open.add(func() {
		if err := end(engine, info); err != nil {
			o.Log.Error("the end is not written down", "error", err)
		}
	})
	return engine, nil
}

// end closes the engine. That nothing runs is written before the log goes, so that a kill between the two does not look
// like a log that was lost.
func end(engine *dynamo.Engine, info *Info) error {
	was := info.Running
	if engine.Err() == nil {
		if err := info.mark(false); err != nil {
			return errors.Join(err, engine.Leave())
		}
	}
	err := engine.Close()
	if err != nil || engine.Err() != nil {
		return errors.Join(err, info.mark(was))
	}
	return nil
}

// cursorKey is what cursors are sealed with, the same as long as the folder lives.
func cursorKey(dir string) (string, error) {
	path := filepath.Join(dir, "cursor.key")
	key, err := os.ReadFile(path) //nolint:gosec // the operator's own folder
	if err == nil && len(key) > 0 {
		return string(key), nil
	}
	fresh := rand.Text()
	return fresh, durable.Write(path, []byte(fresh))
}

// furnish makes tables and queues.
func furnish(ctx context.Context, c config.Config, o Options, engine *dynamo.Engine) (*engines, error) {
	base := lambdahost.AWSConfig(c.AWS)
	tables := base
	tables.BaseEndpoint = &c.AWS.DynamoDBEndpoint
	if engine != nil {
		tables.HTTPClient = engine.Client()
	}
	db := dynamodb.NewFromConfig(tables)
	rows := store.DB(db)
	if engine != nil {
		rows = engine.Direct()
	}
	if err := store.CreateTables(ctx, db, c.CoreTable, c.EdgeTable); err != nil {
		return nil, fmt.Errorf("the data folder %s is broken or the engine is not right: %w", o.DataDir, err)
	}
	table, err := db.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &c.CoreTable})
	if err != nil {
		return nil, err
	}
	e := &engines{
		engine:   engine,
		db:       db,
		rows:     rows,
		messages: sqs.NewFromConfig(base, func(q *sqs.Options) { q.BaseEndpoint = &c.AWS.SQSEndpoint }),
		sqsURL:   c.QueuePrefix, streamARN: *table.Table.LatestStreamArn, dir: o.DataDir, log: o.Log,
		streams: dynamodbstreams.NewFromConfig(tables),
	}
	for _, def := range kinds.All() {
		for _, w := range def.Functions {
			if err := e.makeQueue(ctx, queue.Jobs(w.Name), worker.Timeout(w), jobs, map[string]string{
				localsqs.Capacity: fmt.Sprint(here(w).Concurrency), localsqs.SharePercent: fmt.Sprint(cmp.Or(c.SharePercent, worker.SharePercent)),
			}); err != nil {
				return nil, err
			}
		}
	}
	if err := e.makeQueue(ctx, queue.Crawls, crawler.Timeout, queue.Crawls, nil); err != nil {
		return nil, err
	}
	return e, e.makeQueue(ctx, queue.Deliveries, webhookTimeout, queue.Deliveries, nil)
}

// makeQueue makes a queue and where its dead letters go, as the stack does: messages
// are seen again after six times the function's time-out. What is bounded says how much of a group is given at
// once: a laptop has no power to put off what would be too many.
func (e *engines) makeQueue(ctx context.Context, name string, timeout time.Duration, dying string, bounds map[string]string) error {
	dead, err := e.messages.CreateQueue(ctx, &sqs.CreateQueueInput{QueueName: new(dying + deadSuffix)})
	if err != nil {
		return err
	}
	arn, err := e.messages.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{
		QueueUrl: dead.QueueUrl, AttributeNames: []types.QueueAttributeName{types.QueueAttributeNameQueueArn},
	})
	if err != nil {
		return err
	}
	attributes := map[string]string{
		"VisibilityTimeout": fmt.Sprint(int((6 * timeout).Seconds())),
		"RedrivePolicy":     `{"deadLetterTargetArn":"` + arn.Attributes["QueueArn"] + `","maxReceiveCount":"` + maxReceive + `"}`,
	}
	maps.Copy(attributes, bounds)
	_, err = e.messages.CreateQueue(ctx, &sqs.CreateQueueInput{QueueName: &name, Attributes: attributes})
	return err
}
