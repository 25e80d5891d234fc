package tables_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// TestRefusals: what DynamoDB refuses is refused here, so that no test passes on what a deployed service could not do.
func TestRefusals(t *testing.T) {
	t.Parallel()
	core, key := aws.String("core"), item(t, `{"pk":"a","sk":"1"}`)
	values := item(t, `{":x":"x"}`)
	query := func(change func(*dynamodb.QueryInput)) func(context.Context, *tables.DB) error {
		in := &dynamodb.QueryInput{TableName: core, KeyConditionExpression: aws.String("pk = :x"), ExpressionAttributeValues: values}
		change(in)
		return func(ctx context.Context, db *tables.DB) error { _, err := db.Query(ctx, in); return err }
	}
	put := func(column types.AttributeValue) func(context.Context, *tables.DB) error {
		return func(ctx context.Context, db *tables.DB) error {
			_, err := db.PutItem(ctx, &dynamodb.PutItemInput{TableName: core, Item: tables.Item{"pk": key["pk"], "sk": key["sk"], "a": column}})
			return err
		}
	}
	create := func(change func(*dynamodb.CreateTableInput)) func(context.Context, *tables.DB) error {
		in := &dynamodb.CreateTableInput{
			TableName: aws.String("more"), KeySchema: []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash}},
			AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS}},
		}
		change(in)
		return func(ctx context.Context, db *tables.DB) error { _, err := db.CreateTable(ctx, in); return err }
	}
	gets := func(keys ...tables.Item) func(context.Context, *tables.DB) error {
		in := &dynamodb.TransactGetItemsInput{}
		for _, k := range keys {
			in.TransactItems = append(in.TransactItems, types.TransactGetItem{Get: &types.Get{TableName: core, Key: k}})
		}
		return func(ctx context.Context, db *tables.DB) error { _, err := db.TransactGetItems(ctx, in); return err }
	}
	for name, c := range map[string]struct {
		do   func(context.Context, *tables.DB) error
		want string
	}{
		"a reserved word in a filter":     {query(func(in *dynamodb.QueryInput) { in.FilterExpression = aws.String("Status = :x") }), "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: Status"},
		"a reserved word in a key":        {query(func(in *dynamodb.QueryInput) { in.KeyConditionExpression = aws.String("hash = :x") }), "Invalid KeyConditionExpression: Attribute name is a reserved"},
		"a reserved word in a projection": {query(func(in *dynamodb.QueryInput) { in.ProjectionExpression = aws.String("pk, ttl") }), "Invalid ProjectionExpression: Attribute name is a reserved"},
		"no limit at all":                 {query(func(in *dynamodb.QueryInput) { in.Limit = aws.Int32(0) }), "greater than or equal to 1"},
		"a choice that is not":            {query(func(in *dynamodb.QueryInput) { in.Select = "SOME" }), "enum value set"},
		"a choice of nothing":             {query(func(in *dynamodb.QueryInput) { in.Select = types.SelectSpecificAttributes }), "ProjectionExpression"},
		"a count of columns": {query(func(in *dynamodb.QueryInput) {
			in.Select, in.ProjectionExpression = types.SelectCount, aws.String("pk")
		}), "ProjectionExpression"},
		"the columns of no index":   {query(func(in *dynamodb.QueryInput) { in.Select = types.SelectAllProjectedAttributes }), "IndexName"},
		"a name that no table has":  {query(func(in *dynamodb.QueryInput) { in.TableName = aws.String("a b") }), "regular expression pattern"},
		"no name":                   {query(func(in *dynamodb.QueryInput) { in.TableName = nil }), "must not be null"},
		"a null that is not":        {put(&types.AttributeValueMemberNULL{}), "value of true"},
		"an empty set":              {put(&types.AttributeValueMemberSS{}), "An string set  may not be empty"},
		"an empty set of binary":    {put(&types.AttributeValueMemberBS{}), "Binary sets should not be empty"},
		"a set with one text twice": {put(&types.AttributeValueMemberSS{Value: []string{"a", "a"}}), "[a, a] contains duplicates"},
		"one row read twice":        {gets(key, key), "multiple operations on one item"},
		"a key that does not fit":   {gets(key, item(t, `{"pk":"a"}`)), "[None, ValidationError]"},
		"nothing to read":           {gets(), "greater than or equal to 1"},
		"a long name":               {create(func(in *dynamodb.CreateTableInput) { in.TableName = aws.String(strings.Repeat("a", 256)) }), "less than or equal to 255"},
		"a column of no key":        {create(func(in *dynamodb.CreateTableInput) { in.KeySchema = nil }), "does not exactly match"},
		"an index beside no sort key": {create(func(in *dynamodb.CreateTableInput) {
			in.LocalSecondaryIndexes = []types.LocalSecondaryIndex{{IndexName: aws.String("x"), KeySchema: in.KeySchema}}
		}), "range key"},
		"two indexes of one name": {create(func(in *dynamodb.CreateTableInput) {
			x := types.GlobalSecondaryIndex{IndexName: aws.String("x"), KeySchema: in.KeySchema}
			in.GlobalSecondaryIndexes = []types.GlobalSecondaryIndex{x, x}
		}), "Duplicate index name: x"},
		"a key of two hashes": {create(func(in *dynamodb.CreateTableInput) { in.KeySchema = append(in.KeySchema, in.KeySchema...) }), "Invalid KeySchema"},
	} {
		err := c.do(t.Context(), setup(t))
		if got := code(err); got != "ValidationException" && got != "TransactionCanceledException" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want a ValidationException with %q", name, err, c.want)
		}
	}
}

// TestReservedWordsHavePlaceholders: the same words are allowed behind a placeholder.
func TestReservedWordsHavePlaceholders(t *testing.T) {
	t.Parallel()
	db := setup(t)
	_, err := db.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: aws.String("core"), Key: item(t, `{"pk":"a","sk":"1"}`), UpdateExpression: aws.String("SET #status = :x"),
		ExpressionAttributeNames: map[string]string{"#status": "status"}, ExpressionAttributeValues: item(t, `{":x":"x"}`),
	})
	if err != nil {
		t.Errorf("a placeholder: got error %v, want none", err)
	}
	_, err = db.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("core"), Key: item(t, `{"pk":"a"}`)})
	if cancelled, ok := errors.AsType[*types.TransactionCanceledException](err); ok {
		t.Errorf("a single read: got cancellation %v, want a ValidationException", cancelled)
	}
	if diff := cmp.Diff("ValidationException", code(err)); diff != "" {
		t.Errorf("the code of a key that does not fit mismatches (-want +got):\n%s", diff)
	}
}
