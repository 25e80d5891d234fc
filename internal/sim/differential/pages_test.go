package differential_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	pageSeeds = 2
	pageRows  = 60
	pageCalls = 80
)

// TestPages: a partition is read in pages of any size, in both directions, within any bounds of the sort key, with the rows that a
// filter drops counted, and the pages are the same everywhere.
func TestPages(t *testing.T) {
	t.Parallel()
	for seed := range uint64(pageSeeds) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			all := engines(t)
			d := dice{rand.New(rand.NewPCG(seed, 4))}
			for i := range pageRows {
				alike(t, all, i, d.fill())
			}
			for i := range pageCalls {
				alike(t, all, i, d.pages())
			}
		})
	}
}

// sortKey is one of few, of which some begin with others, and some are not ASCII.
func (d dice) sortKey() string {
	return d.one("", "J#", "J#é", "J#\uffff", "K#") + d.one("a", "ab", "abc", "b", "é", "\U0001f600", "\uffff") + d.one("", "1", "2")
}

// fill puts a row, or takes one away.
func (d dice) fill() call {
	row := item{"pk": text(d.one("p", "q")), "sk": text(d.sortKey())}
	if d.IntN(2) == 0 {
		row["s"] = text(d.one("x", "y"))
	}
	if d.IntN(2) == 0 {
		row["duePk"], row["dueAt"] = text("D#1"), &types.AttributeValueMemberN{Value: d.one("-10", "-1.5", "0", "1e2", "99", "100.5", strconv.Itoa(d.IntN(50)))}
	}
	if d.IntN(8) == 0 {
		set, names := "REMOVE #s, #duePk", map[string]string{"#s": "s", "#duePk": "duePk"}
		in := &dynamodb.UpdateItemInput{TableName: new(core), Key: item{"pk": row["pk"], "sk": row["sk"]}, UpdateExpression: &set, ExpressionAttributeNames: names}
		return call{"UpdateItem " + shown(in), func(ctx context.Context, e engine) string {
			_, err := e.db.UpdateItem(ctx, in)
			return outcome(err)
		}}
	}
	in := &dynamodb.PutItemInput{TableName: new(core), Item: row}
	return call{"PutItem " + shown(in), func(ctx context.Context, e engine) string {
		_, err := e.db.PutItem(ctx, in)
		return outcome(err)
	}}
}

func outcome(err error) string {
	if err != nil {
		return told(err)
	}
	return "written"
}

// pages are all of a query, each after the one before. Rows of an index with the same sort key come in an order of each engine's,
// so the index of numbers is read whole and without an order.
func (d dice) pages() call {
	in := dynamodb.QueryInput{TableName: new(core), ScanIndexForward: new(d.IntN(2) == 0), ExpressionAttributeNames: map[string]string{"#pk": "pk"}, ExpressionAttributeValues: item{":pk": text(d.one("p", "q"))}}
	condition, ordered := "#pk = :pk", true
	if d.IntN(4) == 0 {
		in.IndexName, ordered = new("due"), false
		condition += d.numbers(&in)
	} else {
		condition += d.bounds(&in)
		in.Limit = new(int32(1 + d.IntN(9)))
		if d.IntN(3) == 0 {
			in.FilterExpression = new("#s = :x")
			in.ExpressionAttributeNames["#s"], in.ExpressionAttributeValues[":x"] = "s", text("x")
		}
	}
	in.KeyConditionExpression = &condition
	return call{"Query " + shown(in), func(ctx context.Context, e engine) string {
		answer, in := "", in
		for {
			out, err := e.db.Query(ctx, &in)
			if err != nil {
				return answer + told(err)
			}
			if out.ScannedCount > 0 { // no engine promises that a page is empty or absent behind the last
				answer += fmt.Sprintf("%d of %d\n%s\n", out.Count, out.ScannedCount, plains(out.Items, ordered))
			}
			if in.ExclusiveStartKey = out.LastEvaluatedKey; len(in.ExclusiveStartKey) == 0 {
				return answer
			}
		}
	}}
}

// bounds are those of a sort key of texts.
func (d dice) bounds(in *dynamodb.QueryInput) string {
	form := d.one("", " AND #sk = :a", " AND #sk < :a", " AND #sk <= :a", " AND #sk > :a", " AND #sk >= :a", " AND #sk BETWEEN :a AND :b", " AND begins_with(#sk, :a)")
	if form == "" {
		return ""
	}
	low, high := d.sortKey(), d.sortKey()
	if low > high { // DynamoDB refuses bounds that are turned round
		low, high = high, low
	}
	in.ExpressionAttributeNames["#sk"], in.ExpressionAttributeValues[":a"] = "sk", text(low)
	if form == " AND #sk BETWEEN :a AND :b" {
		in.ExpressionAttributeValues[":b"] = text(high)
	}
	return form
}

// numbers asks the index of numbers, within bounds of these.
func (d dice) numbers(in *dynamodb.QueryInput) string {
	in.ExpressionAttributeNames["#pk"], in.ExpressionAttributeValues[":pk"] = "duePk", text("D#1")
	form := d.one("", " AND #sk < :n", " AND #sk <= :n", " AND #sk > :n", " AND #sk >= :n", " AND #sk BETWEEN :n AND :m")
	if form == "" {
		return ""
	}
	in.ExpressionAttributeNames["#sk"] = "dueAt"
	in.ExpressionAttributeValues[":n"] = &types.AttributeValueMemberN{Value: d.one("-2", "0", "7", "1E2")}
	if form == " AND #sk BETWEEN :n AND :m" {
		in.ExpressionAttributeValues[":m"] = &types.AttributeValueMemberN{Value: "100.5"}
	}
	return form
}
