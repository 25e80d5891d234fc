package store_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestShardsLend spends an organization's last credit and its last place over shards
// of which none has enough: each admission must find what the others hold.
func TestShardsLend(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	const shards = 4
	org := f.Org(t, 20, 10)
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: new(shards)}); err != nil {
		t.Fatal(err)
	}
	for left := int64(20); left > 0; left -= 2 {
		j := f.Job(org, 2)
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: shards}); err != nil {
			t.Fatalf("with %d credits left: %v", left, err)
		}
		balanceIs(t, f, org, shards, left-2, 20-left+2, (20-left)/2+1)
		if books := balanced(t, f, org); books.LowestShard < 0 {
			t.Fatalf("got books %+v, want no shard below zero", books)
		}
	}
}

// split shares an organization's money and room evenly between two shards.
func split(t *testing.T, f *storetest.Fixture, org string, balance, room string) {
	t.Helper()
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: new(2)}); err != nil {
		t.Fatal(err)
	}
	for _, shard := range []string{"0", "1"} {
		_, err := f.DB.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
			TableName:        &f.Core,
			Key:              map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "O#" + org + "#W#" + shard}, "sk": &types.AttributeValueMemberS{Value: "W"}},
			UpdateExpression: new("SET balance = :b, slots = :r, #cap = :r"), ConditionExpression: new("attribute_exists(pk)"),
			ExpressionAttributeNames:  map[string]string{"#cap": "cap"},
			ExpressionAttributeValues: map[string]types.AttributeValue{":b": &types.AttributeValueMemberN{Value: balance}, ":r": &types.AttributeValueMemberN{Value: room}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestShardsGiveWhatTheyHave(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 4, 4)
	split(t, f, org, "2", "2")
	j := f.Job(org, 3)
	f.Fault.Before(failNth("TransactWriteItems", 3)) // after both shards refused: the move
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: 2}); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("got error %v of a move that failed, want %s", err, errs.ServiceUnavailable)
	}
	f.Fault.Before(nil)
	balanceIs(t, f, org, 2, 4, 0, 0)
	for _, credits := range []int64{3, 1} {
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, credits), Shards: 2}); err != nil {
			t.Errorf("got error %v of a job of %d credits, want none", err, credits)
		}
	}
	balanceIs(t, f, org, 2, 0, 4, 2)
	if books := balanced(t, f, org); books.LowestShard != 0 || books.WalletShards != 2 {
		t.Errorf("got books %+v, want two shards at zero", books)
	}
}

func TestShardsLendTheirRoom(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 4)
	split(t, f, org, "50", "2")
	b := batchOf(t, f, org, "", 4)
	b.Shards = 2
	if err := f.AdmitBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	balanceIs(t, f, org, 2, 92, 8, 4)
	for _, j := range b.Jobs {
		finish(t, f, claim(t, f, j, store.Claimed), job.Succeeded, true)
	}
	balanceIs(t, f, org, 2, 92, 0, 0)
	balanced(t, f, org)
}
