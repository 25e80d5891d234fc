package differential_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/ident"
)

// call is one call, made of the forms of expressions that package store uses.
type call struct {
	what string
	make func(context.Context, engine) string
}

// dice make calls by a seed.
type dice struct{ *rand.Rand }

func (d dice) one(of ...string) string { return of[d.IntN(len(of))] }

func (d dice) key() item {
	return item{"pk": text(d.one("a", "b", "c")), "sk": text(d.one("1", "2"))}
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

// values are those of every expression; DynamoDB refuses one that is not used, so only
// those that an expression names go with it.
var values = map[string]any{
	":zero": 0, ":one": 1, ":two": 2, ":minus": -3, ":big": int64(1) << 52, ":x": "x", ":y": "y", ":empty": "", ":yes": true, ":no": false,
	":list": []string{"a", "b"}, ":map": map[string]any{"k": "v", "n": 7}, ":due": "D#1", ":recent": "R#1", ":bytes": []byte{0, 1, 255},
	":set": &types.AttributeValueMemberSS{Value: []string{"x"}}, ":pair": &types.AttributeValueMemberSS{Value: []string{"x", "y"}},
}

var columns = []string{"n", "m", "s", "t", "flag", "list", "map", "duePk", "dueAt", "recentPk", "recentId", "status"}

// asked are an expression's names and values, as the store's columnNames makes them.
func asked(expressions ...string) (map[string]string, item) {
	names, used := map[string]string{}, item{}
	for _, e := range expressions {
		for _, word := range strings.FieldsFunc(e, func(r rune) bool { return !strings.ContainsRune("#:", r) && (r < 'A' || r > 'z') }) {
			switch {
			case strings.HasPrefix(word, "#"):
				names[word] = word[1:]
			case strings.HasPrefix(word, ":"):
				if set, ok := values[word].(types.AttributeValue); ok {
					used[word] = set
					continue
				}
				v, err := attributevalue.Marshal(values[word])
				if err != nil {
					panic(err)
				}
				used[word] = v
			}
		}
	}
	if len(names) == 0 {
		names = nil
	}
	if len(used) == 0 {
		used = nil
	}
	return names, used
}

func (d dice) condition(depth int) string {
	if depth > 0 && d.IntN(3) > 0 {
		switch d.IntN(3) {
		case 0:
			return d.condition(depth-1) + " AND " + d.condition(depth-1)
		case 1:
			return "(" + d.condition(depth-1) + " OR " + d.condition(depth-1) + ")"
		default:
			return d.condition(depth-1) + " OR " + d.condition(depth-1)
		}
	}
	switch d.IntN(5) {
	case 4:
		return d.one("size(#set) < :two", "size(#set) >= :one", "contains(#set, :x)", "attribute_not_exists(#set)")
	case 0:
		return d.one("attribute_not_exists", "attribute_exists") + "(#" + d.one("pk", "n", "s", "status", "dueAt") + ")"
	case 1:
		return "#" + d.one("s", "t", "status") + " " + d.one("=", "<>", "<", ">=") + " " + d.one(":x", ":y", ":one")
	case 2:
		return "#" + d.one("n", "m", "dueAt") + " " + d.one("=", "<>", "<", "<=", ">", ">=") + " " + d.one(":zero", ":one", ":two", ":minus")
	default:
		return "#status IN (:x, :y)"
	}
}

func (d dice) optional() string {
	if d.IntN(3) == 0 {
		return ""
	}
	return d.condition(2)
}

// update is a change with each column once: DynamoDB refuses two paths that overlap. Within
// a transaction it computes with what is there only, as the store's conditions ensure:
// DynamoDB Local refuses the whole call where DynamoDB cancels it for a ValidationError.
func (d dice) update(within bool) string {
	free := d.Perm(len(columns))
	take := func() string {
		c := columns[free[0]]
		free = free[1:]
		return "#" + c
	}
	var sets []string
	for range 1 + d.IntN(3) {
		c := take()
		switch c {
		case "#n", "#m":
			sums := []string{":zero", ":big", "if_not_exists(" + c + ", :one)", "if_not_exists(#n, :two)", "if_not_exists(" + c + ", :zero) + :one", "if_not_exists(#m, :zero) - :two"}
			if !within {
				sums = append(sums, "#n + :one", "#m - :two", c+" + :one", "#n")
			}
			sets = append(sets, c+" = "+d.one(sums...))
		case "#dueAt":
			sets = append(sets, c+" = "+d.one(":one", ":two"))
		case "#duePk":
			sets = append(sets, c+" = :due")
		case "#recentPk":
			sets = append(sets, c+" = :recent")
		case "#recentId":
			sets = append(sets, c+" = "+d.one(":x", ":y"))
		default:
			sets = append(sets, c+" = "+d.one(":x", ":y", ":empty", ":yes", ":no", ":list", ":map", ":bytes", "if_not_exists("+c+", :x)"))
		}
	}
	e := "SET " + strings.Join(sets, ", ")
	if d.IntN(3) == 0 {
		e += " REMOVE " + take() + ", " + take()
	}
	if d.IntN(3) == 0 {
		e += " ADD #k :one"
	}
	switch d.IntN(6) {
	case 0:
		e += " DELETE #set " + d.one(":set", ":pair")
	case 1:
		if !strings.Contains(e, "ADD") {
			e += " ADD #set " + d.one(":set", ":pair")
		}
	}
	return e
}

func (d dice) row() item {
	row := d.key()
	for range d.IntN(5) {
		column, of := d.one("s", "t", "flag", "list", "map", "status"), d.one(":one", ":two", ":x", ":yes", ":list", ":map", ":empty")
		if d.IntN(3) == 0 {
			column, of = d.one("n", "m", "k"), d.one(":zero", ":one", ":minus")
		}
		v, err := attributevalue.Marshal(values[of])
		if err != nil {
			panic(err)
		}
		row[column] = v
	}
	if d.IntN(2) == 0 {
		row["duePk"], row["dueAt"] = text("D#1"), &types.AttributeValueMemberN{Value: strconv.Itoa(d.IntN(3))}
		row["recentPk"], row["recentId"] = text("R#1"), text(d.one("x", "y", "z"))
	}
	return row
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (d dice) action(key item) types.TransactWriteItem {
	all := types.ReturnValuesOnConditionCheckFailureAllOld
	condition := d.optional()
	switch d.IntN(5) {
	case 0:
		names, used := asked(condition)
		row := d.row()
		row["pk"], row["sk"] = key["pk"], key["sk"]
		return types.TransactWriteItem{Put: &types.Put{
			TableName: new(core), Item: row, ConditionExpression: optional(condition),
			ExpressionAttributeNames: names, ExpressionAttributeValues: used, ReturnValuesOnConditionCheckFailure: all,
		}}
	case 1:
		names, used := asked(condition)
		return types.TransactWriteItem{Delete: &types.Delete{
			TableName: new(core), Key: key, ConditionExpression: optional(condition), ExpressionAttributeNames: names, ExpressionAttributeValues: used,
		}}
	case 2:
		condition = d.condition(1)
		names, used := asked(condition)
		return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
			TableName: new(core), Key: key, ConditionExpression: &condition, ExpressionAttributeNames: names, ExpressionAttributeValues: used,
		}}
	default:
		set := d.update(true)
		names, used := asked(set, condition)
		return types.TransactWriteItem{Update: &types.Update{
			TableName: new(core), Key: key, UpdateExpression: &set, ConditionExpression: optional(condition),
			ExpressionAttributeNames: names, ExpressionAttributeValues: used, ReturnValuesOnConditionCheckFailure: all,
		}}
	}
}

