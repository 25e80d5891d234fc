package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
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

func (*performing) SendCrawl(context.Context, queue.Crawl, time.Duration) error { return nil }

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
			if _, err := p.work.work["echo"].Handle(ctx, events.SQSEvent{Records: []events.SQSMessage{{Body: *m.Body}}}); err != nil {
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
	plain.half = true // other tests hold answers to the document
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

// calls are a call of every route and of everything that it can come to, and a part of the
// answer. What a path and a body are about is made before.
var calls = []struct{ name, method, path, body, header, want string }{
	{"a job", http.MethodPost, "/echo", `{"text":"x","wait":false}`, "", `"status":"queued"`},
	{"waited for", http.MethodPost, "/echo", `{"text":"x"}`, "", `"status":"succeeded"`},
	{"with a key", http.MethodPost, "/echo", `{"text":"x"}`, "Idempotency-Key: new", `"cached":false`},
	{"a replay", http.MethodPost, "/echo", `{"text":"x"}`, "Idempotency-Key: k", `"bodyMatched":false`},
	{"with a webhook", http.MethodPost, "/echo", `{"text":"x","webhookUrl":"http://hooks.test/job"}`, "", `"status":"succeeded"`},
	{"cached", http.MethodPost, "/echo", `{"text":"cached","cacheTtlSec":300}`, "", `"cached":true`},
	{"cached, with a webhook", http.MethodPost, "/echo", `{"text":"cached","cacheTtlSec":300,"webhookUrl":"http://hooks.test/job"}`, "", `"cached":true`},
	{"that fails", http.MethodPost, "/echo", `{"text":"x","fail":"target_error"}`, "", `"status":"failed"`},
	{"too dear", http.MethodPost, "/echo", `{"text":"x","units":1000}`, "", `insufficient_credits`},
	{"never waited for", http.MethodPost, "/later", `{"text":"x"}`, "", `"jobId":`},
	{"a batch", http.MethodPost, "/echo/batch", `{"texts":["a","b","nowhere"]}`, "", `"invalid_url"`},
	{"with a key", http.MethodPost, "/echo/batch", `{"texts":["a","b"]}`, "Idempotency-Key: new", `"replayed":false`},
	{"a replay", http.MethodPost, "/echo/batch", `{"texts":["a","b"]}`, "Idempotency-Key: k", `"replayed":true`},
	{"a replay with more", http.MethodPost, "/echo/batch", `{"texts":["a","b","c"]}`, "Idempotency-Key: k", `"creditsCharged":1`},
	{"cached", http.MethodPost, "/echo/batch", `{"texts":["cached","b"],"cacheTtlSec":300,"webhookUrl":"http://hooks.test/job"}`, "", `"cached":true`},
	{"unfinished", http.MethodPost, "/jobs/{jobId}/cancel", "", "", `"status":"cancelled"`},
	{"ended", http.MethodPost, "/jobs/{ended}/cancel", "", "", `job_not_cancellable`},
	{"", http.MethodGet, "/jobs/{ended}/events", "", "", "event: job.succeeded"},
	{"", http.MethodGet, "/jobs", "", "", `"exhausted":true`},
	{"", http.MethodGet, "/batches", "", "", `"exhausted":true`},
	{"with one", http.MethodGet, "/batches?status=finished", "", "", `"items":[{"batchId"`},
	{"", http.MethodGet, "/batches/{batchId}", "", "", `"finished"`},
	{"", http.MethodGet, "/batches/{batchId}/events", "", "", "event: batch.finished"},
	{"ended", http.MethodPost, "/batches/{batchId}/cancel", "", "", `"finished"`},
	{"unfinished", http.MethodPost, "/batches/{unended}/cancel", "", "", `"cancelled":2`},
	{"", http.MethodGet, "/jobs/{jobId}", "", "", `"status":"queued"`},
	{"with a result", http.MethodGet, "/jobs/{ended}", "", "", `"result":`},
	{"", http.MethodGet, "/jobs/{jobId}/result", "", "", `job_not_finished`},
	{"ended", http.MethodGet, "/jobs/{ended}/result", "", "", `"text":`},
	{"", http.MethodGet, "/usage", "", "", `url.page`},
	{"", http.MethodGet, "/balance", "", "", `"reserved":1`},
	{"", http.MethodGet, "/requests", "", "", `"jobId":`},
	{"", http.MethodGet, "/token-info", "", "", `"tokenId":`},
	{"new", http.MethodPost, "/webhooks/endpoints", `{"url":"http://hooks.test/new"}`, "", `"signingSecret":`},
	{"again", http.MethodPost, "/webhooks/endpoints", `{"url":"http://hooks.test/in"}`, "", `"signingSecret":`},
	{"", http.MethodGet, "/webhooks/endpoints", "", "", `hooks.test/in`},
	{"", http.MethodGet, "/webhooks/endpoints/{endpointId}", "", "", `hooks.test/in`},
	{"", http.MethodGet, "/webhooks/endpoints/{endpointId}/secret", "", "", `"signingSecret":`},
	{"url", http.MethodPatch, "/webhooks/endpoints/{endpointId}", `{"url":"http://hooks.test/moved"}`, "", `/moved`},
	{"status", http.MethodPatch, "/webhooks/endpoints/{endpointId}", `{"status":"disabled"}`, "", `"disabled"`},
	{"description", http.MethodPatch, "/webhooks/endpoints/{endpointId}", `{"description":"other"}`, "", `"other"`},
	{"with grace", http.MethodPost, "/webhooks/endpoints/{endpointId}/secret/rotate", "", "", `previousSecretExpiresAt`},
	{"without", http.MethodPost, "/webhooks/endpoints/{endpointId}/secret/rotate", `{"gracePeriodSeconds":0}`, "", `"signingSecret":`},
	{"", http.MethodPost, "/webhooks/endpoints/{endpointId}/test", "", "", `"pending"`},
	{"", http.MethodDelete, "/webhooks/endpoints/{endpointId}", "", "", `"deleted":true`},
	{"", http.MethodGet, "/webhooks/deliveries", "", "", `"endpoint.test"`},
	{"", http.MethodGet, "/webhooks/deliveries/{deliveryId}", "", "", `"endpoint.test"`},
	{"", http.MethodPost, "/webhooks/deliveries/{deliveryId}/replay", "", "", `"replayOf":`},
}

// stage makes, undisturbed, what a call is about, and returns its path with the ids.
func (s *service) stage(t *testing.T, path, body, header string) string {
	t.Helper()
	about := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(path+body+header, word) })
	}
	var ids []string
	if about("endpoints", "deliveries") {
		endpoint, _ := s.endpoint(t, "http://hooks.test/in")
		ids = append(ids, "{endpointId}", strings.TrimPrefix(endpoint, endpointsPath+"/"))
		if about("deliveries") {
			ids = append(ids, "{deliveryId}", s.event(t, endpoint))
		}
	}
	if about("{jobId}", "/balance") {
		s.queue.idle.Store(true)
		id, _ := s.post(t, `{"text":"x","wait":false}`).field("data", "jobId").(string)
		ids = append(ids, "{jobId}", id)
		s.queue.idle.Store(false)
	}
	var performed int64
	if about("{ended}", "cached", "Key: k", "/usage", "/requests") || path == "/jobs" {
		id, _ := s.post(t, `{"text":"cached","cacheTtlSec":300}`, "Idempotency-Key: k").field("data", "jobId").(string)
		ids, performed = append(ids, "{ended}", id), performed+1
	}
	if about("{batchId}", "{unended}", "/batches?") {
		s.queue.idle.Store(about("{unended}"))
		id, _ := s.call(t, http.MethodPost, "/v1/public/echo/batch", `{"texts":["a","b"]}`).field("data", "batchId").(string)
		s.queue.idle.Store(false)
		ids = append(ids, "{batchId}", id, "{unended}", id)
		if !about("{unended}") {
			performed += 2
		}
	}
	if about("/batch") && about("Key: k") {
		s.call(t, http.MethodPost, "/v1/public/echo/batch", `{"texts":["a","b"]}`, "Idempotency-Key: k")
		performed += 2
	}
	eventually(t, func() (answer, bool) { return answer{}, s.queue.performed.Load() == performed }) // the worker writes no more
	return "/v1/public" + strings.NewReplacer(ids...).Replace(path)
}

