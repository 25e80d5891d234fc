package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// World is a fixture with a second store over the same tables, on whose way to the
// engine an answer is lost. The SDK's own retries are on, as they are in a function.
type World struct {
	*Fixture
	Lossy  *store.Store
	Way    *Lossy
	Random *regexp.Regexp // what is random beside ids, if anything
}

// Lossy is a way to AWS on which the answer to one call is lost: the call is made, and
// whoever asked sees a connection that was reset.
type Lossy struct {
	mu    sync.Mutex
	lose  int // the number of the call, from 1; 0 is none
	calls int
	lost  string // the operation whose answer was lost
}

// Do makes a call of the SDK.
func (l *Lossy) Do(r *http.Request) (*http.Response, error) {
	res, err := pass(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls++; l.calls != l.lose || err != nil {
		return res, err
	}
	_ = res.Body.Close()
	l.lost = r.Header.Get("X-Amz-Target")
	return nil, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
}

func (l *Lossy) loses(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lose, l.calls = n, 0
}

// Config has an SDK client ask by this way, and try again as it does by default but
// without a pause.
func (l *Lossy) Config(cfg aws.Config) aws.Config {
	cfg.HTTPClient = l
	cfg.Retryer = func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) {
			o.Backoff = retry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return 0, nil })
		})
	}
	return cfg
}

func newWorld(t *testing.T) *World {
	t.Helper()
	w := &World{Fixture: New(t), Way: &Lossy{}}
	w.Store = w.WithRandom(tame)
	db := dynamodb.NewFromConfig(w.Way.Config(dynamotest.Config(t)))
	w.Lossy = store.New(db, w.Core, w.Edge, w.Clock.Now).WithRandom(tame)
	return w
}

// tame has every world take the same shards, and not wait. Large numbers, of which ids are
// made, are random.
func tame(n int64) int64 {
	if n < 1<<40 {
		return 0
	}
	return rand.Int64N(n)
}

// Operation is what is done in a world, by its lossy store alone, and returns what its
// caller sees. What it needs is made before, undisturbed.
type Operation func(ctx context.Context) (seen any, err error)

// EachAnswerLost prepares an operation in world after world and does it: once undisturbed,
// and once for each of its calls with the answer to that call lost. Neither what its
// caller sees nor a row of the tables may differ, but for random ids.
func EachAnswerLost(t *testing.T, prepare func(t *testing.T, w *World) Operation) {
	t.Helper()
	undisturbed, calls, _ := outcome(t, 0, prepare)
	if calls == 0 {
		t.Fatal("got an operation that asks nothing, want one whose answers can be lost")
	}
	for n := 1; n <= calls; n++ {
		disturbed, _, lost := outcome(t, n, prepare)
		if lost == "" {
			t.Errorf("got no call %d of %d, want the same calls until an answer is lost", n, calls)
		}
		if diff := cmp.Diff(undisturbed, disturbed); diff != "" {
			t.Errorf("the answer to call %d of %d (%s) was lost; what is visible mismatches (-want +got):\n%s", n, calls, lost, diff)
		}
	}
}

// outcome is everything visible after an operation, on how many calls it took, and which
// answer was lost.
func outcome(t *testing.T, lose int, prepare func(t *testing.T, w *World) Operation) (visible []string, calls int, lost string) {
	t.Helper()
	w := newWorld(t)
	operation := prepare(t, w)
	w.Way.loses(lose)
	seen, err := operation(t.Context())
	calls, lost = w.Way.calls, w.Way.lost
	w.Way.loses(0)
	raw, encodeErr := json.Marshal(seen)
	if encodeErr != nil {
		t.Fatal(encodeErr)
	}
	visible = append(visible, "seen "+string(raw), "error "+sayError(err))
	for _, table := range []string{w.Core, w.Edge} {
		visible = append(visible, w.rows(t, table)...)
	}
	for i := range visible {
		visible[i] = random.ReplaceAllString(visible[i], "*")
		if w.Random != nil {
			visible[i] = w.Random.ReplaceAllString(visible[i], "*")
		}
	}
	slices.Sort(visible[2:])
	return visible, calls, lost
}

// random are ids, digests and secrets, and the partitions that ids are spread over.
var random = regexp.MustCompile(`[0-9a-f]{64}|[0-9a-hjkmnp-tv-z]{26}|whsec_[A-Za-z0-9+/=]+|satk_\w+|"durationMs":\d+|(?:\b[CDQR]|#RJ|#RD|#RB|#RC)#\d+\b|"[cC]laim":"[^"]*"`)

func sayError(err error) string {
	e, ok := errors.AsType[*errs.Error](err)
	if !ok {
		return fmt.Sprint(err)
	}
	return fmt.Sprint(e.Code, e.Message, e.Details, e.RetryAfter)
}

// rows are the rows of a table, as JSON.
func (f *Fixture) rows(t *testing.T, table string) []string {
	t.Helper()
	var rows []string
	pages := dynamodb.NewScanPaginator(f.DB, &dynamodb.ScanInput{TableName: &table, ConsistentRead: new(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			var row map[string]any
			if err := attributevalue.UnmarshalMap(item, &row); err != nil {
				t.Fatal(err)
			}
			if packed, ok := row["body"].([]byte); ok {
				if raw, err := blob.Unpack(packed); err == nil {
					row["body"] = string(raw) // with ids that can be recognised
				}
			}
			raw, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, string(raw))
		}
	}
	return rows
}
