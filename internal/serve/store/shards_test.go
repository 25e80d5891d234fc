package store_test

import (
	"bytes"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// widen gives an organization's wallet so many rows.
func widen(t *testing.T, f *storetest.Fixture, org string, shards int) {
	t.Helper()
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: &shards}); err != nil {
		t.Fatal(err)
	}
}

// row is what a wallet row has.
type row struct{ Balance, Slots, Cap string }

func rows(t *testing.T, f *storetest.Fixture, org string, shards int) []row {
	t.Helper()
	list := make([]row, shards)
	for shard := range shards {
		res, err := f.DB.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: &f.Core, Key: walletRow(org, shard)})
		if err != nil {
			t.Fatal(err)
		}
		number := func(column string) string {
			n, ok := res.Item[column].(*types.AttributeValueMemberN)
			if !ok {
				t.Fatalf("got wallet row %d without %s, want it there", shard, column)
			}
			return n.Value
		}
		list[shard] = row{number("balance"), number("slots"), number("cap")}
	}
	return list
}

func walletRow(org string, shard int) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: "O#" + org + "#W#" + strconv.Itoa(shard)}, "sk": &types.AttributeValueMemberS{Value: "W"},
	}
}

// hold sets what a row has. It must not change the sum over all rows.
func hold(t *testing.T, f *storetest.Fixture, org string, shard int, balance, slots string) {
	t.Helper()
	_, err := f.DB.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: &f.Core, Key: walletRow(org, shard),
		UpdateExpression: new("SET balance = :b, slots = :r, #cap = :r"), ConditionExpression: new("attribute_exists(pk)"),
		ExpressionAttributeNames:  map[string]string{"#cap": "cap"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":b": &types.AttributeValueMemberN{Value: balance}, ":r": &types.AttributeValueMemberN{Value: slots}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestMoneyAndRoomAreSplit has every row of a wallet carry its part.
func TestMoneyAndRoomAreSplit(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 7)
	widen(t, f, org, 3)
	if diff := cmp.Diff([]row{{"4", "3", "3"}, {"3", "2", "2"}, {"3", "2", "2"}}, rows(t, f, org, 3)); diff != "" {
		t.Errorf("rows of the grown wallet mismatch (-want +got):\n%s", diff)
	}
	if err := f.Grant(t.Context(), org, ident.New(ident.Grant), 300, "more"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]row{{"104", "3", "3"}, {"103", "2", "2"}, {"103", "2", "2"}}, rows(t, f, org, 3)); diff != "" {
		t.Errorf("rows after a grant mismatch (-want +got):\n%s", diff)
	}
	if err := f.Grant(t.Context(), org, ident.New(ident.Grant), -205, "back"); err != nil {
		t.Fatal(err)
	}
	if b := balanced(t, f, org); b.Balance != 105 || b.LowestShard < 0 {
		t.Errorf("got books %+v after a grant was taken back, want balance 105, no row below zero", b)
	}
	err := f.Grant(t.Context(), org, ident.New(ident.Grant), -106, "back")
	if !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("got error %v of taking back more than there is, want %s", err, errs.InvalidRequest)
	}
}

// TestAGrantIsTakenFromWhatIsLeft takes credits back while a job is charged.
func TestAGrantIsTakenFromWhatIsLeft(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 5, 5)
	raced := false
	f.Fault.Before(func(operation string) (*http.Response, error) {
		if operation == "TransactWriteItems" && !raced {
			raced = true
			admit(t, f, f.Job(org, 4), "")
		}
		return nil, nil
	})
	if err := f.Grant(t.Context(), org, ident.New(ident.Grant), -5, "back"); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("got error %v of taking back what was spent meanwhile, want %s", err, errs.InvalidRequest)
	}
	f.Fault.Before(nil)
	balanceIs(t, f, org, 1, 1, 4, 1)
	for _, amount := range []int64{math.MinInt64, math.MaxInt64, -9_000_000_000_000_001, 9_000_000_000_000_001} {
		if err := f.Grant(t.Context(), org, ident.New(ident.Grant), amount, "x"); !errs.Is(err, errs.InvalidRequest) {
			t.Errorf("got error %v of a grant of %d, want %s", err, amount, errs.InvalidRequest)
		}
	}
	balanced(t, f, org)
}

