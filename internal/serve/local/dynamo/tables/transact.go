package tables

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

const (
	// maxActions is the most actions of a transaction, and the most keys of a batch.
	maxActions = 100
	// maxBatch is the most writes of a batch.
	maxBatch = 25
	// tokenLife is how long a transaction's token is known.
	tokenLife = 10 * time.Minute
	// maxTransaction is the most bytes of a transaction's rows.
	maxTransaction = 4 << 20
)

// sentToken is a transaction that went through under its token.
type sentToken struct {
	parameters uint64
	until      time.Time
}

// TransactGetItems reads up to 100 rows at one moment.
func (db *DB) TransactGetItems(_ context.Context, in *dynamodb.TransactGetItemsInput, _ ...func(*dynamodb.Options)) (*dynamodb.TransactGetItemsOutput, error) {
	if err := checkActions(len(in.TransactItems)); err != nil {
		return nil, err
	}
	out := &dynamodb.TransactGetItemsOutput{Responses: make([]types.ItemResponse, len(in.TransactItems))}
	err := db.storage.Read(func(r Reader) error {
		reasons, seen := make([]types.CancellationReason, len(in.TransactItems)), make(map[target]bool, len(in.TransactItems))
		for i, asked := range in.TransactItems {
			t, shape, err := db.asked(asked.Get)
			if err != nil {
				return err
			}
			at, err := t.place(asked.Get.Key, true)
			if err != nil { // the others are looked at all the same
				reasons[i] = types.CancellationReason{Code: aws.String("ValidationError"), Message: aws.String(faultText(err))}
				continue
			}
			if seen[target{t, at}] {
				return errTwice()
			}
			seen[target{t, at}] = true
			if out.Responses[i].Item, err = read(r, t, at, shape); err != nil {
				return err
			}
		}
		return cancelled(reasons)
	})
	return answer(out, err)
}

// asked is the table of a read within a transaction, and what of the row is wanted.
func (db *DB) asked(get *types.Get) (*Table, *projection, error) {
	if get == nil {
		return nil, nil, invalid("TransactItems can only contain Get")
	}
	t, err := db.table(get.TableName)
	if err != nil {
		return nil, nil, err
	}
	shape, err := db.projection(get.ProjectionExpression, get.ExpressionAttributeNames)
	return t, shape, err
}

// target is the row that an action is about.
type target struct {
	table *Table
	at    Place
}

func errTwice() error {
	return invalid("Transaction request cannot include multiple operations on one item")
}

func checkActions(n int) error {
	switch {
	case n == 0:
		return unmet("'[]'", "transactItems", "Member must have length greater than or equal to 1")
	case n > maxActions:
		return unmet(fmt.Sprintf("'[%d actions]'", n), "transactItems", "Member must have length less than or equal to 100")
	}
	return nil
}

// TransactWriteItems makes all writes or none.
func (db *DB) TransactWriteItems(_ context.Context, in *dynamodb.TransactWriteItemsInput, _ ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	if err := checkActions(len(in.TransactItems)); err != nil {
		return nil, err
	}
	err := db.storage.Write(func(s Writer) error { return db.transact(s, in) })
	return answer(&dynamodb.TransactWriteItemsOutput{}, err)
}

func (db *DB) transact(s Writer, in *dynamodb.TransactWriteItemsInput) error {
	token, parameters := aws.ToString(in.ClientRequestToken), uint64(0)
	if token != "" {
		parameters = fingerprint(in.TransactItems)
		if sent, ok := db.tokens[token]; ok && db.now().Before(sent.until) {
			if sent.parameters != parameters {
				return &types.IdempotentParameterMismatchException{
					Message: aws.String("The ClientRequestToken is used with different parameters than before."),
				}
			}
			return nil
		}
	}
	writes, err := db.prepare(s, in.TransactItems)
	if err == nil {
		err = cancellation(in.TransactItems, writes)
	}
	if err == nil {
		err = db.apply(s, writes...)
	}
	if err == nil && token != "" {
		db.remember(token, parameters)
		s.Undo(func() { delete(db.tokens, token) })
	}
	return err
}

// remember keeps a token, and forgets those that are over when there are many.
func (db *DB) remember(token string, parameters uint64) {
	now := db.now()
	if len(db.tokens) > maxParsed {
		for t, sent := range db.tokens {
			if !now.Before(sent.until) {
				delete(db.tokens, t)
			}
		}
	}
	db.tokens[token] = sentToken{parameters, now.Add(tokenLife)}
}

// prepare checks every action. What is malformed in one refuses all.
func (db *DB) prepare(r Reader, actions []types.TransactWriteItem) ([]*write, error) {
	writes, seen, size := make([]*write, len(actions)), make(map[target]bool, len(actions)), 0
	for i := range actions {
		w, err := db.action(r, &actions[i])
		if err != nil {
			return nil, err
		}
		if seen[target{w.table, w.at}] {
			return nil, errTwice()
		}
		seen[target{w.table, w.at}] = true
		if w.fresh != nil {
			size += w.fresh.Size
		}
		writes[i] = w
	}
	if size > maxTransaction {
		return nil, invalid("Transaction request has exceeded the maximum allowed size")
	}
	return writes, nil
}

