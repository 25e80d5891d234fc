package dynamo_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

func open(t testing.TB, path string) *dynamo.Engine {
	t.Helper()
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: path, Check: true})
	if err != nil {
		t.Fatalf("opening %q: got error %v", path, err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	return engine
}

func client(e *dynamo.Engine) *dynamodb.Client {
	return dynamodb.NewFromConfig(aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String("http://engine.invalid"), HTTPClient: e.Client(), RetryMaxAttempts: 1,
	})
}

func createTable(ctx context.Context, t testing.TB, db *dynamodb.Client) {
	t.Helper()
	_, err := db.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:            aws.String("core"),
		BillingMode:          types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS}},
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash}},
		StreamSpecification: &types.StreamSpecification{
			StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages,
		},
	})
	if err != nil {
		t.Fatalf("creating a table: got error %v", err)
	}
}

func put(ctx context.Context, db *dynamodb.Client, key string) error {
	_, err := db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("core"),
		Item:      map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: key}},
	})
	return err
}

func count(ctx context.Context, t testing.TB, db *dynamodb.Client) int {
	t.Helper()
	out, err := db.Scan(ctx, &dynamodb.ScanInput{TableName: aws.String("core"), ConsistentRead: aws.Bool(true)})
	if err != nil {
		t.Fatalf("reading all: got error %v", err)
	}
	return len(out.Items)
}

func TestOpenKeepsWhatWasWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "core.db")
	engine := open(t, path)
	createTable(t.Context(), t, client(engine))
	if err := put(t.Context(), client(engine), "a"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := engine.Close(); err != nil {
			t.Errorf("closing: got error %v, want none", err)
		}
	}
	if err := put(t.Context(), client(engine), "b"); err == nil {
		t.Error("a write after the end: got no error, want one")
	}
	if _, err := client(engine).Scan(t.Context(), &dynamodb.ScanInput{TableName: aws.String("core")}); err == nil {
		t.Error("a read after the end: got no error, want one")
	}
	if got := count(t.Context(), t, client(open(t, path))); got != 1 {
		t.Errorf("got %d items after a restart, want 1", got)
	}
}