// TestGrantsEndBeforeNumbersDo grants until the books could not hold more.
func TestGrantsEndBeforeNumbersDo(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 0, 1)
	for n := range 101 {
		err := f.Grant(t.Context(), org, ident.New(ident.Grant), 90_000_000_000_000, "much")
		if (n < 100) != (err == nil) || (err != nil && !errs.Is(err, errs.InvalidRequest)) {
			t.Fatalf("got error %v of grant %d, want %s of the 101st", err, n+1, errs.InvalidRequest)
		}
	}
	balanceIs(t, f, org, 1, 9_000_000_000_000_000, 0, 0)
	balanced(t, f, org)
}

// TestAGrantIsBookedOnce repeats a grant whose answer was lost.
func TestAGrantIsBookedOnce(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 0, 1)
	for range 2 {
		if err := f.Grant(t.Context(), org, "grt_1", 5, "once"); err != nil {
			t.Errorf("got error %v of the same grant, want none", err)
		}
	}
	if err := f.Grant(t.Context(), org, "grt_1", 6, "once"); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("got error %v of the same id with another amount, want %s", err, errs.InvalidRequest)
	}
	if err := f.Grant(t.Context(), org, "grt_1", 5, "another"); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("got error %v of the same id for another reason, want %s", err, errs.InvalidRequest)
	}
	balanceIs(t, f, org, 1, 5, 0, 0)
	balanced(t, f, org)
}

// TestARowIsLentToInTheAdmission fails the transaction in which a row is lent to:
// neither may the job be there without the loan, nor the loan without the job.
func TestARowIsLentToInTheAdmission(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 4, 4)
	widen(t, f, org, 2)
	before := rows(t, f, org, 2)
	f.Fault.Before(failNth("TransactWriteItems", 2)) // after the row refused: the loan
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 3), Shards: 2}); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("got error %v of a loan that failed, want %s", err, errs.ServiceUnavailable)
	}
	f.Fault.Before(nil)
	if diff := cmp.Diff(before, rows(t, f, org, 2)); diff != "" {
		t.Errorf("rows after a loan that failed mismatch (-want +got):\n%s", diff)
	}
	for _, credits := range []int64{3, 1} {
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, credits), Shards: 2}); err != nil {
			t.Errorf("got error %v of a job of %d credits, want none", err, credits)
		}
	}
	balanceIs(t, f, org, 2, 0, 4, 2)
	balanced(t, f, org)
}

// TestALostRaceIsRunAgain has others empty the lender between the look at the rows and
// the loan: what is left elsewhere must be found, and nothing refused.
func TestALostRaceIsRunAgain(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 30, 30)
	widen(t, f, org, 3)
	hold(t, f, org, 0, "0", "0")
	hold(t, f, org, 1, "20", "20")
	hold(t, f, org, 2, "10", "10")
	first := store.New(f.DB, f.Core, f.Edge, f.Clock.Now).WithRandom(func(int64) int64 { return 0 })
	looks := 0
	f.Fault.Before(func(operation string) (*http.Response, error) {
		if looks++; operation == "TransactWriteItems" && looks == 3 { // refused, looked, now the loan
			hold(t, f, org, 1, "0", "0")
			hold(t, f, org, 2, "30", "30")
		}
		return nil, nil
	})
	_, _, err := f.WithRandom(func(int64) int64 { return 0 }).Admit(t.Context(), store.Admission{Job: f.Job(org, 2), Shards: 3})
	f.Fault.Before(nil)
	if err != nil {
		t.Errorf("got error %v with 30 credits and 30 slots elsewhere, want none", err)
	}
	if _, _, err := first.Admit(t.Context(), store.Admission{Job: f.Job(org, 2), Shards: 3}); err != nil {
		t.Errorf("got error %v of the next admission, want none", err)
	}
	balanceIs(t, f, org, 3, 26, 4, 2)
	balanced(t, f, org)
}

// TestALenderGivesHalf has a row that was lent to carry the next admissions itself.
func TestALenderGivesHalf(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 30, 30)
	widen(t, f, org, 3)
	hold(t, f, org, 0, "0", "0")
	hold(t, f, org, 1, "20", "20")
	hold(t, f, org, 2, "10", "10")
	_, _, err := f.WithRandom(func(int64) int64 { return 0 }).Admit(t.Context(), store.Admission{Job: f.Job(org, 2), Shards: 3})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]row{{"8", "9", "10"}, {"10", "10", "10"}, {"10", "10", "10"}}, rows(t, f, org, 3)); diff != "" {
		t.Errorf("rows after a loan mismatch (-want +got):\n%s", diff)
	}
}

