package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/serve/store"
)

// schema is what a table's code depends on, in CloudFormation's words and in the
// API's alike.
type schema struct {
	KeySchema              []keyElement
	AttributeDefinitions   []attribute
	GlobalSecondaryIndexes []index
	StreamSpecification    struct{ StreamViewType string }
}

type (
	keyElement struct{ AttributeName, KeyType string }
	attribute  struct{ AttributeName, AttributeType string }
	index      struct {
		IndexName  string
		KeySchema  []keyElement
		Projection struct{ ProjectionType string }
	}
)

// TestTablesAreTheStores: local runs and tests use the tables that the store makes,
// installations those of the stack. Both must be the same.
func TestTablesAreTheStores(t *testing.T) {
	t.Parallel()
	made := map[string]schema{}
	for id, table := range resourcesOf[schema](t, deployed(t), "AWS::DynamoDB::GlobalTable") {
		slices.SortFunc(table.AttributeDefinitions, byName)
		made[id[:len("core")]] = table // without the hash; edge is as long
	}
	equal(t, storeSchemas(t), made)
}

// storeSchemas asks the store to make its tables in a database that only listens.
func storeSchemas(t *testing.T) map[string]schema {
	t.Helper()
	var mu sync.Mutex
	made := map[string]schema{}
	db := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		in, err := parse[struct {
			TableName string
			schema
		}](body)
		if err != nil {
			t.Error(err)
		}
		if strings.HasSuffix(r.Header.Get("X-Amz-Target"), ".CreateTable") {
			slices.SortFunc(in.AttributeDefinitions, byName)
			mu.Lock()
			made[in.TableName] = in.schema
			mu.Unlock()
		}
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		_, _ = w.Write([]byte(`{"Table":{"TableStatus":"ACTIVE"},"TableDescription":{"TableStatus":"ACTIVE"}}`))
	}))
	t.Cleanup(db.Close)
	client := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(db.URL), Region: "local",
		Credentials: aws.AnonymousCredentials{},
	})
	if err := store.CreateTables(t.Context(), client, "core", "edge"); err != nil {
		t.Fatal(err)
	}
	return made
}

func byName(a, b attribute) int { return strings.Compare(a.AttributeName, b.AttributeName) }
