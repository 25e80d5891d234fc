package dynamo_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

// TestTurnedBits: one bit that is another in a row, an entry of an index or a record of the stream is found at the start.
func TestTurnedBits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "core.db")
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: path})
	if err != nil {
		t.Fatalf("opening the engine: got error %v", err)
	}
	indexed(t, client(engine))
	if err := engine.Close(); err != nil {
		t.Fatalf("closing the engine: got error %v", err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, column := range []string{"rows.h", "rows.v", "entries.h", "entries.s", "entries.rh", "records.v", "rows.t", "entries.t", "entries.x", "records.t", "records.at"} {
		turned(t, db, path, column)
	}
	if err := checked(t, path); err != nil {
		t.Errorf("with all bits as they were: got error %v", err)
	}
}

// turned turns the lowest bit of the last byte, or of the number, of a column in one row, and back.
func turned(t *testing.T, db *sql.DB, path, column string) {
	t.Helper()
	table, name := column[:len(column)-len(filepath.Ext(column))], filepath.Ext(column)[1:]
	var was any
	if err := db.QueryRowContext(t.Context(), "SELECT "+name+" FROM "+table+" LIMIT 1").Scan(&was); err != nil {
		t.Fatalf("%s: got error %v", column, err)
	}
	is := was
	switch v := was.(type) {
	case int64:
		is = v ^ 1
	case []byte:
		b := append([]byte(nil), v...)
		b[len(b)-1] ^= 1
		is = b
	}
	set := func(from, to any) {
		if _, err := db.ExecContext(t.Context(), "UPDATE "+table+" SET "+name+" = ? WHERE "+name+" = ?", to, from); err != nil {
			t.Fatalf("%s: got error %v", column, err)
		}
	}
	set(was, is)
	if err := checked(t, path); !errors.Is(err, dynamo.ErrDamaged) {
		t.Errorf("%s with another bit: got error %v, want ErrDamaged", column, err)
	}
	set(is, was)
}

// checked opens a database as a start does.
func checked(t *testing.T, path string) error {
	t.Helper()
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: path, Check: true})
	if err == nil {
		err = engine.Close()
	}
	return err
}

// indexed makes a table with an index and a stream, and a row that both have.
func indexed(t *testing.T, db *dynamodb.Client) {
	t.Helper()
	text := func(name string) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: types.ScalarAttributeTypeS}
	}
	key := func(hash, sort string) []types.KeySchemaElement {
		return []types.KeySchemaElement{{AttributeName: aws.String(hash), KeyType: types.KeyTypeHash}, {AttributeName: aws.String(sort), KeyType: types.KeyTypeRange}}
	}
	_, err := db.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: aws.String("core"), BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{text("pk"), text("sk"), text("x"), text("y")}, KeySchema: key("pk", "sk"),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName: aws.String("second"), KeySchema: key("x", "y"), Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}},
		StreamSpecification: &types.StreamSpecification{StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages},
	})
	item := map[string]types.AttributeValue{}
	for _, name := range []string{"pk", "sk", "x", "y"} {
		item[name] = &types.AttributeValueMemberS{Value: "of " + name}
	}
	if err == nil {
		_, err = db.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("core"), Item: item})
	}
	if err != nil {
		t.Fatalf("making a table with a row: got error %v", err)
	}
}
