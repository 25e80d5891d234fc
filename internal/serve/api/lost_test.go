package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	awssqs "github.com/aws/aws-sdk-go-v2/service/sqs"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
	"github.com/quarryapi/quarry/internal/serve/local/loopback"
	"github.com/quarryapi/quarry/internal/serve/local/sqs"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// performing sends over a way that loses answers, and then has every message of the queue
// performed, doubled ones too, before it returns.
type performing struct {
	*queue.Sender

	t     *testing.T
	plain *awssqs.Client
	work  *inline
	url   string
}

func (p *performing) SendJob(ctx context.Context, worker string, m queue.Job, delay time.Duration) error {
	err := p.Sender.SendJob(ctx, worker, m, delay)
	p.drain(ctx)
	return err
}

func (p *performing) SendJobs(ctx context.Context, worker string, jobs []queue.Job) error {
	err := p.Sender.SendJobs(ctx, worker, jobs)
	p.drain(ctx)
	return err
}

func (p *performing) drain(ctx context.Context) {
	for {
		got, err := p.plain.ReceiveMessage(ctx, &awssqs.ReceiveMessageInput{QueueUrl: &p.url, MaxNumberOfMessages: 10})
		if err != nil {
			p.t.Error(err)
		}
		if err != nil || len(got.Messages) == 0 {
			return
		}
		for _, m := range got.Messages {
			if _, err := p.work.work.Handle(ctx, events.SQSEvent{Records: []events.SQSMessage{{Body: *m.Body}}}); err != nil {
				p.t.Error(err)
			}
			if _, err := p.plain.DeleteMessage(ctx, &awssqs.DeleteMessageInput{QueueUrl: &p.url, ReceiptHandle: m.ReceiptHandle}); err != nil {
				p.t.Error(err)
			}
		}
	}
}

// over is the service of a world twice: undisturbed, and on a way that loses answers.
func over(t *testing.T, w *storetest.World) (plain, lossy *service) {
	t.Helper()
	server, err := loopback.Serve(t.Context(), "127.0.0.1:0", sqs.New(w.Clock.Now))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	cfg := aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""), BaseEndpoint: aws.String(server.Endpoint()),
	}
	p := &performing{t: t, plain: awssqs.NewFromConfig(cfg)}
	made, err := p.plain.CreateQueue(t.Context(), &awssqs.CreateQueueInput{QueueName: new(queue.Jobs("echo"))})
	if err != nil {
		t.Fatal(err)
	}
	p.url = *made.QueueUrl
	p.Sender = queue.NewSender(awssqs.NewFromConfig(w.Way.Config(cfg)), strings.TrimSuffix(p.url, queue.Jobs("echo")))
	plain = on(t, w.Fixture)
	p.work = plain.queue
	both := *plain
	lossy = &both
	lossy.server = api.New(api.Deps{
		Store: w.Lossy, Results: result.NewReader(w.Lossy, plain.blobs), Queue: p, Kinds: []kind.Definition{echo, later},
		Hosts: hosts(t), Lookup: lookup, Log: slog.New(slog.DiscardHandler), Now: w.Clock.Now, Reference: reference.New(reference.Options{}),
	})
	lossy.handler = lossy.server.Handler()
	return plain, lossy
}

