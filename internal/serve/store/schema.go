package store

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Tables are the two tables as they are to be created.
func Tables(core, edge string) []*dynamodb.CreateTableInput {
	return []*dynamodb.CreateTableInput{
		{
			TableName: &core, BillingMode: types.BillingModePayPerRequest,
			AttributeDefinitions: attributes("pk", "sk", "duePk", "dueAt:N", "recentPk", "recentId"),
			KeySchema:            keySchema("pk", "sk"),
			GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{
				keysOnly(IndexDue, "duePk", "dueAt"), keysOnly(IndexRecent, "recentPk", "recentId"),
			},
			StreamSpecification: &types.StreamSpecification{
				StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewImage,
			},
		},
		{
			TableName: &edge, BillingMode: types.BillingModePayPerRequest,
			AttributeDefinitions: attributes("pk"), KeySchema: keySchema("pk", ""),
		},
	}
}

// CreateTables makes both tables where they are missing, for local runs and tests.
// In AWS the stack makes them.
func CreateTables(ctx context.Context, db *dynamodb.Client, core, edge string) error {
	for _, t := range Tables(core, edge) {
		_, err := db.CreateTable(ctx, t)
		if _, exists := errors.AsType[*types.ResourceInUseException](err); err != nil && !exists {
			return unavailable(err)
		}
		wait := dynamodb.NewTableExistsWaiter(db, func(o *dynamodb.TableExistsWaiterOptions) {
			o.MinDelay, o.MaxDelay = 10*time.Millisecond, time.Second
		})
		if err := wait.Wait(ctx, &dynamodb.DescribeTableInput{TableName: t.TableName}, time.Minute); err != nil {
			return unavailable(err)
		}
	}
	return nil
}

func attributes(names ...string) []types.AttributeDefinition {
	defs := make([]types.AttributeDefinition, len(names))
	for i, name := range names {
		kind := types.ScalarAttributeTypeS
		if name == "dueAt:N" {
			name, kind = "dueAt", types.ScalarAttributeTypeN
		}
		defs[i] = types.AttributeDefinition{AttributeName: &name, AttributeType: kind}
	}
	return defs
}

func keySchema(hash, sortKey string) []types.KeySchemaElement {
	schema := []types.KeySchemaElement{{AttributeName: &hash, KeyType: types.KeyTypeHash}}
	if sortKey != "" {
		schema = append(schema, types.KeySchemaElement{AttributeName: &sortKey, KeyType: types.KeyTypeRange})
	}
	return schema
}

func keysOnly(name, hash, sortKey string) types.GlobalSecondaryIndex {
	return types.GlobalSecondaryIndex{
		IndexName: &name, KeySchema: keySchema(hash, sortKey),
		Projection: &types.Projection{ProjectionType: types.ProjectionTypeKeysOnly},
	}
}
