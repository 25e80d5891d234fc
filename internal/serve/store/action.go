package store

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// change is one update of a row: the expression, its condition and their values.
// Expressions write every column as #column, because DynamoDB refuses some 570
// words as bare names; names gives the columns that are no plain words.
type change struct {
	key       item
	set       string
	condition string
	names     map[string]string
	values    values
}

// action returns the change as a part of a transaction that returns the row it met
// when its condition fails.
func (c change) action(table string) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &table, Key: c.key, UpdateExpression: &c.set,
		ConditionExpression:                 optional(c.condition),
		ExpressionAttributeNames:            columnNames(c.names, c.set, c.condition),
		ExpressionAttributeValues:           encodeValues(c.values),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}
}

// actions returns changes of the core table as parts of a transaction.
func (s *Store) actions(changes []change) []types.TransactWriteItem {
	actions := make([]types.TransactWriteItem, len(changes))
	for i, c := range changes {
		actions[i] = c.action(s.core)
	}
	return actions
}

// update makes the change on its own. It returns the row as it is now and true, or
// the row that failed the condition (empty when there is none) and false. What meets a
// transaction on its row is tried again, as a transaction is.
func (s *Store) update(ctx context.Context, table string, c change) (item, bool, error) {
	for attempt := 1; ; attempt++ {
		row, ok, err := s.updateOnce(ctx, table, c)
		switch {
		case err == nil:
			return row, ok, nil
		case !conflicted(err):
			return nil, false, unavailable(err)
		case attempt == transactAttempts:
			return nil, false, unavailable(errors.Join(errContended, err))
		}
		if err := sleep(ctx, s.jitter(8*time.Millisecond<<min(attempt, 6))); err != nil {
			return nil, false, unavailable(err)
		}
	}
}

func (s *Store) updateOnce(ctx context.Context, table string, c change) (item, bool, error) {
	res, err := s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: &table, Key: c.key, UpdateExpression: &c.set,
		ConditionExpression:                 optional(c.condition),
		ExpressionAttributeNames:            columnNames(c.names, c.set, c.condition),
		ExpressionAttributeValues:           encodeValues(c.values),
		ReturnValues:                        types.ReturnValueAllNew,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	})
	if failed, ok := errors.AsType[*types.ConditionalCheckFailedException](err); ok {
		return failed.Item, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return res.Attributes, true, nil
}

// put writes a whole row on its own. It reports false when the condition failed.
func (s *Store) put(ctx context.Context, row any, condition string) (bool, error) {
	m, err := encode(row)
	if err != nil {
		return false, err
	}
	_, err = s.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: &s.core, Item: m, ConditionExpression: optional(condition),
		ExpressionAttributeNames: columnNames(nil, condition),
	})
	if _, ok := errors.AsType[*types.ConditionalCheckFailedException](err); ok {
		return false, nil
	}
	if err != nil {
		return false, unavailable(err)
	}
	return true, nil
}

// putAction writes a whole row, as a part of a transaction, if the condition holds.
func putAction(table string, row any, condition string, v values) (types.TransactWriteItem, error) {
	m, err := encode(row)
	if err != nil {
		return types.TransactWriteItem{}, err
	}
	return types.TransactWriteItem{Put: &types.Put{
		TableName: &table, Item: m, ConditionExpression: optional(condition),
		ExpressionAttributeNames:            columnNames(nil, condition),
		ExpressionAttributeValues:           encodeValues(v),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}, nil
}

// deleteAction removes a row, as a part of a transaction, if the condition holds.
func deleteAction(table string, k key, condition string, v values) types.TransactWriteItem {
	return types.TransactWriteItem{Delete: &types.Delete{
		TableName: &table, Key: k.item(), ConditionExpression: optional(condition),
		ExpressionAttributeNames: columnNames(nil, condition), ExpressionAttributeValues: encodeValues(v),
	}}
}

// checkAction lets a transaction pass only while the condition holds for a row.
func checkAction(table string, k key, condition string, v values) types.TransactWriteItem {
	return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: &table, Key: k.item(), ConditionExpression: &condition,
		ExpressionAttributeNames: columnNames(nil, condition), ExpressionAttributeValues: encodeValues(v),
	}}
}

const (
	absent  = "attribute_not_exists(#pk)"
	present = "attribute_exists(#pk)"
)

// columnNames maps every #column of the expressions to its column.
func columnNames(given map[string]string, expressions ...string) map[string]string {
	var names map[string]string
	for _, e := range expressions {
		for {
			_, rest, found := strings.Cut(e, "#")
			if !found {
				break
			}
			end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
			if end < 0 {
				end = len(rest)
			}
			column := rest[:end]
			if names == nil {
				names = map[string]string{}
			}
			names["#"+column] = column
			if other, ok := given["#"+column]; ok {
				names["#"+column] = other
			}
			e = rest[end:]
		}
	}
	return names
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