// TestRowsReadInTurnDecideNothing hides the rows from the read that takes them one after
// the other, as credits hide that move meanwhile: only a snapshot may refuse.
func TestRowsReadInTurnDecideNothing(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 4, 4)
	widen(t, f, org, 2)
	f.Fault.After(func(operation string) (*http.Response, error) {
		if operation != "BatchGetItem" {
			return nil, nil
		}
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
			Body: io.NopCloser(strings.NewReader(`{"Responses":{"` + f.Core + `":[` + emptyRow(org, 0) + "," + emptyRow(org, 1) + `]}}`)),
		}, nil
	})
	_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 3), Shards: 2})
	f.Fault.After(nil)
	if err != nil {
		t.Errorf("got error %v with 4 credits in two rows, want none", err)
	}
	balanced(t, f, org)
}

func emptyRow(org string, shard int) string {
	n := strconv.Itoa(shard)
	return `{"pk":{"S":"O#` + org + `#W#` + n + `"},"sk":{"S":"W"},"org":{"S":"` + org + `"},"shard":{"N":"` + n + `"},"shards":{"N":"2"}}`
}

// TestCachedJobsNeedNoRoom takes from the cache while more jobs are in flight than the
// cap allows, from a row that has to be lent to.
func TestCachedJobsNeedNoRoom(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 12, 4)
	widen(t, f, org, 2)
	for range 4 {
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 2}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{InFlightCap: new(1)}); err != nil {
		t.Fatal(err)
	}
	j := f.Job(org, 7)
	j.Status, j.Cached, j.CompletedAt = job.Succeeded, true, j.CreatedAt
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: 2}); err != nil {
		t.Errorf("got error %v of a cached job, want none", err)
	}
	balanceIs(t, f, org, 2, 1, 4, 4)
	balanced(t, f, org)
}

// TestAJobStaysOnItsRow repeats an admission whose answer was lost, on another row.
func TestAJobStaysOnItsRow(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 10)
	widen(t, f, org, 2)
	j := f.Job(org, 1)
	for shard := range int64(2) {
		_, _, err := f.WithRandom(func(int64) int64 { return shard }).Admit(t.Context(), store.Admission{Job: j, Shards: 2})
		if err != nil || j.Shard != 0 {
			t.Errorf("got row %d, error %v; want row 0, which the job was charged to", j.Shard, err)
		}
	}
	balanced(t, f, org)
}

// TestATokenMayNotKnowOfTheNewRows admits with the number of rows that a token had
// before the wallet grew.
func TestATokenMayNotKnowOfTheNewRows(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 16, 16)
	widen(t, f, org, 16)
	for range 16 {
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 1}); err != nil {
			t.Fatalf("got error %v, want none while other rows have credits", err)
		}
	}
	_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 1})
	if !errs.Is(err, errs.InsufficientCredits) {
		t.Errorf("got error %v of an empty wallet, want %s", err, errs.InsufficientCredits)
	}
	balanceIs(t, f, org, 1, 0, 16, 16)
	balanced(t, f, org)
}

// mixed is a transaction cancelled by a conflict on its first row beside a condition
// that its third, the wallet, failed.
func mixed() *http.Response {
	body := `{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"Transaction cancelled",` +
		`"CancellationReasons":[{"Code":"TransactionConflict"},{"Code":"None"},{"Code":"ConditionalCheckFailed"}]}`
	return &http.Response{
		StatusCode: http.StatusBadRequest, Body: io.NopCloser(bytes.NewBufferString(body)),
		Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
	}
}

// TestAConflictHidesTheReason replays a key on an empty wallet while its row is being
// changed: the replay must not be refused for the credits that it does not need.
func TestAConflictHidesTheReason(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 1, 5)
	original, _ := admit(t, f, f.Job(org, 1), "key")
	left := 2
	f.Fault.Before(func(operation string) (*http.Response, error) {
		if operation != "TransactWriteItems" || left == 0 {
			return nil, nil
		}
		left--
		return mixed(), nil
	})
	got, replayed := admit(t, f, f.Job(org, 1), "key")
	if got.ID != original.ID || !replayed || left != 0 {
		t.Errorf("got job %s, replayed %t, %d conflicts left; want %s, true, 0", got.ID, replayed, left, original.ID)
	}
}
