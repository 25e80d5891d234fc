package tables

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// GetItem reads a row.
func (db *DB) GetItem(_ context.Context, in *dynamodb.GetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	shape, err := db.projection(in.ProjectionExpression, in.ExpressionAttributeNames)
	if err != nil {
		return nil, err
	}
	out := &dynamodb.GetItemOutput{}
	err = db.storage.Look(func(r Reader) error {
		t, err := db.table(in.TableName)
		if err != nil {
			return err
		}
		at, err := t.place(in.Key, true)
		if err != nil {
			return err
		}
		out.Item, err = read(r, t, at, shape)
		return err
	})
	return answer(out, err)
}

// answer is the output of a call, or its error without one.
func answer[O any](out *O, err error) (*O, error) {
	if err != nil {
		return nil, err
	}
	return out, nil
}

// read returns a copy of a row, nil when there is none.
func read(r Reader, t *Table, at Place, shape *projection) (Item, error) {
	found, err := r.Find(t, at)
	if err != nil || found == nil {
		return nil, err
	}
	return shape.of(found.Item), nil
}

// BatchGetItem reads up to 100 rows, all of them.
func (db *DB) BatchGetItem(_ context.Context, in *dynamodb.BatchGetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	out := &dynamodb.BatchGetItemOutput{Responses: map[string][]Item{}, UnprocessedKeys: map[string]types.KeysAndAttributes{}}
	most := 0
	for name, asked := range in.RequestItems {
		if most += len(asked.Keys); len(asked.Keys) > maxActions {
			return nil, invalid("1 validation error detected: Value at 'RequestItems.%s.member.Keys' failed to satisfy constraint: "+
				"Member must have length less than or equal to %d", name, maxActions)
		}
	}
	switch {
	case len(in.RequestItems) == 0:
		return nil, invalid("The requestItems parameter is required for BatchGetItem")
	case most == 0 || most > maxActions:
		return nil, invalid("Too many items requested for the BatchGetItem call, or none: %d", most)
	}
	err := db.storage.Read(func(r Reader) error {
		for name, asked := range in.RequestItems {
			rows, err := db.readAll(r, name, &asked)
			if err != nil {
				return err
			}
			out.Responses[name] = rows
		}
		return nil
	})
	return answer(out, err)
}

// readAll reads rows of one table, each of them once.
func (db *DB) readAll(r Reader, name string, asked *types.KeysAndAttributes) ([]Item, error) {
	t, err := db.table(&name)
	if err != nil {
		return nil, err
	}
	shape, err := db.projection(asked.ProjectionExpression, asked.ExpressionAttributeNames)
	if err != nil {
		return nil, err
	}
	seen, rows := make(map[Place]bool, len(asked.Keys)), []Item{}
	for _, key := range asked.Keys {
		at, err := t.place(key, true)
		if err != nil {
			return nil, err
		}
		if seen[at] {
			return nil, invalid("Provided list of item keys contains duplicates")
		}
		seen[at] = true
		found, err := r.Find(t, at)
		if err != nil {
			return nil, err
		}
		if found != nil {
			rows = append(rows, shape.of(found.Item))
		}
	}
	return rows, nil
}

// PutItem writes a row whole.
func (db *DB) PutItem(_ context.Context, in *dynamodb.PutItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	out := &dynamodb.PutItemOutput{}
	err := db.storage.Write(func(s Writer) error {
		w, err := db.put(s, in.TableName, in.Item, in.ConditionExpression, in.ExpressionAttributeNames, in.ExpressionAttributeValues)
		if err != nil {
			return err
		}
		if !w.met {
			return conditionFailed(w.before(), in.ReturnValuesOnConditionCheckFailure)
		}
		out.Attributes, err = w.returned(in.ReturnValues, nil)
		if err != nil {
			return err
		}
		return db.apply(s, w)
	})
	return answer(out, err)
}