// TestTogether: calls at once share commits, and each sees what those before it wrote.
func TestTogether(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{"in memory": "", "on the disk": filepath.Join(t.TempDir(), "core.db")} {
		db := client(open(t, path))
		createTable(t.Context(), t, db)
		const callers, each = 16, 20
		var group sync.WaitGroup
		for range callers {
			group.Go(func() {
				for range each {
					_, err := db.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
						TableName: aws.String("core"), Key: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "sum"}},
						UpdateExpression:          aws.String("ADD n :one"),
						ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
					})
					if err != nil {
						t.Errorf("%s: got error %v, want none", name, err)
					}
				}
			})
		}
		group.Wait()
		out, err := db.GetItem(t.Context(), &dynamodb.GetItemInput{
			TableName: aws.String("core"), Key: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "sum"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		want := &types.AttributeValueMemberN{Value: strconv.Itoa(callers * each)}
		if diff := cmp.Diff(want, out.Item["n"], cmp.AllowUnexported(types.AttributeValueMemberN{})); diff != "" {
			t.Errorf("%s: the sum mismatches (-want +got):\n%s", name, diff)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.db")
	if err := os.WriteFile(junk, []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		opts dynamo.Options
		want string
	}{
		"a missing folder":  {dynamo.Options{Path: filepath.Join(dir, "no", "core.db")}, "unable to open database file"},
		"a broken database": {dynamo.Options{Path: junk}, "not a database"},
		"a wrong identity":  {dynamo.Options{Path: filepath.Join(dir, "new.db"), Identity: "xyz"}, "hexadecimal"},
	} {
		engine, err := dynamo.Open(t.Context(), test.opts)
		if err == nil {
			_ = engine.Close()
			t.Errorf("%s: got an engine, want a refusal", name)
			continue
		}
		if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got error %q, want one line with %q", name, err, test.want)
		}
	}
}

// TestProtocol is what the SDK never sends.
func TestProtocol(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(open(t, ""))
	t.Cleanup(server.Close)
	for name, c := range map[string]struct{ target, body, want string }{
		"an unknown operation":   {"DynamoDB_20120810.Fly", "{}", "UnknownOperationException"},
		"no operation":           {"", "{}", "UnknownOperationException"},
		"no JSON":                {"DynamoDB_20120810.GetItem", "{", "SerializationException"},
		"a number for a name":    {"DynamoDB_20120810.GetItem", `{"TableName":1}`, "SerializationException"},
		"a value of two types":   {"DynamoDB_20120810.GetItem", `{"TableName":"core","Key":{"pk":{"S":"a","N":"1"}}}`, "SerializationException"},
		"a value of no type":     {"DynamoDB_20120810.GetItem", `{"TableName":"core","Key":{"pk":{"Z":"a"}}}`, "SerializationException"},
		"a table that is not":    {"DynamoDB_20120810.GetItem", `{"TableName":"core","Key":{"pk":{"S":"a"}}}`, "ResourceNotFoundException"},
		"a legacy condition":     {"DynamoDB_20120810.PutItem", `{"TableName":"core","Item":{"pk":{"S":"a"}},"Expected":{"pk":{"Exists":false}}}`, "ValidationException"},
		"a name of no table":     {"DynamoDB_20120810.GetItem", `{"TableName":"a b","Key":{"pk":{"S":"a"}}}`, "ValidationException"},
		"a shard that is not":    {"DynamoDBStreams_20120810.GetShardIterator", `{"StreamArn":"arn","ShardId":"x"}`, "ResourceNotFoundException"},
		"an iterator of nothing": {"DynamoDBStreams_20120810.GetRecords", `{"ShardIterator":"x"}`, "ValidationException"},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Amz-Target", c.target)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err := errors.Join(err, resp.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != http.StatusBadRequest || !strings.Contains(string(body), "#"+c.want) {
			t.Errorf("%s: got %d %s, want 400 %s", name, resp.StatusCode, body, c.want)
		}
	}
}

// TestRetried: a transaction whose commit failed left no token behind; one that went through did.
func TestRetried(t *testing.T) {
	t.Parallel()
	db := client(open(t, filepath.Join(t.TempDir(), "core.db")))
	createTable(t.Context(), t, db)
	in := &dynamodb.TransactWriteItemsInput{ClientRequestToken: aws.String("once"), TransactItems: []types.TransactWriteItem{{Put: &types.Put{
		TableName: aws.String("core"), Item: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "a"}},
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
	}}}}
	for i := range 2 {
		if _, err := db.TransactWriteItems(t.Context(), in); err != nil {
			t.Errorf("try %d with one token: got error %v, want none", i, err)
		}
	}
	in.ClientRequestToken = aws.String("twice")
	_, err := db.TransactWriteItems(t.Context(), in)
	if _, ok := errors.AsType[*types.TransactionCanceledException](err); !ok {
		t.Errorf("with another token: got error %v, want a cancelled transaction", err)
	}
}

// TestDirect: what is written without the protocol is read by it, and no call is made for a caller who is gone.
func TestDirect(t *testing.T) {
	t.Parallel()
	engine := open(t, filepath.Join(t.TempDir(), "core.db"))
	createTable(t.Context(), t, client(engine))
	key := map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "a"}}
	in := &dynamodb.PutItemInput{TableName: aws.String("core"), Item: key}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := engine.Direct().PutItem(gone, in); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who is gone: got error %v, want context.Canceled", err)
	}
	if got := count(t.Context(), t, client(engine)); got != 0 {
		t.Errorf("a caller who is gone: got %d rows, want none", got)
	}
	if _, err := engine.Direct().PutItem(t.Context(), in); err != nil {
		t.Errorf("a write: got error %v, want none", err)
	}
	if got := count(t.Context(), t, client(engine)); got != 1 {
		t.Errorf("got %d rows by the protocol, want 1", got)
	}
	out, err := engine.Direct().GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("core"), Key: key})
	if err != nil || len(out.Item) != 1 {
		t.Errorf("a read: got %v and error %v, want the row", out, err)
	}
}