func (d dice) transaction(token *string) call {
	in := &dynamodb.TransactWriteItemsInput{ClientRequestToken: token}
	for _, k := range d.Perm(6)[:1+d.IntN(4)] { // no row twice, see TestKnown
		in.TransactItems = append(in.TransactItems, d.action(item{"pk": text(string(rune('a' + k/2))), "sk": text(strconv.Itoa(1 + k%2))}))
	}
	return call{"TransactWriteItems " + shown(in), func(ctx context.Context, e engine) string {
		if _, err := e.db.TransactWriteItems(ctx, in); err != nil {
			return told(err)
		}
		return "written"
	}}
}

func (d dice) write() call {
	condition := d.optional()
	if d.IntN(3) == 0 {
		names, used := asked(condition)
		in := &dynamodb.PutItemInput{
			TableName: new(core), Item: d.row(), ConditionExpression: optional(condition), ExpressionAttributeNames: names, ExpressionAttributeValues: used,
		}
		return call{"PutItem " + shown(in), func(ctx context.Context, e engine) string {
			if _, err := e.db.PutItem(ctx, in); err != nil {
				return told(err)
			}
			return "written"
		}}
	}
	set := d.update(false)
	names, used := asked(set, condition)
	in := &dynamodb.UpdateItemInput{
		TableName: new(core), Key: d.key(), UpdateExpression: &set, ConditionExpression: optional(condition), ExpressionAttributeNames: names, ExpressionAttributeValues: used,
		ReturnValues: types.ReturnValueAllNew, ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	return call{"UpdateItem " + shown(in), func(ctx context.Context, e engine) string {
		out, err := e.db.UpdateItem(ctx, in)
		if err != nil {
			return told(err)
		}
		return plain(out.Attributes)
	}}
}

func (d dice) read() call {
	switch d.IntN(4) {
	case 0:
		keys := []item{{"pk": text("a"), "sk": text("1")}, {"pk": text("b"), "sk": text("2")}, {"pk": text("none"), "sk": text("1")}}
		return call{"BatchGetItem and TransactGetItems", func(ctx context.Context, e engine) string {
			out, err := e.db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{core: {Keys: keys, ConsistentRead: new(true)}}})
			if err != nil {
				return told(err)
			}
			var gets []types.TransactGetItem
			for _, key := range keys {
				gets = append(gets, types.TransactGetItem{Get: &types.Get{TableName: new(core), Key: key}})
			}
			got, err := e.db.TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{TransactItems: gets})
			if err != nil {
				return told(err)
			}
			answer := plains(out.Responses[core], false)
			for _, response := range got.Responses {
				answer += "\n" + plain(response.Item)
			}
			return answer
		}}
	case 1:
		return query("due", "#duePk = :due AND #dueAt <= :one", false)
	case 2:
		return query("recent", "#recentPk = :recent AND #recentId < :y", true)
	default:
		filter := d.condition(1)
		names, used := asked(filter)
		in := &dynamodb.ScanInput{
			TableName: new(core), FilterExpression: &filter, ExpressionAttributeNames: names, ExpressionAttributeValues: used, ConsistentRead: new(true),
		}
		return call{"Scan " + shown(in), func(ctx context.Context, e engine) string {
			out, err := e.db.Scan(ctx, in)
			if err != nil {
				return told(err)
			}
			return plains(out.Items, false)
		}}
	}
}

