package dynamo_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/local/dynamo"
)

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
