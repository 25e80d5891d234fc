package dynamo_test

import (
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
)

func TestMain(m *testing.M) { os.Exit(dynamotest.Main(m)) }

// TestKilledEngineLosesNothing: whatever was acknowledged to one of many callers is there after a kill -9.
func TestKilledEngineLosesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "core.db")
	first := open(t, path)
	createTable(t.Context(), t, client(first))
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	want := 0
	for life := range 3 {
		process, err := dynamotest.StartProcess(t.Context(), path)
		if err != nil {
			t.Fatalf("starting an engine: got error %v", err)
		}
		want += written(t, process, life)
	}
	if got := count(t.Context(), t, client(open(t, path))); got < want {
		t.Errorf("got %d items after three kills, want the %d that were acknowledged", got, want)
	}
}

// written writes by eight callers until the engine is killed under them, and returns how many were acknowledged.
func written(t *testing.T, engine *dynamotest.Process, life int) int {
	t.Helper()
	db := dynamodb.NewFromConfig(aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String("http://engine.invalid"), HTTPClient: engine, RetryMaxAttempts: 1,
	})
	var acknowledged atomic.Int64
	var group sync.WaitGroup
	kill := sync.OnceFunc(engine.Kill)
	for caller := range 8 {
		group.Go(func() {
			for i := 0; put(t.Context(), db, strconv.Itoa(life)+"-"+strconv.Itoa(caller)+"-"+strconv.Itoa(i)) == nil; i++ {
				if acknowledged.Add(1) == 100 {
					go kill()
				}
			}
		})
	}
	group.Wait()
	kill()
	return int(acknowledged.Load())
}