// query asks an index. Rows with the same sort key come in an order that no engine promises.
func query(index, condition string, down bool) call {
	names, used := asked(condition)
	in := &dynamodb.QueryInput{
		TableName: new(core), IndexName: &index, KeyConditionExpression: &condition, ExpressionAttributeNames: names, ExpressionAttributeValues: used,
		ScanIndexForward: new(!down), Limit: new(int32(20)),
	}
	return call{"Query " + shown(in), func(ctx context.Context, e engine) string {
		out, err := e.db.Query(ctx, in)
		if err != nil {
			return told(err)
		}
		return plains(out.Items, false)
	}}
}

const (
	rawSeeds = 4
	rawCalls = 250
)

// TestExpressions: what the store writes and asks, put together at random, has the same
// answers everywhere.
func TestExpressions(t *testing.T) {
	t.Parallel()
	for seed := range uint64(rawSeeds) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			all := engines(t)
			d := dice{rand.New(rand.NewPCG(seed, 0))}
			token, sent := ident.New(""), d.transaction(nil)
			for i := range rawCalls {
				var c call
				switch n := d.IntN(10); {
				case n < 3:
					c = d.write()
				case n < 6:
					c = d.transaction(nil)
				case n == 6: // under a token that may have been used for another
					c = d.transaction(new(token + d.one("1", "2", "3", "4", "5", "6")))
					sent = c
				case n == 7: // sent again, as the SDK does
					c = sent
				default:
					c = d.read()
				}
				alike(t, all, i, c)
			}
		})
	}
}

// alike makes a call of every engine and compares the answers.
func alike(t *testing.T, all []engine, place int, c call) {
	t.Helper()
	want := c.make(t.Context(), all[0])
	for _, e := range all[1:] {
		if got := c.make(t.Context(), e); got != want {
			t.Fatalf("call %d, %s:\ngot of %s\n%s\nwant as of %s\n%s", place, c.what, e.name, got, all[0].name, want)
		}
	}
}
