package admin_test

import (
	"errors"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// lose takes credits out of a wallet behind the back of the ledger.
func (d *desk) lose(t *testing.T, org string) {
	t.Helper()
	_, err := d.DB.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName:        &d.Core,
		Key:              map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "O#" + org + "#W#0"}, "sk": &types.AttributeValueMemberS{Value: "W"}},
		UpdateExpression: new("SET balance = balance - :n"), ConditionExpression: new("attribute_exists(pk)"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":n": &types.AttributeValueMemberN{Value: "4"}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAudit(t *testing.T) {
	t.Parallel()
	d := setup(t)
	sound, broken := d.org(t, "Sound", "10"), d.org(t, "Broken", "10")
	j := d.Job(sound, 3)
	if _, _, err := d.Admit(t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
		t.Fatal(err)
	}
	report := d.must(t, `{"op":"audit"}`)
	if list, _ := report["organizations"].([]any); report["balanced"] != true || len(list) != 2 {
		t.Errorf("got %v, want two organizations that balance", report)
	}
	want := map[string]any{"balanced": true, "organizations": []any{map[string]any{
		"organizationId": sound, "balance": 7.0, "reserved": 3.0, "inFlight": 1.0, "granted": 10.0, "debited": 3.0, "refunded": 0.0,
		"jobs": 1.0, "unfinished": 1.0, "differences": []any{}, "undecided": []any{},
	}}}
	if diff := cmp.Diff(want, d.must(t, `{"op":"audit","org":"`+sound+`"}`)); diff != "" {
		t.Errorf("audit of one mismatch (-want +got):\n%s", diff)
	}

	d.lose(t, broken)
	const says = "balance is 6 and should be 10 (off by -4)"
	_, err := d.do(t, `{"op":"audit"}`)
	unbalanced, ok := errors.AsType[*admin.UnbalancedError](err)
	if !ok || unbalanced.Error() != "the books do not balance: "+broken+": "+says {
		t.Fatalf("got error %v, want that %s is off", err, broken)
	}
	if _, err := d.do(t, `{"op":"audit","org":"`+sound+`"}`); err != nil {
		t.Errorf("got error %v of the sound books, want none", err)
	}
	report = d.must(t, `{"op":"audit","org":"`+broken+`","report":true}`)
	list, _ := report["organizations"].([]any)
	if len(list) != 1 || report["balanced"] != false {
		t.Fatalf("got %v, want a report of one organization that does not balance", report)
	}
	one, _ := list[0].(map[string]any)
	if diff := cmp.Diff([]any{says}, one["differences"]); diff != "" {
		t.Errorf("differences mismatch (-want +got):\n%s", diff)
	}
}

// TestDifferences has the words; that each fault is found is shown beside the books.
func TestDifferences(t *testing.T) {
	t.Parallel()
	sound := func() *store.Books {
		return &store.Books{
			Balance: 70, Expected: 70, InFlightCap: 9, Cap: 9, WalletShards: 2,
			Shards: []store.ShardBooks{{Balance: 70, Reserved: 5, Slots: 7, InFlight: 2, Unfinished: 2, UnfinishedCharge: 5}},
			Days: []store.DayBooks{
				{Usage: store.Movements{Requests: 1}, Ledger: store.Movements{Requests: 1}},
				{Day: "2026-03-01", Whole: true, EntriesFit: true, EventsFit: true},
			},
		}
	}
	for name, c := range map[string]struct {
		change func(*store.Books)
		want   []string
	}{
		"sound":          {func(*store.Books) {}, []string{}},
		"undecided":      {func(b *store.Books) { b.Undecided = []string{"wallet shard 0"} }, []string{}},
		"earlier":        {func(b *store.Books) { b.Days[0].Usage.Spent = 2 }, []string{"usage spent of earlier days is 2 and should be 0 (off by 2)"}},
		"not whole":      {func(b *store.Books) { b.Days[0].Jobs = 7 }, []string{}},
		"names":          {func(b *store.Books) { b.WithoutDue = []string{"a", "b"} }, []string{"unfinished jobs without a due time: a, b"}},
		"sealed":         {func(b *store.Books) { b.Shards[0].Slots, b.Shards[0].Sealed = -1, true }, []string{}},
		"not sealed":     {func(b *store.Books) { b.Shards[0].Slots = -1 }, []string{"wallet shard 0 has -1 free places, below zero, and is not sealed"}},
		"a single shard": {func(b *store.Books) { b.Shards[0].Slots, b.WalletShards = -1, 1 }, []string{}},
		"at zero":        {func(b *store.Books) { b.Shards[0].Slots, b.Shards[0].Balance = 0, 0 }, []string{}},
		"two at once": {func(b *store.Books) { b.Balance, b.Days[1].Events = 60, 1 }, []string{
			"balance is 60 and should be 70 (off by -10)", "events of 2026-03-01 is 1 and should be 0 (off by 1)",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sound()
			c.change(b)
			if diff := cmp.Diff(c.want, admin.Differences(b)); diff != "" {
				t.Errorf("differences mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnbalancedErrorNamesAll(t *testing.T) {
	t.Parallel()
	err := &admin.UnbalancedError{Report: &admin.Audit{Organizations: []admin.AuditOrg{
		{OrganizationID: "a", Differences: []string{"x", "y"}}, {OrganizationID: "b"}, {OrganizationID: "c", Differences: []string{"z"}},
	}}}
	if got, want := err.Error(), "the books do not balance: a: x; a: y; c: z"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
