package lambdahost_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/queue"
)

// service is an AWS that notes who called what and knows nothing.
type service struct {
	*httptest.Server

	mu   sync.Mutex
	seen []string
}

func newService(t *testing.T) *service {
	t.Helper()
	s := &service{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, key, _ := strings.Cut(r.Header.Get("Authorization"), "Credential=")
		at := strings.Split(key+r.URL.Query().Get("X-Amz-Credential"), "/")
		_, operation, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
		table := ""
		for _, name := range []string{"core-1", "edge-1", "/q-deliveries"} {
			if strings.Contains(string(body), name) {
				table = name
			}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.seen = append(s.seen, strings.TrimSpace(strings.Join([]string{at[0], at[2], at[3], r.Header.Get("X-Amz-Security-Token") + r.URL.Query().Get("X-Amz-Security-Token"), r.Method, r.URL.Path, operation, table}, " ")))
		w.WriteHeader(http.StatusBadRequest)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.seen
	s.seen = nil
	return seen
}

func TestEnvCallsWhereItIsTold(t *testing.T) {
	t.Parallel()
	db, sqs, s3 := newService(t), newService(t), newService(t)
	e, err := lambdahost.NewEnv(config.Config{
		CoreTable: "core-1", EdgeTable: "edge-1", ResultsBucket: "results-1", QueuePrefix: sqs.URL + "/q-", CursorKey: "k",
		Hosts: []string{"a.test=127.0.0.1:80"}, Sources: map[string]string{"tranco": "http://tranco.test/"}, Keys: map[string]string{"crux": "c"},
		AWS: config.AWS{
			Region: "eu-central-1", AccessKeyID: "AK", SecretAccessKey: "SK", SessionToken: "ST",
			DynamoDBEndpoint: db.URL, SQSEndpoint: sqs.URL, S3Endpoint: s3.URL,
		},
	}, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Store.Org(t.Context(), "org_1"); err == nil {
		t.Error("got no error of a table that does not answer, want one")
	}
	if diff := cmp.Diff([]string{"AK eu-central-1 dynamodb ST POST / GetItem core-1"}, db.calls()); diff != "" {
		t.Errorf("calls of the core table mismatch (-want +got):\n%s", diff)
	}
	if _, err := e.Blobs.Get(t.Context(), "a/b"); err == nil {
		t.Error("got no error of a bucket that does not answer, want one")
	}
	if diff := cmp.Diff([]string{"AK eu-central-1 s3 ST GET /results-1/a/b"}, s3.calls()); diff != "" {
		t.Errorf("calls of the bucket mismatch (-want +got):\n%s", diff)
	}
	if err := e.Queue.SendDelivery(t.Context(), queue.Delivery{}, 0); err == nil {
		t.Error("got no error of a queue that does not answer, want one")
	}
	if diff := cmp.Diff([]string{"AK eu-central-1 sqs ST POST / SendMessage /q-deliveries"}, sqs.calls()); diff != "" {
		t.Errorf("calls of the queue mismatch (-want +got):\n%s", diff)
	}
	if e.Now == nil || e.Log == nil || e.Results == nil || e.AWS().Region != "eu-central-1" {
		t.Errorf("got %+v, want every part", e)
	}
	sealed := e.Cursors.Seal("org_1", "walk", "7")
	if sealed == "" {
		t.Error("got no cursor, want one that is sealed by the key")
	}
}

func TestEnvTakesTheClock(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	e, err := lambdahost.NewEnv(config.Config{AWS: config.AWS{Region: "x"}}, slog.New(slog.DiscardHandler), func() time.Time { return at })
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Now(); got != at {
		t.Errorf("got time %v, want %v", got, at)
	}
}

func TestAWSConfigAsksForNoChecksumsOfItsOwn(t *testing.T) {
	t.Parallel()
	got := lambdahost.AWSConfig(config.AWS{Region: "r"})
	if got.RequestChecksumCalculation != aws.RequestChecksumCalculationWhenRequired || got.ResponseChecksumValidation != aws.ResponseChecksumValidationWhenRequired {
		t.Errorf("got %v, %v; want both only when they are required", got.RequestChecksumCalculation, got.ResponseChecksumValidation)
	}
}
