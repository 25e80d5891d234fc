package main

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/store"
)

type item = map[string]types.AttributeValue

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// TestUnits: what DynamoDB's guide says that calls consume.
func TestUnits(t *testing.T) {
	t.Parallel()
	engine, err := dynamo.Open(t.Context(), dynamo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &meter{engine: engine}
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	base := lambdahost.AWSConfig(config.AWS{Region: "local", AccessKeyID: "a", SecretAccessKey: "b"})
	db := dynamodb.NewFromConfig(base, func(o *dynamodb.Options) { o.BaseEndpoint = &server.URL })
	if err := store.CreateTables(t.Context(), db, "core", "edge"); err != nil {
		t.Fatal(err)
	}
	key := item{"pk": text("a"), "sk": text("b")}
	large := item{"pk": text("a"), "sk": text("b"), "x": text(strings.Repeat("x", 5000))}
	due := item{"pk": text("a"), "sk": text("b"), "duePk": text("q"), "dueAt": &types.AttributeValueMemberN{Value: "1"}}
	core := aws.String("core")
	for _, c := range []struct {
		name string
		do   func(context.Context) error
		want capacity
	}{
		{"a small row", func(ctx context.Context) error {
			return second(db.PutItem(ctx, &dynamodb.PutItemInput{TableName: core, Item: key}))
		}, capacity{0, 1}},
		{"5 KB", func(ctx context.Context) error {
			return second(db.PutItem(ctx, &dynamodb.PutItemInput{TableName: core, Item: large}))
		}, capacity{0, 5}},
		{"read of it", func(ctx context.Context) error {
			return second(db.GetItem(ctx, &dynamodb.GetItemInput{TableName: core, Key: key, ConsistentRead: aws.Bool(true)}))
		}, capacity{2, 0}},
		{"read that may be old", func(ctx context.Context) error {
			return second(db.GetItem(ctx, &dynamodb.GetItemInput{TableName: core, Key: key}))
		}, capacity{1, 0}},
		{"small in place of large, with an entry of an index", func(ctx context.Context) error {
			return second(db.PutItem(ctx, &dynamodb.PutItemInput{TableName: core, Item: due}))
		}, capacity{0, 6}},
		{"an entry that moves", func(ctx context.Context) error {
			return second(db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
				TableName: core, Key: key, UpdateExpression: aws.String("SET dueAt = :at"), ExpressionAttributeValues: item{":at": &types.AttributeValueMemberN{Value: "2"}},
			}))
		}, capacity{0, 3}},
		{"a transaction with a check", func(ctx context.Context) error {
			return second(db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
				{Put: &types.Put{TableName: core, Item: item{"pk": text("c"), "sk": text("d")}}},
				{ConditionCheck: &types.ConditionCheck{TableName: core, Key: key, ConditionExpression: aws.String("attribute_exists(pk)")}},
			}}))
		}, capacity{0, 4}},
		{"a row that goes", func(ctx context.Context) error {
			return second(db.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: core, Key: key}))
		}, capacity{0, 2}},
		{"several, one of which is absent", func(ctx context.Context) error {
			return second(db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{"core": {Keys: []item{key, {"pk": text("c"), "sk": text("d")}}}}}))
		}, capacity{1, 0}},
	} {
		m.take()
		if err := c.do(t.Context()); err != nil {
			t.Fatalf("%s: got error %v, want none", c.name, err)
		}
		if got := m.take(); got != c.want {
			t.Errorf("%s: got %+v units, want %+v", c.name, got, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestStored: a row is billed with 100 bytes, and so is its entry in each index, which has the keys of both.
func TestStored(t *testing.T) {
	t.Parallel()
	text := func(s string) json.RawMessage { return json.RawMessage(`{"S":"` + s + `"}`) }
	plain := row{"pk": text("a"), "sk": text("b"), "more": text("1234")}
	due := row{"pk": text("a"), "sk": text("b"), "duePk": text("c"), "dueAt": text("d")}
	if got := stored(plain); got != 3+3+8+100 {
		t.Errorf("got %v bytes of a row, want 114", got)
	}
	if got := stored(due); got != 2*(3+3+6+6+100) {
		t.Errorf("got %v bytes of a row in an index, want 236", got)
	}
	if got := growth([]row{nil, plain, plain}, []row{plain, plain, nil}); got != 0 {
		t.Errorf("got a growth of %v bytes by a row that came and one that went, want 0", got)
	}
}
