package store

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// change is one update of a row: the expression, its condition and their names
// and values.
type change struct {
	key       key
	set       string
	condition string
	names     map[string]string
	values    values
}

// action returns the change as a part of a transaction that tells the row it met
// when its condition fails.
func (c change) action(table string) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &table, Key: c.key.item(), UpdateExpression: &c.set,
		ConditionExpression: optional(c.condition), ExpressionAttributeNames: c.names,
		ExpressionAttributeValues:           encodeValues(c.values),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}
}

// putAction writes a whole row if the condition holds.
func putAction(table string, row any, condition string, v values) (types.TransactWriteItem, error) {
	m, err := encode(row)
	if err != nil {
		return types.TransactWriteItem{}, err
	}
	return types.TransactWriteItem{Put: &types.Put{
		TableName: &table, Item: m, ConditionExpression: optional(condition),
		ExpressionAttributeValues:           encodeValues(v),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}, nil
}

const absent = "attribute_not_exists(pk)"

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
