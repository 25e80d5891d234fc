package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// countCalls counts what one admitted request asks of DynamoDB, at a proxy between
// the SDK and the engine.
func countCalls(ctx context.Context, _ *workshop) error {
	engine, err := dynamo.Open(ctx, dynamo.Options{})
	if err != nil {
		return err
	}
	counter := newCounter(engine)
	defer counter.server.Close()
	handler, token, err := counted(ctx, counter.server.URL)
	if err != nil {
		return err
	}
	fmt.Println("DynamoDB calls of one admitted request (goal: 2 writes, and 1 read with a cache time)")
	for _, c := range []struct{ name, body string }{
		{"no wait", `{"url":"https://example.com/","wait":false}`},
		{"no wait, cache time", `{"url":"https://example.com/","wait":false,"cacheTtlSec":60}`},
	} {
		if _, err := ask(ctx, handler, token, c.body); err != nil { // the token's bucket is known from here on
			return err
		}
		time.Sleep(time.Second) // and idle again, as between two calls of one user
		counter.take()
		status, err := ask(ctx, handler, token, c.body)
		if err != nil {
			return err
		}
		calls := counter.take()
		fmt.Printf("  %-22s %d:", c.name, status)
		for _, name := range slices.Sorted(maps.Keys(calls)) {
			fmt.Printf(" %d %s", calls[name], name)
		}
		fmt.Println()
	}
	fmt.Println("  (the GetItem or BatchGetItem behind the two writes reads the balance for X-Credits-Remaining)")
	return nil
}

// counted is an API over the engine behind endpoint, and a token for it.
func counted(ctx context.Context, endpoint string) (http.Handler, string, error) {
	log := slog.New(slog.DiscardHandler)
	e, err := lambdahost.NewEnv(config.Config{
		CoreTable: "core", EdgeTable: "edge", ResultsBucket: "results", QueuePrefix: "http://127.0.0.1:1/",
		AWS: config.AWS{Region: "local", AccessKeyID: "a", SecretAccessKey: "b", DynamoDBEndpoint: endpoint},
	}, log, nil)
	if err != nil {
		return nil, "", err
	}
	db := dynamodb.NewFromConfig(lambdahost.AWSConfig(e.Config.AWS), func(o *dynamodb.Options) { o.BaseEndpoint = &endpoint })
	if err := store.CreateTables(ctx, db, "core", "edge"); err != nil {
		return nil, "", err
	}
	operator := admin.New(e.Store, log)
	made, err := operator.Handle(ctx, admin.Request{Op: "org.create", Name: new("bench"), Credits: 1000})
	if err != nil {
		return nil, "", err
	}
	org, _ := made.(admin.Created)
	made, err = operator.Handle(ctx, admin.Request{Op: "token.create", Org: org.OrganizationID})
	if err != nil {
		return nil, "", err
	}
	token, _ := made.(*admin.Token)
	server := api.New(api.Deps{
		Store: e.Store, Results: e.Results, Queue: nowhere{}, Kinds: kinds.All(), Hosts: e.Hosts, Log: log,
	})
	return server.Handler(), string(token.Token), nil
}

// nowhere is a queue that forgets, so that only the request itself is counted.
type nowhere struct{}

func (nowhere) SendCrawl(context.Context, queue.Crawl, time.Duration) error { return nil }

func (nowhere) SendJob(context.Context, string, queue.Job, time.Duration) error { return nil }
func (nowhere) SendJobs(context.Context, string, []queue.Job) error             { return nil }

func ask(ctx context.Context, h http.Handler, token, body string) (int, error) {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/public/scrape", bytes.NewBufferString(body))
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code >= http.StatusBadRequest {
		return w.Code, fmt.Errorf("the request answered %d: %s", w.Code, w.Body)
	}
	return w.Code, nil
}

// counter passes calls on and counts them by operation.
type counter struct {
	server *httptest.Server
	mu     sync.Mutex
	calls  map[string]int
}

func newCounter(engine http.Handler) *counter {
	c := &counter{calls: map[string]int{}}
	c.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
		c.mu.Lock()
		c.calls[operation]++
		c.mu.Unlock()
		engine.ServeHTTP(w, r)
	}))
	return c
}

// take returns the counts and begins anew.
func (c *counter) take() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	calls := c.calls
	c.calls = map[string]int{}
	return calls
}
