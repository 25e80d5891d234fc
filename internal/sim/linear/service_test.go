// Package linear_test records what callers of the service see, several at once while calls
// of the database fail and answers are lost, and has porcupine look for an order of the
// calls in which each answer is right. Where there is none the wallet, a key or a limit is
// not what it is said to be.
package linear_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/token"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// args are those of a job that costs so many credits and ends as its text says.
type args struct {
	Text  string `json:"text"`
	Units int    `json:"units"`
}

// Prepare implements kind.Args.
func (a *args) Prepare(kind.Caller) (kind.Plan, error) {
	return kind.Plan{Target: a.Text, Quote: credit.Quote{Action: "linear.job", Units: a.Units, Credits: int64(a.Units)}}, nil
}

type output struct {
	Text string `json:"text"`
}

func work() kind.Typed[args, output] {
	return kind.Define[args](kind.About{Path: "/task", Prices: []credit.Price{credit.PerBlock("linear.job", 1, 1)}}, output{})
}

func definition() kind.Definition {
	return kind.Definition{Name: "task", Functions: []kind.Function{{Name: "task", Ceiling: time.Minute}}, Calls: []kind.Call{work().Call}}
}

// performer ends jobs at once.
type performer struct{}

// Run implements kind.Worker.
func (performer) Run(_ context.Context, r kind.Run[args]) (kind.Output[output], error) {
	if strings.HasPrefix(r.Args.Text, failing) {
		return kind.Output[output]{}, errs.New(errs.TargetError, "no")
	}
	return kind.Output[output]{Result: output{r.Args.Text}}, nil
}

// failing is how the texts of jobs begin that fail, and are refunded.
const failing = "fail"

// service is the API and a worker over the real engine, by a way that loses some answers
// and with the SDK's own retries.
type service struct {
	handler http.Handler
	worker  *worker.Worker
	clock   *clock
	org     string
	token   token.Token
	began   time.Time
}

// setting is what a service is made of.
type setting struct {
	credits             int64
	limit, shards, rate int
	seed                uint64
	spoil               func(store.DB) store.DB // stands between the store and the database; bugs are planted by it
	mortal              *mortal                 // an engine of its own that dies; nil is the one that tests share
}

// setup makes a service with an organization.
func setup(t *testing.T, o setting) *service {
	t.Helper()
	s := &service{clock: &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, began: time.Now()}
	f := &storetest.Fixture{Core: "core-" + ident.New(""), Edge: "edge-" + ident.New("")}
	cfg := dynamotest.Config(t)
	if o.mortal != nil {
		cfg.HTTPClient = o.mortal
	}
	f.DB = dynamodb.NewFromConfig(cfg)
	if err := store.CreateTables(t.Context(), f.DB, f.Core, f.Edge); err != nil {
		t.Fatalf("creating the tables: got error %v", err)
	}
	f.Store = store.New(f.DB, f.Core, f.Edge, s.clock.Now)
	s.org = f.Org(t, o.credits, o.limit)
	if o.shards > 1 {
		if _, err := f.SetOrg(t.Context(), s.org, store.OrgChange{Shards: &o.shards}); err != nil {
			t.Fatalf("growing the wallet: got error %v", err)
		}
	}
	s.token = f.Token(t, s.org, o.rate, 100_000)
	cfg.HTTPClient = &losing{dice: rand.New(rand.NewPCG(o.seed, 0)), mortal: o.mortal}
	cfg.Retryer = func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts, o.MaxBackoff = 4, 5*time.Millisecond
			o.RateLimiter = unlimited{}
		})
	}
	var db store.DB = dynamodb.NewFromConfig(cfg)
	if o.spoil != nil {
		db = o.spoil(db)
	}
	s.serve(store.New(db, f.Core, f.Edge, s.clock.Now))
	return s
}

// serve makes the API and the worker over a store.
func (s *service) serve(over *store.Store) {
	log := slog.New(slog.DiscardHandler)
	results, messages := result.New(over, &storetest.Blobs{}), &storetest.Queue{}
	s.handler = api.New(api.Deps{
		Store: over, Results: results, Queue: messages, Kinds: []kind.Definition{definition()}, Log: log, Now: s.clock.Now,
		Lookup: func(context.Context, string) ([]netip.Addr, error) { return nil, errors.New("no network") },
	}).Handler()
	s.worker = worker.New(definition().Functions[0], kind.Pair(work(), performer{}), worker.Deps{
		Jobs: over, Results: results, Checkpoints: checkpoint.New(over, &storetest.Blobs{}), Queue: messages, Log: log,
	})
}