// calls are a call of every route and of everything that it can come to. What a path and a
// body are about is made before.
var calls = []struct{ name, method, path, body, header string }{
	{"a job", http.MethodPost, "/echo", `{"text":"x","wait":false}`, ""},
	{"waited for", http.MethodPost, "/echo", `{"text":"x"}`, ""},
	{"with a key", http.MethodPost, "/echo", `{"text":"x"}`, "Idempotency-Key: new"},
	{"a replay", http.MethodPost, "/echo", `{"text":"x"}`, "Idempotency-Key: k"},
	{"with a webhook", http.MethodPost, "/echo", `{"text":"x","webhookUrl":"http://hooks.test/job"}`, ""},
	{"cached", http.MethodPost, "/echo", `{"text":"cached","cacheTtlSec":300}`, ""},
	{"cached, with a webhook", http.MethodPost, "/echo", `{"text":"cached","cacheTtlSec":300,"webhookUrl":"http://hooks.test/job"}`, ""},
	{"that fails", http.MethodPost, "/echo", `{"text":"x","fail":"target_error"}`, ""},
	{"too dear", http.MethodPost, "/echo", `{"text":"x","units":1000}`, ""},
	{"never waited for", http.MethodPost, "/later", `{"text":"x"}`, ""},
	{"a batch", http.MethodPost, "/echo/batch", `{"texts":["a","b","nowhere"]}`, ""},
	{"with a key", http.MethodPost, "/echo/batch", `{"texts":["a","b"]}`, "Idempotency-Key: new"},
	{"a replay", http.MethodPost, "/echo/batch", `{"texts":["a","b"]}`, "Idempotency-Key: k"},
	{"a replay with more", http.MethodPost, "/echo/batch", `{"texts":["a","b","c"]}`, "Idempotency-Key: k"},
	{"cached", http.MethodPost, "/echo/batch", `{"texts":["cached","b"],"cacheTtlSec":300,"webhookUrl":"http://hooks.test/job"}`, ""},
	{"unfinished", http.MethodPost, "/jobs/{jobId}/cancel", "", ""},
	{"ended", http.MethodPost, "/jobs/{ended}/cancel", "", ""},
	{"", http.MethodGet, "/jobs/{jobId}", "", ""},
	{"with a result", http.MethodGet, "/jobs/{ended}", "", ""},
	{"", http.MethodGet, "/usage", "", ""},
	{"", http.MethodGet, "/balance", "", ""},
	{"", http.MethodGet, "/requests", "", ""},
	{"", http.MethodGet, "/token-info", "", ""},
	{"new", http.MethodPost, "/webhooks/endpoints", `{"url":"http://hooks.test/new"}`, ""},
	{"again", http.MethodPost, "/webhooks/endpoints", `{"url":"http://hooks.test/in"}`, ""},
	{"", http.MethodGet, "/webhooks/endpoints", "", ""},
	{"", http.MethodGet, "/webhooks/endpoints/{endpointId}", "", ""},
	{"", http.MethodGet, "/webhooks/endpoints/{endpointId}/secret", "", ""},
	{"url", http.MethodPatch, "/webhooks/endpoints/{endpointId}", `{"url":"http://hooks.test/moved"}`, ""},
	{"status", http.MethodPatch, "/webhooks/endpoints/{endpointId}", `{"status":"disabled"}`, ""},
	{"description", http.MethodPatch, "/webhooks/endpoints/{endpointId}", `{"description":"other"}`, ""},
	{"with grace", http.MethodPost, "/webhooks/endpoints/{endpointId}/secret/rotate", "", ""},
	{"without", http.MethodPost, "/webhooks/endpoints/{endpointId}/secret/rotate", `{"gracePeriodSeconds":0}`, ""},
	{"", http.MethodPost, "/webhooks/endpoints/{endpointId}/test", "", ""},
	{"", http.MethodDelete, "/webhooks/endpoints/{endpointId}", "", ""},
	{"", http.MethodGet, "/webhooks/deliveries", "", ""},
	{"", http.MethodGet, "/webhooks/deliveries/{deliveryId}", "", ""},
	{"", http.MethodPost, "/webhooks/deliveries/{deliveryId}/replay", "", ""},
}

// stage makes, undisturbed, what the calls are about, and returns their paths with its ids.
func (s *service) stage(t *testing.T) *strings.Replacer {
	t.Helper()
	endpoint, _ := s.endpoint(t, "http://hooks.test/in")
	s.queue.idle.Store(true)
	id, _ := s.post(t, `{"text":"x","wait":false}`).field("data", "jobId").(string)
	s.queue.idle.Store(false)
	ended := s.post(t, `{"text":"cached","cacheTtlSec":300}`, "Idempotency-Key: k")
	endedID, _ := ended.field("data", "jobId").(string)
	s.call(t, http.MethodPost, "/v1/public/echo/batch", `{"texts":["a","b"]}`, "Idempotency-Key: k")
	delivery := s.event(t, endpoint)
	eventually(t, func() (answer, bool) { // the worker has nothing left to write
		b, err := s.Balance(t.Context(), s.org, 1, true)
		return answer{}, err == nil && b.InFlight == 1 && s.queue.performed.Load() == 3
	})
	return strings.NewReplacer("{jobId}", id, "{ended}", endedID, "{endpointId}", strings.TrimPrefix(endpoint, endpointsPath+"/"), "{deliveryId}", delivery)
}

// shown is an answer as its caller sees it.
type shown struct {
	Status int
	Header http.Header
	Body   json.RawMessage
}

// TestEveryAnswerLostOnce: with the SDK's own retries, no answer of DynamoDB or SQS that is
// lost is visible to the API's callers.
func TestEveryAnswerLostOnce(t *testing.T) {
	t.Parallel()
	for _, c := range calls {
		t.Run(c.method+c.path+" "+c.name, func(t *testing.T) {
			t.Parallel()
			storetest.EachAnswerLost(t, func(t *testing.T, w *storetest.World) storetest.Operation {
				plain, lossy := over(t, w)
				path := plain.stage(t).Replace(c.path)
				var headers []string
				if c.header != "" {
					headers = append(headers, c.header)
				}
				return func(context.Context) (any, error) {
					a := lossy.call(t, c.method, "/v1/public"+path, c.body, headers...)
					return shown{a.status, a.header, json.RawMessage(a.raw)}, nil
				}
			})
		})
	}
}

// TestEveryRouteLosesAnswers: a route without a call is one that nobody tried.
func TestEveryRouteLosesAnswers(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, c := range calls {
		tried[c.method+" "+c.path] = true
	}
	for r := range setup(t).server.Routes() {
		if !tried[r] {
			t.Errorf("got no call of %s, want one at least in calls", r)
		}
	}
}