// shown is an answer as its caller sees it.
type shown struct {
	Status int
	Header http.Header
	Body   any
}

// TestEveryAnswerLostOnce: with the SDK's own retries, no answer of DynamoDB or SQS that is
// lost is visible to the API's callers.
func TestEveryAnswerLostOnce(t *testing.T) {
	t.Parallel()
	for _, c := range calls {
		t.Run(c.method+c.path+" "+c.name, func(t *testing.T) {
			t.Parallel()
			storetest.EachAnswerLost(t, func(t *testing.T, w *storetest.World) storetest.Operation {
				t.Helper()
				plain, lossy := over(t, w)
				path := plain.stage(t, c.path, c.body, c.header)
				var headers []string
				if c.header != "" {
					headers = append(headers, c.header)
				}
				return func(context.Context) (any, error) {
					a := lossy.call(t, c.method, path, c.body, headers...)
					if !strings.Contains(a.raw, c.want) {
						t.Errorf("got status %d, body %s; want a body with %s", a.status, a.raw, c.want)
					}
					if !json.Valid([]byte(a.raw)) {
						return shown{a.status, a.header, strings.Split(a.raw, "\n")}, nil
					}
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
		path := strings.NewReplacer("{ended}", "{jobId}", "{unended}", "{batchId}").Replace(c.path)
		path, _, _ = strings.Cut(path, "?")
		tried[c.method+" "+path] = true
	}
	for r := range setup(t).server.Routes() {
		if !tried[r] {
			t.Errorf("got no call of %s, want one at least in calls", r)
		}
	}
}