// UpdateItem changes a row, or makes it.
func (db *DB) UpdateItem(_ context.Context, in *dynamodb.UpdateItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	out := &dynamodb.UpdateItemOutput{}
	err := db.storage.Write(func(s Writer) error {
		w, err := db.update(s, in.TableName, in.Key, in.UpdateExpression, in.ConditionExpression, in.ExpressionAttributeNames, in.ExpressionAttributeValues)
		if err != nil {
			return err
		}
		if !w.met {
			return conditionFailed(w.before(), in.ReturnValuesOnConditionCheckFailure)
		}
		if w.fault != nil {
			return w.fault
		}
		out.Attributes, err = w.returned(in.ReturnValues, w.touched)
		if err != nil {
			return err
		}
		return db.apply(s, w)
	})
	return answer(out, err)
}

// DeleteItem removes a row, if there is one.
func (db *DB) DeleteItem(_ context.Context, in *dynamodb.DeleteItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.DeleteItemOutput, error) {
	out := &dynamodb.DeleteItemOutput{}
	err := db.storage.Write(func(s Writer) error {
		w, err := db.remove(s, &types.Delete{
			TableName: in.TableName, Key: in.Key, ConditionExpression: in.ConditionExpression,
			ExpressionAttributeNames: in.ExpressionAttributeNames, ExpressionAttributeValues: in.ExpressionAttributeValues,
		})
		if err != nil {
			return err
		}
		if !w.met {
			return conditionFailed(w.before(), in.ReturnValuesOnConditionCheckFailure)
		}
		out.Attributes, err = w.returned(in.ReturnValues, nil)
		if err != nil {
			return err
		}
		return db.apply(s, w)
	})
	return answer(out, err)
}

// write is a write that was checked and is yet to be made.
type write struct {
	table *Table
	at    Place
	old   *Row
	fresh *Row  // nil to delete, or with none to write
	none  bool  // only the condition counts
	met   bool  // the condition holds
	fault error // of the update on this very row

	touched []string // columns that the update names
}

func (w *write) before() Item {
	if w.old == nil {
		return nil
	}
	return w.old.Item
}

// returned is what a call of its own gives back of the row.
func (w *write) returned(wanted types.ReturnValue, touched []string) (Item, error) {
	var after Item
	if w.fresh != nil {
		after = w.fresh.Item
	}
	switch {
	case wanted == "" || wanted == types.ReturnValueNone:
		return nil, nil
	case wanted == types.ReturnValueAllOld:
		return copied(w.before()), nil
	case touched == nil:
		return nil, invalid("Return values set to invalid value")
	case wanted == types.ReturnValueAllNew:
		return copied(after), nil
	case wanted == types.ReturnValueUpdatedOld:
		return only(w.before(), touched), nil
	case wanted == types.ReturnValueUpdatedNew:
		return only(after, touched), nil
	}
	return nil, invalid("Return values set to invalid value")
}

// only is the part of an item that has these columns.
func only(item Item, columns []string) Item {
	part := Item{}
	for _, name := range columns {
		if v, ok := item[name]; ok {
			part[name] = v
		}
	}
	return part
}

// apply makes the writes.
func (db *DB) apply(s Writer, writes ...*write) error {
	for _, w := range writes {
		if w.none || (w.old == nil && w.fresh == nil) {
			continue
		}
		if err := db.replace(s, w.table, w.old, w.fresh); err != nil {
			return err
		}
	}
	db.announce()
	return nil
}

// begin finds the row of a write and looks whether the condition holds.
func (db *DB) begin(r Reader, name *string, key Item, exact bool, expression *string, names map[string]string, values Item, rest used) (*write, error) {
	t, err := db.table(name)
	if err != nil {
		return nil, err
	}
	at, err := t.place(key, exact)
	if err != nil {
		return nil, err
	}
	c, err := db.parsed.condition(conditionParameter, expression)
	if err != nil {
		return nil, err
	}
	if err := firstError(check(names, values, c.usage(), rest), c.types(values)); err != nil {
		return nil, err
	}
	old, err := r.Find(t, at)
	if err != nil {
		return nil, err
	}
	w := &write{table: t, at: at, old: old}
	w.met = c.met(w.before(), names, values)
	return w, nil
}