// unlimited lets every retry be made: the SDK's own budget of them would be spent by tests
// that lose many answers.
type unlimited struct{}

func (unlimited) GetToken(context.Context, uint) (func() error, error) {
	return func() error { return nil }, nil
}
func (unlimited) AddTokens(uint) error { return nil }

// losing is a way to the engine that loses some calls and some answers.
type losing struct {
	mu     sync.Mutex
	dice   *rand.Rand
	mortal *mortal
}

func (l *losing) roll() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dice.Float64()
}

const (
	lostCalls   = 0.03
	lostAnswers = 0.08
	conflicts   = 0.05
	deaths      = 0.01
)

// Do implements the SDK's HTTP client.
func (l *losing) Do(r *http.Request) (*http.Response, error) {
	operation := r.Header.Get("X-Amz-Target")
	if l.roll() < lostCalls {
		return nil, &lost{}
	}
	if strings.HasSuffix(operation, "TransactWriteItems") && l.roll() < conflicts {
		return conflict(r), nil
	}
	do := dynamotest.Do
	if l.mortal != nil {
		do = l.mortal.Do
		if l.roll() < deaths {
			go l.mortal.die(r.Context())
		}
	}
	answer, err := do(r)
	if err != nil || l.roll() >= lostAnswers {
		return answer, err
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	return nil, &lost{}
}

// lost is a connection that broke, which the SDK tries again.
type lost struct{}

func (*lost) Error() string   { return "connection reset by peer" }
func (*lost) Temporary() bool { return true }
func (*lost) Timeout() bool   { return true }

// conflict is DynamoDB's answer to a transaction that met another.
func conflict(r *http.Request) *http.Response {
	raw, _ := io.ReadAll(r.Body)
	var asked struct {
		TransactItems []json.RawMessage `json:"TransactItems"`
	}
	_ = json.Unmarshal(raw, &asked)
	reasons := make([]map[string]string, len(asked.TransactItems))
	for i := range reasons {
		reasons[i] = map[string]string{"Code": "None"}
	}
	reasons[len(reasons)-1]["Code"] = "TransactionConflict"
	body, _ := json.Marshal(map[string]any{
		"__type":  "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
		"message": "Transaction cancelled", "CancellationReasons": reasons,
	})
	return &http.Response{
		StatusCode: http.StatusBadRequest, Status: "400 Bad Request", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}}, Body: io.NopCloser(bytes.NewReader(body)),
	}
}

// answer is what a caller sees. Unknown is whether the call may have been done or not.
type answer struct {
	status   int
	code     string
	data     map[string]any
	replayed bool
}

func (a answer) unknown() bool { return a.status >= http.StatusInternalServerError }

func (a answer) number(name string) int64 {
	n, _ := a.data[name].(float64)
	return int64(n)
}

func (a answer) text(name string) string {
	s, _ := a.data[name].(string)
	return s
}

func (s *service) call(ctx context.Context, method, path string, body any, key string) answer {
	raw, _ := json.Marshal(body)
	r := httptest.NewRequestWithContext(ctx, method, "/v1/public"+path, bytes.NewReader(raw))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+string(s.token))
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	var decoded struct {
		Data  map[string]any `json:"data"`
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
	}
	_ = json.Unmarshal(w.Body.Bytes(), &decoded)
	return answer{w.Code, decoded.Error.Code, decoded.Data, w.Header().Get("Idempotent-Replayed") == "true"}
}

func (s *service) create(ctx context.Context, text string, units int, key string) answer {
	return s.call(ctx, http.MethodPost, "/task", map[string]any{"text": text, "units": units, "wait": false, "cacheTtlSec": 0}, key)
}

// perform gives a worker the job's message until it takes it.
func (s *service) perform(ctx context.Context, job string) {
	body, _ := json.Marshal(queue.Job{OrgID: s.org, JobID: job})
	for i := range 5 {
		answer, err := s.worker.Handle(ctx, events.SQSEvent{Records: []events.SQSMessage{{MessageId: strconv.Itoa(i), Body: string(body)}}})
		if err == nil && len(answer.BatchItemFailures) == 0 {
			return
		}
	}
}

// at is the time of a recorded moment.
func (s *service) at() int64 { return time.Since(s.began).Nanoseconds() }
