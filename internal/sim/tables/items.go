package tables

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// GetItem reads a row.
func (db *DB) GetItem(_ context.Context, in *dynamodb.GetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	found, err := db.read(in.TableName, in.Key)
	if err != nil {
		return nil, err
	}
	return &dynamodb.GetItemOutput{Item: found}, nil
}

// read returns a copy of a row, nil when there is none.
func (db *DB) read(name *string, key Item) (Item, error) {
	t, err := db.table(name)
	if err != nil {
		return nil, err
	}
	at, err := t.place(key, true)
	if err != nil {
		return nil, err
	}
	if found := t.find(at); found != nil {
		return copied(found.item), nil
	}
	return nil, nil
}

// BatchGetItem reads up to 100 rows, all of them.
func (db *DB) BatchGetItem(_ context.Context, in *dynamodb.BatchGetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	out := &dynamodb.BatchGetItemOutput{Responses: map[string][]Item{}, UnprocessedKeys: map[string]types.KeysAndAttributes{}}
	most := 0
	for name, asked := range in.RequestItems {
		t, err := db.table(&name)
		if err != nil {
			return nil, err
		}
		seen := make(map[place]bool, len(asked.Keys))
		most += len(asked.Keys)
		for _, key := range asked.Keys {
			at, err := t.place(key, true)
			if err != nil {
				return nil, err
			}
			if seen[at] {
				return nil, invalid("Provided list of item keys contains duplicates")
			}
			seen[at] = true
			if found := t.find(at); found != nil {
				out.Responses[name] = append(out.Responses[name], copied(found.item))
			}
		}
	}
	if most == 0 || most > maxActions {
		return nil, invalid("Too many items requested for the BatchGetItem call, or none: %d", most)
	}
	return out, nil
}

// PutItem writes a row whole.
func (db *DB) PutItem(_ context.Context, in *dynamodb.PutItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	w, err := db.put(in.TableName, in.Item, in.ConditionExpression, in.ExpressionAttributeNames, in.ExpressionAttributeValues)
	if err != nil {
		return nil, err
	}
	if !w.met {
		return nil, conditionFailed(w.before(), in.ReturnValuesOnConditionCheckFailure)
	}
	db.apply(w)
	out := &dynamodb.PutItemOutput{}
	if in.ReturnValues == types.ReturnValueAllOld {
		out.Attributes = copied(w.before())
	}
	return out, nil
}

// UpdateItem changes a row, or makes it.
func (db *DB) UpdateItem(_ context.Context, in *dynamodb.UpdateItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	w, err := db.update(in.TableName, in.Key, in.UpdateExpression, in.ConditionExpression, in.ExpressionAttributeNames, in.ExpressionAttributeValues)
	if err != nil {
		return nil, err
	}
	if !w.met {
		return nil, conditionFailed(w.before(), in.ReturnValuesOnConditionCheckFailure)
	}
	if w.fault != nil {
		return nil, w.fault
	}
	db.apply(w)
	out := &dynamodb.UpdateItemOutput{}
	switch in.ReturnValues { // the others are of parts, which package store does not ask for
	case types.ReturnValueAllNew:
		out.Attributes = copied(w.fresh.item)
	case types.ReturnValueAllOld:
		out.Attributes = copied(w.before())
	}
	return out, nil
}

// write is a write that was checked and is yet to be made.
type write struct {
	table *table
	at    place
	old   *row
	fresh *row  // nil to delete, or with none to write
	none  bool  // only the condition counts
	met   bool  // the condition holds
	fault error // of the update on this very row
}

func (w *write) before() Item {
	if w.old == nil {
		return nil
	}
	return w.old.item
}

// apply makes the write. One that changes nothing is no change for those who watch.
func (db *DB) apply(writes ...*write) {
	for _, w := range writes {
		if w.none || (w.old == nil && w.fresh == nil) {
			continue
		}
		db.replace(w.table, w.old, w.fresh)
	}
	db.announce()
}

// begin finds the row of a write and looks whether the condition holds.
func (db *DB) begin(name *string, key Item, exact bool, expression *string, names map[string]string, values Item, rest used) (*write, error) {
	t, err := db.table(name)
	if err != nil {
		return nil, err
	}
	at, err := t.place(key, exact)
	if err != nil {
		return nil, err
	}
	c, err := db.parsed.condition(expression)
	if err != nil {
		return nil, err
	}
	if err := firstError(check(names, values, c.usage(), rest), c.types(values)); err != nil {
		return nil, err
	}
	w := &write{table: t, at: at, old: t.find(at)}
	w.met = c.met(w.before(), names, values)
	return w, nil
}

func (db *DB) put(name *string, item Item, expression *string, names map[string]string, values Item) (*write, error) {
	w, err := db.begin(name, item, false, expression, names, values, used{})
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
	w.fresh = &row{place: w.at, item: copied(plain), size: size}
	return w, nil
}

func (db *DB) update(name *string, key Item, expression, condition *string, names map[string]string, values Item) (*write, error) {
	u := &update{}
	if expression != nil {
		var err error
		if u, err = db.parsed.update(*expression); err != nil {
			return nil, err
		}
	}
	w, err := db.begin(name, key, true, condition, names, values, u.used)
	if err != nil {
		return nil, err
	}
	s := &scope{w.before(), names, values}
	if err := u.check(w.table.keys, s); err != nil {
		return nil, err
	}
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
	w.fresh = &row{place: w.at, item: item, size: size}
	return nil
}

func (db *DB) remove(d *types.Delete) (*write, error) {
	return db.begin(d.TableName, d.Key, true, d.ConditionExpression, d.ExpressionAttributeNames, d.ExpressionAttributeValues, used{})
}

func (db *DB) look(c *types.ConditionCheck) (*write, error) {
	if aws.ToString(c.ConditionExpression) == "" {
		return nil, invalid("Invalid ConditionExpression: The expression can not be empty;")
	}
	w, err := db.begin(c.TableName, c.Key, true, c.ConditionExpression, c.ExpressionAttributeNames, c.ExpressionAttributeValues, used{})
	if w != nil {
		w.none = true
	}
	return w, err
}
