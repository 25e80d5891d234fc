package dynamo_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

func TestStartAnswersAndCloses(t *testing.T) {
	t.Parallel()
	engine := start(t, "")
	createTable(t.Context(), t, client(engine.Endpoint()))

	engine.Close()
	engine.Close()
	select {
	case <-engine.Done():
	default:
		t.Error("Done is open after Close")
	}
	request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, engine.Endpoint(), http.NoBody)
	if response, err := http.DefaultClient.Do(request); err == nil {
		_ = response.Body.Close()
		t.Error("the engine answers after Close")
	}
}

func TestStartKeepsWhatWasWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "core.db")
	engine := start(t, path)
	createTable(t.Context(), t, client(engine.Endpoint()))
	if err := put(t.Context(), client(engine.Endpoint()), "a"); err != nil {
		t.Fatal(err)
	}
	engine.Close()

	again := start(t, path)
	if got := count(t.Context(), t, client(again.Endpoint())); got != 1 {
		t.Errorf("%d items after a restart, want 1", got)
	}
}

func TestStartRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	held := filepath.Join(dir, "held.db")
	start(t, held)
	junk := filepath.Join(dir, "junk.db")
	if err := os.WriteFile(junk, []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		opts dynamo.Options
		want string
	}{
		"a file in use":     {dynamo.Options{Binary: binary(t), DBPath: held}, "choose another folder"},
		"a missing folder":  {dynamo.Options{Binary: binary(t), DBPath: filepath.Join(dir, "no", "core.db")}, "data folder cannot be written"},
		"a broken database": {dynamo.Options{Binary: binary(t), DBPath: junk}, "not a valid SQLite database"},
		"a missing program": {dynamo.Options{Binary: filepath.Join(dir, "dynoxide")}, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			engine, err := dynamo.Start(t.Context(), test.opts)
			if err == nil {
				engine.Close()
				t.Fatal("it started")
			}
			if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, test.want)
			}
		})
	}
}

func binary(t testing.TB) string {
	t.Helper()
	path, err := dynamo.Find("")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func start(t testing.TB, dbPath string) *dynamo.Engine {
	t.Helper()
	engine, err := dynamo.Start(t.Context(), dynamo.Options{Binary: binary(t), DBPath: dbPath})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(engine.Close)
	return engine
}

func client(endpoint string) *dynamodb.Client {
	return dynamodb.NewFromConfig(aws.Config{
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String(endpoint),
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
		t.Fatal(err)
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
		t.Fatal(err)
	}
	return len(out.Items)
}