func (db *DB) action(r Reader, a *types.TransactWriteItem) (*write, error) {
	switch {
	case a.Put != nil:
		p := a.Put
		return db.put(r, p.TableName, p.Item, p.ConditionExpression, p.ExpressionAttributeNames, p.ExpressionAttributeValues)
	case a.Update != nil:
		u := a.Update
		if u.UpdateExpression == nil {
			return nil, invalid("UpdateExpression is required in the Update of a transaction")
		}
		return db.update(r, u.TableName, u.Key, u.UpdateExpression, u.ConditionExpression, u.ExpressionAttributeNames, u.ExpressionAttributeValues)
	case a.Delete != nil:
		return db.remove(r, a.Delete)
	case a.ConditionCheck != nil:
		return db.look(r, a.ConditionCheck)
	}
	return nil, invalid("TransactItems can only contain one of Check, Put, Update or Delete")
}

// cancellation is the error of a transaction that some action does not let through, or nil.
func cancellation(actions []types.TransactWriteItem, writes []*write) error {
	reasons := make([]types.CancellationReason, len(writes))
	for i, w := range writes {
		r := &reasons[i]
		switch {
		case !w.met:
			r.Code, r.Message = aws.String("ConditionalCheckFailed"), aws.String("The conditional request failed")
			if wantsOld(&actions[i]) {
				r.Item = copied(w.before())
			}
		case w.fault != nil:
			r.Code, r.Message = aws.String("ValidationError"), aws.String(faultText(w.fault))
		}
	}
	return cancelled(reasons)
}

// cancelled is the error of a transaction with these reasons, one an action; nil when none has a code.
func cancelled(reasons []types.CancellationReason) error {
	codes, some := make([]string, len(reasons)), false
	for i := range reasons {
		if reasons[i].Code == nil {
			reasons[i].Code = aws.String("None")
		}
		codes[i] = *reasons[i].Code
		some = some || codes[i] != "None"
	}
	if !some {
		return nil
	}
	return &types.TransactionCanceledException{
		Message: aws.String("Transaction cancelled, please refer cancellation reasons for specific reasons [" +
			strings.Join(codes, ", ") + "]"),
		CancellationReasons: reasons,
	}
}

func faultText(err error) string {
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		return api.ErrorMessage()
	}
	return err.Error()
}

func wantsOld(a *types.TransactWriteItem) bool {
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	switch {
	case a.Put != nil:
		return a.Put.ReturnValuesOnConditionCheckFailure == old
	case a.Update != nil:
		return a.Update.ReturnValuesOnConditionCheckFailure == old
	case a.Delete != nil:
		return a.Delete.ReturnValuesOnConditionCheckFailure == old
	case a.ConditionCheck != nil:
		return a.ConditionCheck.ReturnValuesOnConditionCheckFailure == old
	}
	return false
}

// seed is of all fingerprints of a process; they are not kept beyond it.
var seed = maphash.MakeSeed() //nolint:gochecknoglobals // never changes

// fingerprint is a hash of a transaction's parameters.
func fingerprint(actions []types.TransactWriteItem) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for i := range actions {
		a := &actions[i]
		switch {
		case a.Put != nil:
			sign(&h, "put", a.Put.TableName, nil, a.Put.ConditionExpression, a.Put.ExpressionAttributeNames, a.Put.Item, a.Put.ExpressionAttributeValues)
		case a.Update != nil:
			u := a.Update
			sign(&h, "update", u.TableName, u.UpdateExpression, u.ConditionExpression, u.ExpressionAttributeNames, u.Key, u.ExpressionAttributeValues)
		case a.Delete != nil:
			d := a.Delete
			sign(&h, "delete", d.TableName, nil, d.ConditionExpression, d.ExpressionAttributeNames, d.Key, d.ExpressionAttributeValues)
		case a.ConditionCheck != nil:
			c := a.ConditionCheck
			sign(&h, "check", c.TableName, nil, c.ConditionExpression, c.ExpressionAttributeNames, c.Key, c.ExpressionAttributeValues)
		}
	}
	return h.Sum64()
}

func sign(h *maphash.Hash, what string, table, update, condition *string, names map[string]string, items ...Item) {
	for _, text := range []string{what, aws.ToString(table), aws.ToString(update), aws.ToString(condition)} {
		writeText(h, text)
	}
	var all uint64 // of the names, in whatever order they come
	for name, column := range names {
		all += maphash.String(seed, name+"\x00"+column)
	}
	maphash.WriteComparable(h, all)
	for _, item := range items {
		maphash.WriteComparable(h, hashItem(item))
	}
}

func writeText(h *maphash.Hash, text string) {
	maphash.WriteComparable(h, len(text))
	_, _ = h.WriteString(text) // never fails
}

// hashItem adds up the hashes of the attributes, so that their order does not count.
func hashItem(item Item) uint64 {
	var all uint64
	for name, v := range item {
		var h maphash.Hash
		h.SetSeed(seed)
		writeText(&h, name)
		hashValue(&h, v)
		all += h.Sum64()
	}
	return all
}

func hashValue(h *maphash.Hash, v types.AttributeValue) {
	writeText(h, typeName(v))
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		writeText(h, v.Value)
	case *types.AttributeValueMemberN:
		writeText(h, v.Value)
	case *types.AttributeValueMemberB:
		writeText(h, string(v.Value))
	case *types.AttributeValueMemberBOOL:
		maphash.WriteComparable(h, v.Value)
	case *types.AttributeValueMemberM:
		maphash.WriteComparable(h, hashItem(v.Value))
	case *types.AttributeValueMemberL:
		for _, part := range v.Value {
			hashValue(h, part)
		}
	case *types.AttributeValueMemberSS:
		for _, part := range v.Value {
			writeText(h, part)
		}
	case *types.AttributeValueMemberNS:
		for _, part := range v.Value {
			writeText(h, part)
		}
	case *types.AttributeValueMemberBS:
		for _, part := range v.Value {
			writeText(h, string(part))
		}
	}
}
