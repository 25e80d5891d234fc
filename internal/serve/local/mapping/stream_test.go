package mapping_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	"github.com/quarryapi/quarry/internal/serve/local/mapping"
)

// table is a table with a stream, of its own for one test.
type table struct {
	t         *testing.T
	db        *dynamodb.Client
	streams   *dynamodbstreams.Client
	name, arn string
}

func setupTable(t *testing.T) *table {
	t.Helper()
	config := dynamotest.Config(t)
	tb := &table{t: t, db: dynamodb.NewFromConfig(config), streams: dynamodbstreams.NewFromConfig(config), name: rand.Text()}
	out, err := tb.db.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: &tb.name, BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash}},
		StreamSpecification: &types.StreamSpecification{
			StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	tb.arn = *out.TableDescription.LatestStreamArn
	return tb
}

func (tb *table) put(key string, n int) {
	tb.t.Helper()
	tb.putItem(map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: key}, "n": &types.AttributeValueMemberN{Value: strconv.Itoa(n)},
	})
}

func (tb *table) putItem(item map[string]types.AttributeValue) {
	tb.t.Helper()
	if _, err := tb.db.PutItem(tb.t.Context(), &dynamodb.PutItemInput{TableName: &tb.name, Item: item}); err != nil {
		tb.t.Fatal(err)
	}
}

// run maps the stream to the handler until the returned function is called.
func (tb *table) run(opts mapping.StreamOptions, handler mapping.StreamHandler) (stop func()) {
	ctx, cancel := context.WithCancel(tb.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		mapping.Stream(ctx, tb.streams, tb.arn, opts, handler)
	}()
	stop = func() { cancel(); <-ended }
	tb.t.Cleanup(stop)
	return stop
}

// collect returns a handler that writes each new image's n into the log.
func collect(l *log) mapping.StreamHandler {
	return func(_ context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
		for _, r := range e.Records {
			l.add(r.Change.NewImage["n"].Number())
		}
		return events.DynamoDBEventResponse{}, nil
	}
}

func numbers(from, to int) []string {
	all := []string{}
	for i := from; i <= to; i++ {
		all = append(all, strconv.Itoa(i))
	}
	return all
}

func TestStreamEvent(t *testing.T) {
	t.Parallel()
	tb := setupTable(t)
	item := map[string]types.AttributeValue{
		"pk":   &types.AttributeValueMemberS{Value: "ü"},
		"n":    &types.AttributeValueMemberN{Value: "12345678901234567890.5"},
		"b":    &types.AttributeValueMemberB{Value: []byte{0, 255}},
		"yes":  &types.AttributeValueMemberBOOL{Value: true},
		"no":   &types.AttributeValueMemberBOOL{Value: false},
		"null": &types.AttributeValueMemberNULL{Value: true},
		"ss":   &types.AttributeValueMemberSS{Value: []string{"one"}},
		"ns":   &types.AttributeValueMemberNS{Value: []string{"1"}},
		"bs":   &types.AttributeValueMemberBS{Value: [][]byte{{7}}},
		"m": &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{
			"deep":  &types.AttributeValueMemberL{Value: []types.AttributeValue{&types.AttributeValueMemberS{Value: ""}, &types.AttributeValueMemberN{Value: "2"}}},
			"empty": &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{}},
		}},
		"l": &types.AttributeValueMemberL{Value: []types.AttributeValue{}},
	}
	tb.putItem(item)
	_, err := tb.db.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: &tb.name, Key: map[string]types.AttributeValue{"pk": item["pk"]},
		UpdateExpression: aws.String("REMOVE n, b, yes, #no, #null, ss, ns, bs, m"), ExpressionAttributeNames: map[string]string{"#no": "no", "#null": "null"},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = tb.db.DeleteItem(t.Context(), &dynamodb.DeleteItemInput{TableName: &tb.name, Key: map[string]types.AttributeValue{"pk": item["pk"]}})
	if err != nil {
		t.Fatal(err)
	}

	records := make(chan events.DynamoDBEventRecord, 3)
	tb.run(mapping.StreamOptions{BatchSize: 1}, func(_ context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
		records <- e.Records[0]
		return events.DynamoDBEventResponse{}, nil
	})
	const (
		key   = `{"pk":{"S":"ü"}}`
		short = `{"pk":{"S":"ü"},"l":{"L":[]}}`
		full  = `{"pk":{"S":"ü"},"n":{"N":"12345678901234567890.5"},"b":{"B":"AP8="},"yes":{"BOOL":true},"no":{"BOOL":false},
			"null":{"NULL":true},"ss":{"SS":["one"]},"ns":{"NS":["1"]},"bs":{"BS":["Bw=="]},
			"m":{"M":{"deep":{"L":[{"S":""},{"N":"2"}]},"empty":{"M":{}}}},"l":{"L":[]}}`
	)
	for _, want := range []struct{ name, old, new string }{
		{"INSERT", "null", full}, {"MODIFY", full, short}, {"REMOVE", short, "null"},
	} {
		got := <-records
		if got.EventName != want.name || got.EventSource != "aws:dynamodb" || got.EventSourceArn != tb.arn ||
			got.EventID == "" || got.Change.SequenceNumber == "" || got.Change.StreamViewType != "NEW_AND_OLD_IMAGES" {
			t.Errorf("event %+v, want %s", got, want.name)
		}
		for what, pair := range map[string][2]any{
			"keys": {key, got.Change.Keys}, "old image": {want.old, got.Change.OldImage}, "new image": {want.new, got.Change.NewImage},
		} {
			if diff := cmp.Diff(decoded(t, pair[0]), decoded(t, pair[1])); diff != "" {
				t.Errorf("%s, %s: decoded mismatch (-want +got):\n%s", want.name, what, diff)
			}
		}
	}
}