func (db *DB) put(r Reader, name *string, item Item, expression *string, names map[string]string, values Item) (*write, error) {
	if expression == nil && values != nil {
		return nil, invalid("ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null")
	}
	w, err := db.begin(r, name, item, false, expression, names, values, used{})
	if err != nil {
		return nil, err
	}
	plain, size, err := measure(item)
	if err == nil {
		err = w.table.checkIndexes(plain)
	}
	if err != nil {
		return nil, err
	}
	w.fresh = &Row{Place: w.at, Item: copied(plain), Size: size}
	return w, nil
}

func (db *DB) update(r Reader, name *string, key Item, expression, condition *string, names map[string]string, values Item) (*write, error) {
	u := &update{}
	if expression != nil {
		var err error
		if u, err = db.parsed.update(*expression); err != nil {
			return nil, err
		}
	}
	w, err := db.begin(r, name, key, true, condition, names, values, u.used)
	if err != nil {
		return nil, err
	}
	s := &scope{w.before(), names, values}
	if err := u.check(w.table.keys, s); err != nil {
		return nil, err
	}
	w.touched = u.columns(s)
	if w.met {
		w.fault = w.updated(u, s, key)
	}
	return w, nil
}

// updated works out the row after an update.
func (w *write) updated(u *update, s *scope, key Item) error {
	was := s.item
	if was == nil {
		was = key
	}
	item, err := u.apply(was, s)
	if err != nil {
		return err
	}
	item, size, err := measure(item)
	if err != nil {
		return invalid("Item size to update has exceeded the maximum allowed size")
	}
	if err := w.table.checkIndexes(item); err != nil {
		return err
	}
	w.fresh = &Row{Place: w.at, Item: item, Size: size}
	return nil
}

func (db *DB) remove(r Reader, d *types.Delete) (*write, error) {
	return db.begin(r, d.TableName, d.Key, true, d.ConditionExpression, d.ExpressionAttributeNames, d.ExpressionAttributeValues, used{})
}

func (db *DB) look(r Reader, c *types.ConditionCheck) (*write, error) {
	if aws.ToString(c.ConditionExpression) == "" {
		return nil, invalid("Invalid ConditionExpression: The expression can not be empty;")
	}
	w, err := db.begin(r, c.TableName, c.Key, true, c.ConditionExpression, c.ExpressionAttributeNames, c.ExpressionAttributeValues, used{})
	if w != nil {
		w.none = true
	}
	return w, err
}

// BatchWriteItem puts and deletes up to 25 rows, all of them.
func (db *DB) BatchWriteItem(_ context.Context, in *dynamodb.BatchWriteItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchWriteItemOutput, error) {
	most := 0
	for name, requests := range in.RequestItems {
		if most += len(requests); len(requests) == 0 || len(requests) > maxBatch {
			return nil, unmet(fmt.Sprintf("'{%s=[%d requests]}'", name, len(requests)), "requestItems", "Map value must satisfy constraint: "+
				"[Member must have length less than or equal to 25, Member must have length greater than or equal to 1]")
		}
	}
	switch {
	case most == 0:
		return nil, invalid("The requestItems parameter is required for BatchWriteItem")
	case most > maxBatch:
		return nil, invalid("Too many items requested for the BatchWriteItem call")
	}
	err := db.storage.Write(func(s Writer) error {
		var writes []*write
		for name, requests := range in.RequestItems {
			seen := make(map[Place]bool, len(requests))
			for _, request := range requests {
				w, err := db.request(s, name, request)
				if err != nil {
					return err
				}
				if seen[w.at] {
					return invalid("Provided list of item keys contains duplicates")
				}
				seen[w.at] = true
				writes = append(writes, w)
			}
		}
		return db.apply(s, writes...)
	})
	return answer(&dynamodb.BatchWriteItemOutput{UnprocessedItems: map[string][]types.WriteRequest{}}, err)
}

func (db *DB) request(r Reader, name string, request types.WriteRequest) (*write, error) {
	switch {
	case request.PutRequest != nil:
		return db.put(r, &name, request.PutRequest.Item, nil, nil, nil)
	case request.DeleteRequest != nil:
		return db.remove(r, &types.Delete{TableName: &name, Key: request.DeleteRequest.Key})
	}
	return nil, invalid("Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes")
}
