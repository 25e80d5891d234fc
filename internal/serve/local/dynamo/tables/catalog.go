package tables

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// arnPrefix has the account and the region of every table; nothing here has others.
const arnPrefix = "arn:aws:dynamodb:us-east-1:000000000000:table/"

// CreateTable makes a table, which is there at once.
func (db *DB) CreateTable(_ context.Context, in *dynamodb.CreateTableInput, _ ...func(*dynamodb.Options)) (*dynamodb.CreateTableOutput, error) {
	if err := db.create(in); err != nil {
		return nil, err
	}
	t, err := db.table(in.TableName)
	if err != nil {
		return nil, err
	}
	return &dynamodb.CreateTableOutput{TableDescription: t.described()}, nil
}

func (db *DB) create(schema *dynamodb.CreateTableInput) error {
	if err := checkSchema(schema); err != nil {
		return err
	}
	t, err := NewTable(schema)
	if err != nil {
		return err
	}
	return db.storage.Write(func(w Writer) error {
		db.catalog.Lock()
		defer db.catalog.Unlock()
		if db.tables[t.Name] != nil {
			return &types.ResourceInUseException{Message: aws.String("Table already exists: " + t.Name)}
		}
		if err := w.Create(t); err != nil {
			return err
		}
		db.tables[t.Name] = t
		w.Undo(func() { db.forget(t.Name) })
		return nil
	})
}

func (db *DB) forget(name string) {
	db.catalog.Lock()
	defer db.catalog.Unlock()
	delete(db.tables, name)
}

// DeleteTable removes a table with all that it has.
func (db *DB) DeleteTable(_ context.Context, in *dynamodb.DeleteTableInput, _ ...func(*dynamodb.Options)) (*dynamodb.DeleteTableOutput, error) {
	t, err := db.table(in.TableName)
	if err != nil {
		return nil, err
	}
	err = db.storage.Write(func(w Writer) error {
		if err := w.Drop(t); err != nil {
			return err
		}
		db.forget(t.Name)
		w.Undo(func() {
			db.catalog.Lock()
			defer db.catalog.Unlock()
			db.tables[t.Name] = t
		})
		return nil
	})
	return answer(&dynamodb.DeleteTableOutput{TableDescription: t.described()}, err)
}

// DescribeTable describes a table as it was created. Sizes and counts are left out: nothing reads them.
func (db *DB) DescribeTable(_ context.Context, in *dynamodb.DescribeTableInput, _ ...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error) {
	t, err := db.table(in.TableName)
	if err != nil {
		return nil, err
	}
	return &dynamodb.DescribeTableOutput{Table: t.described()}, nil
}

// ListTables lists all tables by name.
func (db *DB) ListTables(_ context.Context, in *dynamodb.ListTablesInput, _ ...func(*dynamodb.Options)) (*dynamodb.ListTablesOutput, error) {
	db.catalog.RLock()
	names := slices.Sorted(maps.Keys(db.tables))
	db.catalog.RUnlock()
	after := aws.ToString(in.ExclusiveStartTableName)
	names = slices.DeleteFunc(names, func(name string) bool { return strings.Compare(name, after) <= 0 })
	out := &dynamodb.ListTablesOutput{TableNames: names}
	if most := int(aws.ToInt32(in.Limit)); most > 0 && len(names) > most {
		out.TableNames, out.LastEvaluatedTableName = names[:most], &names[most-1]
	}
	return out, nil
}

func (t *Table) described() *types.TableDescription {
	s := t.Schema
	d := &types.TableDescription{
		TableName: &t.Name, TableStatus: types.TableStatusActive, TableArn: aws.String(arnPrefix + t.Name),
		AttributeDefinitions: s.AttributeDefinitions, KeySchema: s.KeySchema, StreamSpecification: s.StreamSpecification,
	}
	if s.BillingMode == types.BillingModePayPerRequest {
		d.BillingModeSummary = &types.BillingModeSummary{BillingMode: s.BillingMode}
	}
	for _, x := range s.GlobalSecondaryIndexes {
		d.GlobalSecondaryIndexes = append(d.GlobalSecondaryIndexes, types.GlobalSecondaryIndexDescription{
			IndexName: x.IndexName, IndexStatus: types.IndexStatusActive, KeySchema: x.KeySchema, Projection: x.Projection,
			IndexArn: aws.String(arnPrefix + t.Name + "/index/" + aws.ToString(x.IndexName)),
		})
	}
	for _, x := range s.LocalSecondaryIndexes {
		d.LocalSecondaryIndexes = append(d.LocalSecondaryIndexes, types.LocalSecondaryIndexDescription{
			IndexName: x.IndexName, KeySchema: x.KeySchema, Projection: x.Projection,
			IndexArn: aws.String(arnPrefix + t.Name + "/index/" + aws.ToString(x.IndexName)),
		})
	}
	if t.streams {
		d.LatestStreamArn, d.LatestStreamLabel = aws.String(t.streamARN()), aws.String(streamLabel)
	}
	return d
}