// decoded makes JSON text, or a value's JSON, comparable.
func decoded(t *testing.T, v any) any {
	t.Helper()
	text, ok := v.(string)
	if !ok {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		text = string(raw)
	}
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestStreamGoesOnFromItsCheckpoint(t *testing.T) {
	t.Parallel()
	tb := setupTable(t)
	opts := mapping.StreamOptions{Checkpoint: filepath.Join(t.TempDir(), "stream.json"), BatchSize: 7}
	for i := 1; i <= 40; i++ {
		tb.put("a", i)
	}
	var first log
	stop := tb.run(opts, collect(&first))
	eventually(t, "40 are handled", func() bool { return len(first.all()) == 40 })
	stop()
	for i := 41; i <= 60; i++ {
		tb.put("a", i)
	}

	var second log
	stop = tb.run(opts, collect(&second))
	eventually(t, "20 more are handled", func() bool { return len(second.all()) == 20 })
	tb.put("a", 61)
	eventually(t, "a live change is handled", func() bool { return len(second.all()) == 21 })
	stop()
	if diff := cmp.Diff(numbers(1, 61), append(first.all(), second.all()...)); diff != "" {
		t.Errorf("handled records mismatch (-want +got):\n%s", diff)
	}
}

// A call that the end interrupts is not checkpointed: its records come again.
func TestStreamHandlesAgainWhatWasInterrupted(t *testing.T) {
	t.Parallel()
	tb := setupTable(t)
	opts := mapping.StreamOptions{Checkpoint: filepath.Join(t.TempDir(), "stream.json"), BatchSize: 1}
	for i := 1; i <= 3; i++ {
		tb.put("a", i)
	}
	entered := make(chan struct{})
	stop := tb.run(opts, func(ctx context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
		if e.Records[0].Change.NewImage["n"].Number() == "2" {
			close(entered)
			<-ctx.Done()
			return events.DynamoDBEventResponse{}, ctx.Err()
		}
		return events.DynamoDBEventResponse{}, nil
	})
	<-entered
	stop()

	var again log
	tb.run(opts, collect(&again))
	eventually(t, "two are handled", func() bool { return len(again.all()) == 2 })
	if diff := cmp.Diff(numbers(2, 3), again.all()); diff != "" {
		t.Errorf("handled records mismatch (-want +got):\n%s", diff)
	}
}

// One item's slow call holds up neither the others nor their order, and the
// checkpoint stays before it.
func TestStreamLanes(t *testing.T) {
	t.Parallel()
	tb := setupTable(t)
	opts := mapping.StreamOptions{
		Checkpoint: filepath.Join(t.TempDir(), "stream.json"), Parallel: 4,
		Filter: func(r events.DynamoDBEventRecord) bool { return r.Change.NewImage["n"].Number() != "0" },
	}
	tb.put("slow", 1)
	for i := range 20 { // the first of each is filtered
		tb.put("b", i)
		tb.put("c", i)
	}
	blocked := make(chan struct{})
	seen := map[string]*log{"slow": {}, "b": {}, "c": {}}
	stop := tb.run(opts, func(ctx context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
		for _, r := range e.Records {
			key := r.Change.Keys["pk"].String()
			if key == "slow" {
				<-ctx.Done()
				close(blocked)
				return events.DynamoDBEventResponse{}, ctx.Err()
			}
			seen[key].add(r.Change.NewImage["n"].Number())
		}
		return events.DynamoDBEventResponse{}, nil
	})
	for _, key := range []string{"b", "c"} {
		eventually(t, "all of "+key, func() bool { return len(seen[key].all()) == 19 })
		if diff := cmp.Diff(numbers(1, 19), seen[key].all()); diff != "" {
			t.Errorf("handled records mismatch (-want +got):\n%s", diff)
		}
	}
	stop()
	<-blocked

	var again log
	tb.run(opts, collect(&again))
	eventually(t, "all come again after the first that was not finished", func() bool { return len(again.all()) == 39 })
}

// Checkpoints that are broken or of another stream start with the oldest record.
func TestStreamStartsWithTheOldest(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"broken":  `{"streamArn":`,
		"another": `{"streamArn":"arn:aws:dynamodb:x:0:table/other/stream/1","shards":{"shardId-00000001-TABLE":"2"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := setupTable(t)
			path := filepath.Join(t.TempDir(), "stream.json")
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(content, "TABLE", tb.name)), 0o600); err != nil {
				t.Fatal(err)
			}
			tb.put("a", 1)
			tb.put("a", 2)
			var seen log
			tb.run(mapping.StreamOptions{Checkpoint: path}, collect(&seen))
			eventually(t, "both are handled", func() bool { return len(seen.all()) == 2 })
		})
	}
}
