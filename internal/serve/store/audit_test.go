package store_test

import (
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// ledgers is an organization with a job of each sort, whose rows a test spoils.
type ledgers struct {
	*storetest.Fixture
	t                     *testing.T
	org                   string
	done, failed, queued  *job.Job
	first, second         string // batches of two jobs each
	firstJobs, secondJobs []*job.Job
	doneEvent             string
}

func newLedgers(t *testing.T) *ledgers {
	t.Helper()
	l := &ledgers{Fixture: storetest.New(t), t: t}
	l.org = l.Org(t, 100, 20)
	make1 := func(credits int64, webhook bool) *job.Job {
		j := l.Job(l.org, credits)
		if webhook {
			j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
		}
		return j
	}
	l.done, _ = admit(t, l.Fixture, make1(3, true), "")
	finish(t, l.Fixture, claim(t, l.Fixture, l.done, store.Claimed), job.Succeeded, true)
	l.failed, _ = admit(t, l.Fixture, make1(4, true), "")
	finish(t, l.Fixture, claim(t, l.Fixture, l.failed, store.Claimed), job.Failed, true)
	l.queued, _ = admit(t, l.Fixture, make1(5, true), "")
	l.first, l.firstJobs = l.batch(t, make1(2, false), make1(2, false))
	l.second, l.secondJobs = l.batch(t, make1(2, false), make1(2, false))
	finish(t, l.Fixture, l.secondJobs[0], job.Cancelled, true)
	list, _, err := l.Deliveries(t.Context(), store.DeliveryQuery{OrgID: l.org, JobID: l.done.ID, Limit: 10})
	if err != nil || len(list) != 1 {
		t.Fatalf("got %d deliveries, error %v; want 1, no error", len(list), err)
	}
	l.doneEvent = list[0].ID
	l.retry(t, list[0])
	return l
}

// retry has the first attempt of an event fail and plans the second, which is no event.
func (l *ledgers) retry(t *testing.T, d *store.Delivery) {
	t.Helper()
	d, ok, err := l.ClaimDelivery(t.Context(), d.OrgID, d.ID, time.Minute)
	if !ok || err != nil {
		t.Fatalf("got claimed %t, error %v; want true, no error", ok, err)
	}
	next := *d
	next.ID, next.Attempt = ident.New(ident.Delivery), 2
	d.Status, d.AttemptedAt = store.DeliveryFailed, l.Clock.Now()
	if closed, err := l.CloseDelivery(t.Context(), d, store.Closing{Next: &next}); closed != store.ByUs || err != nil {
		t.Fatalf("got closed %v, error %v; want %v, no error", closed, err, store.ByUs)
	}
}

func (l *ledgers) batch(t *testing.T, jobs ...*job.Job) (string, []*job.Job) {
	t.Helper()
	id := ident.New(ident.Batch)
	if err := l.AdmitBatch(t.Context(), store.BatchAdmission{ID: id, OrgID: l.org, Jobs: jobs, Shards: 1}); err != nil {
		t.Fatal(err)
	}
	return id, jobs
}

func rowKey(pk, sk string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: pk}, "sk": &types.AttributeValueMemberS{Value: sk}}
}

// add adds to a column of a row of the organization.
func (l *ledgers) add(t *testing.T, pk, sk, column string, n int) {
	t.Helper()
	l.update(t, pk, sk, "ADD #c :n", column, &types.AttributeValueMemberN{Value: strconv.Itoa(n)})
}

func (l *ledgers) set(t *testing.T, pk, sk, column string, v types.AttributeValue) {
	t.Helper()
	l.update(t, pk, sk, "SET #c = :n", column, v)
}

func (l *ledgers) update(t *testing.T, pk, sk, expression, column string, v types.AttributeValue) {
	t.Helper()
	_, err := l.DB.UpdateItem(t.Context(), &dynamodb.UpdateItemInput{
		TableName: &l.Core, Key: rowKey("O#"+l.org+pk, sk), UpdateExpression: &expression, ConditionExpression: new("attribute_exists(pk)"),
		ExpressionAttributeNames: map[string]string{"#c": column}, ExpressionAttributeValues: map[string]types.AttributeValue{":n": v},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (l *ledgers) remove(t *testing.T, pk, sk string) {
	t.Helper()
	res, err := l.DB.DeleteItem(t.Context(), &dynamodb.DeleteItemInput{
		TableName: &l.Core, Key: rowKey("O#"+l.org+pk, sk), ReturnValues: types.ReturnValueAllOld,
	})
	if err != nil || len(res.Attributes) == 0 {
		t.Fatalf("got %v, error %v; want the removed row O#%s%s %s, no error", res, err, l.org, pk, sk)
	}
}

// copyRow writes a row again under another key, with a column changed.
func (l *ledgers) copyRow(t *testing.T, pk, sk, toPK, toSK string, change map[string]string) {
	t.Helper()
	res, err := l.DB.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: &l.Core, Key: rowKey("O#"+l.org+pk, sk)})
	if err != nil || len(res.Item) == 0 {
		t.Fatalf("got %v, error %v; want a row, no error", res, err)
	}
	maps.Copy(res.Item, rowKey("O#"+l.org+toPK, toSK))
	for column, v := range change {
		res.Item[column] = &types.AttributeValueMemberS{Value: v}
	}
	if _, err := l.DB.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &l.Core, Item: res.Item}); err != nil {
		t.Fatal(err)
	}
}

func (l *ledgers) differences(t *testing.T) []string {
	t.Helper()
	books, err := l.Books(t.Context(), l.org)
	if err != nil {
		t.Fatal(err)
	}
	if b := books[l.org]; len(b.Undecided) > 0 {
		t.Errorf("got undecided %v of tables at rest, want nothing", b.Undecided)
	}
	return admin.Differences(books[l.org])
}

const today = "2026-03-01" // of the fixture's clock

func TestAuditFindsEachFault(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plant func(l *ledgers)
		want  func(l *ledgers) []string
	}{
		"nothing":            {func(*ledgers) {}, func(*ledgers) []string { return []string{} }},
		"credits vanish":     {func(l *ledgers) { l.add(l.t, "#W#0", "W", "balance", -4) }, says("balance is 82 and should be 86 (off by -4)")},
		"credits appear":     {func(l *ledgers) { l.add(l.t, "#W#0", "W", "balance", 1) }, says("balance is 87 and should be 86 (off by 1)")},
		"too much reserved":  {func(l *ledgers) { l.add(l.t, "#W#0", "W", "reserved", 3) }, says("reserved of wallet shard 0 is 14 and should be 11 (off by 3)")},
		"an ended job holds": {func(l *ledgers) { l.add(l.t, "#W#0", "W", "slots", -1) }, says("inFlight of wallet shard 0 is 5 and should be 4 (off by 1)")},
		"a job holds none":   {func(l *ledgers) { l.add(l.t, "#W#0", "W", "slots", 1) }, says("inFlight of wallet shard 0 is 3 and should be 4 (off by -1)")},
		"another cap": {
			func(l *ledgers) { l.add(l.t, "", "ORG", "inFlightCap", 1) },
			says("the shards' part of the in-flight cap is 20 and should be 21 (off by -1)"),
		},
		"more jobs than places": {
			func(l *ledgers) { l.lower(l.t, false) },
			says("wallet shard 0 has -9 free places, below zero, and is not sealed"),
		},
		"more jobs than places, sealed": {func(l *ledgers) { l.lower(l.t, true) }, says()},
		"a balance below zero": {
			func(l *ledgers) { l.add(l.t, "#W#0", "W", "balance", -90) },
			says("balance is -4 and should be 86 (off by -90)", "balance of wallet shard 0 is -4, below zero"),
		},
		"a wallet shard vanishes": {func(l *ledgers) { l.add(l.t, "", "ORG", "shards", 1) }, says("wallet shard 1 is absent")},
		"a debit vanishes": {func(l *ledgers) { l.remove(l.t, "#J#"+l.done.ID, "L#debit") }, func(l *ledgers) []string {
			return []string{
				"usage requests of 2026-03-01 is 7 and should be 6 (off by 1)", "usage spent of 2026-03-01 is 20 and should be 17 (off by 3)",
				"charged jobs of 2026-03-01 is 6 and should be 7 (off by -1)", "charge of 2026-03-01 is 17 and should be 20 (off by -3)",
				"jobs whose entries in the ledger do not fit them: " + l.done.ID,
			}
		}},
		"debits are exchanged": {func(l *ledgers) {
			l.add(l.t, "#J#"+l.done.ID, "L#debit", "amount", -1)
			l.add(l.t, "#J#"+l.failed.ID, "L#debit", "amount", 1)
		}, func(l *ledgers) []string {
			return []string{
				"debits of 2026-03-01 do not fit the jobs that they are for",
				"jobs whose entries in the ledger do not fit them: " + sorted(l.done.ID, l.failed.ID),
			}
		}},
		"a debit of two jobs": {func(l *ledgers) { l.add(l.t, "#J#"+l.done.ID, "L#debit", "jobs", 1) }, func(l *ledgers) []string {
			return []string{
				"usage requests of 2026-03-01 is 7 and should be 8 (off by -1)", "charged jobs of 2026-03-01 is 8 and should be 7 (off by 1)",
				"jobs whose entries in the ledger do not fit them: " + l.done.ID,
			}
		}},
		"batches exchange a job's debit": {func(l *ledgers) {
			l.add(l.t, "#J#"+l.first, "L#debit", "jobs", -1)
			l.add(l.t, "#J#"+l.second, "L#debit", "jobs", 1)
		}, says("debits of 2026-03-01 do not fit the jobs that they are for")},
		"batches exchange credits": {func(l *ledgers) {
			l.add(l.t, "#J#"+l.first, "L#debit", "amount", -1)
			l.add(l.t, "#J#"+l.second, "L#debit", "amount", 1)
		}, says("debits of 2026-03-01 do not fit the jobs that they are for")},
		"a refund vanishes": {func(l *ledgers) { l.remove(l.t, "#J#"+l.failed.ID, "L#refund") }, func(l *ledgers) []string {
			return []string{
				"usage refunded of 2026-03-01 is 6 and should be 2 (off by 4)", "jobs whose entries in the ledger do not fit them: " + l.failed.ID,
			}
		}},
		"a refund of a job of a batch vanishes": {func(l *ledgers) { l.remove(l.t, "#J#"+l.secondJobs[0].ID, "L#refund") }, func(l *ledgers) []string {
			return []string{
				"usage refunded of 2026-03-01 is 6 and should be 4 (off by 2)",
				"jobs whose entries in the ledger do not fit them: " + l.secondJobs[0].ID,
			}
		}},
		"a refund of a job that succeeded": {func(l *ledgers) {
			l.copyRow(l.t, "#J#"+l.failed.ID, "L#refund", "#J#"+l.done.ID, "L#refund", map[string]string{"job": l.done.ID})
		}, func(l *ledgers) []string {
			return []string{
				"usage refunded of 2026-03-01 is 6 and should be 10 (off by -4)", "jobs whose entries in the ledger do not fit them: " + l.done.ID,
			}
		}},
		"a refund of too much": {func(l *ledgers) { l.add(l.t, "#J#"+l.failed.ID, "L#refund", "amount", 1) }, func(l *ledgers) []string {
			return []string{
				"usage refunded of 2026-03-01 is 6 and should be 7 (off by -1)", "jobs whose entries in the ledger do not fit them: " + l.failed.ID,
			}
		}},
		"a job says another refund": {func(l *ledgers) { l.add(l.t, "#J#"+l.failed.ID, "J", "refunded", -1) }, func(l *ledgers) []string {
			return []string{"jobs whose refund does not fit their status: " + l.failed.ID}
		}},
		"an event vanishes": {func(l *ledgers) { l.remove(l.t, "#D#"+l.doneEvent, "D") }, func(l *ledgers) []string {
			return []string{"events of 2026-03-01 is 1 and should be 2 (off by -1)", "jobs without an event: " + l.done.ID}
		}},
		"an event twice, another not": {func(l *ledgers) {
			l.set(l.t, "#D#"+l.doneEvent, "D", "job", &types.AttributeValueMemberS{Value: l.failed.ID})
		}, func(l *ledgers) []string {
			return []string{"events of 2026-03-01 do not fit the jobs that they are of", "jobs without an event: " + l.done.ID}
		}},
		"an event twice": {
			func(l *ledgers) { l.copyRow(l.t, "#D#"+l.doneEvent, "D", "#D#dlv_2", "D", nil) },
			says("events of 2026-03-01 is 3 and should be 2 (off by 1)"),
		},
		"a job runs beside the share": {func(l *ledgers) {
			claim(l.t, l.Fixture, l.queued, store.Claimed)
			l.update(l.t, "#W#0", "W", "DELETE #c :n", "runs/"+l.queued.Worker, &types.AttributeValueMemberSS{Value: []string{l.queued.ID}})
		}, func(l *ledgers) []string {
			return []string{"jobs that run beside their organization's share: " + l.queued.ID}
		}},
		"an ended job keeps its place": {func(l *ledgers) {
			l.update(l.t, "#W#0", "W", "ADD #c :n", "runs/"+l.done.Worker, &types.AttributeValueMemberSS{Value: []string{l.done.ID, l.queued.ID}})
		}, func(l *ledgers) []string {
			return []string{"jobs that have ended and count against their organization's share until one that waits for it finds them: " + l.done.ID}
		}},
		"never due": {func(l *ledgers) {
			l.set(l.t, "#J#"+l.queued.ID, "J", "dueAt", &types.AttributeValueMemberN{Value: "0"})
		}, func(l *ledgers) []string { return []string{"unfinished jobs without a due time: " + l.queued.ID} }},
		"usage of requests": {
			func(l *ledgers) { l.add(l.t, "#U", today+"#0", "requests/url.page", 1) },
			says("usage requests of 2026-03-01 is 8 and should be 7 (off by 1)"),
		},
		"usage of credits": {
			func(l *ledgers) { l.add(l.t, "#U", today+"#0", "spent/url.page", 1) },
			says("balance is 86 and should be 85 (off by 1)", "usage spent of 2026-03-01 is 21 and should be 20 (off by 1)"),
		},
		"an unfinished job vanishes": {
			func(l *ledgers) { l.remove(l.t, "#J#"+l.queued.ID, "J") },
			says("reserved of wallet shard 0 is 11 and should be 6 (off by 5)", "inFlight of wallet shard 0 is 4 and should be 3 (off by 1)",
				"charged jobs of 2026-03-01 is 7 and should be 6 (off by 1)", "charge of 2026-03-01 is 20 and should be 15 (off by 5)"),
		},
		"a grant vanishes": {
			func(l *ledgers) { l.add(l.t, "#G", l.grant(l.t), "amount", -10) },
			says("balance is 86 and should be 76 (off by 10)"),
		},
		"no organization": {func(l *ledgers) { l.remove(l.t, "", "ORG") }, says("there are rows of it, but no organization")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLedgers(t)
			c.plant(l)
			if diff := cmp.Diff(c.want(l), l.differences(t)); diff != "" {
				t.Errorf("differences mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func says(want ...string) func(*ledgers) []string {
	return func(*ledgers) []string { return append([]string{}, want...) }
}

func sorted(a, b string) string { return min(a, b) + ", " + max(a, b) }

// lower splits the wallet and lowers the first shard's part of the cap below its four jobs.
func (l *ledgers) lower(t *testing.T, sealed bool) {
	t.Helper()
	if _, err := l.SetOrg(t.Context(), l.org, store.OrgChange{Shards: new(2)}); err != nil {
		t.Fatal(err)
	}
	l.add(t, "", "ORG", "inFlightCap", -17)
	l.add(t, "#W#0", "W", "cap", -17)
	l.add(t, "#W#0", "W", "slots", -17)
	l.set(t, "#W#0", "W", "sealed", &types.AttributeValueMemberBOOL{Value: sealed})
}

// grant is the sort key of the organization's grant.
func (l *ledgers) grant(t *testing.T) string {
	t.Helper()
	res, err := l.DB.Query(t.Context(), &dynamodb.QueryInput{
		TableName: &l.Core, KeyConditionExpression: new("pk = :pk"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":pk": &types.AttributeValueMemberS{Value: "O#" + l.org + "#G"}},
	})
	if err != nil || len(res.Items) != 1 {
		t.Fatalf("got %v, error %v; want one grant, no error", res, err)
	}
	sk, _ := res.Items[0]["sk"].(*types.AttributeValueMemberS)
	return sk.Value
}

// TestAuditOfOneJob: the last job that a scan hands over is checked, too.
func TestAuditOfOneJob(t *testing.T) {
	t.Parallel()
	l := &ledgers{Fixture: storetest.New(t), t: t}
	l.org = l.Org(t, 10, 5)
	j, _ := admit(t, l.Fixture, l.Job(l.org, 1), "")
	l.set(t, "#J#"+j.ID, "J", "dueAt", &types.AttributeValueMemberN{Value: "0"})
	if diff := cmp.Diff([]string{"unfinished jobs without a due time: " + j.ID}, l.differences(t)); diff != "" {
		t.Errorf("differences mismatch (-want +got):\n%s", diff)
	}
}

// TestAuditWhileRowsExpire: jobs and deliveries live for 30 days, their ledger for ever.
func TestAuditWhileRowsExpire(t *testing.T) {
	t.Parallel()
	l := newLedgers(t)
	finish(t, l.Fixture, l.queued, job.Cancelled, true)
	for _, j := range []*job.Job{l.firstJobs[0], l.firstJobs[1], l.secondJobs[1]} {
		finish(t, l.Fixture, j, job.Succeeded, true)
	}
	expect := func(when string) {
		t.Helper()
		if diff := cmp.Diff([]string{}, l.differences(t)); diff != "" {
			t.Errorf("%s: differences mismatch (-want +got):\n%s", when, diff)
		}
	}
	l.Clock.Move(28 * 24 * time.Hour)
	expect("with everything, on its last whole day")
	l.Clock.Move(2*24*time.Hour - time.Minute)
	expect("with everything, before it expires")
	l.Clock.Move(2 * time.Minute)
	for _, j := range append([]*job.Job{l.done, l.queued, l.secondJobs[0]}, l.firstJobs...) {
		l.remove(t, "#J#"+j.ID, "J")
	}
	expect("with half of the jobs cleaned up")
	l.remove(t, "#D#"+l.doneEvent, "D")
	for _, j := range []*job.Job{l.failed, l.secondJobs[1]} {
		l.remove(t, "#J#"+j.ID, "J")
	}
	expect("with none left")
	l.add(t, "#U", today+"#0", "requests/url.page", 1)
	want := []string{"usage requests of earlier days is 8 and should be 7 (off by 1)"}
	if diff := cmp.Diff(want, l.differences(t)); diff != "" {
		t.Errorf("a fault of long ago: differences mismatch (-want +got):\n%s", diff)
	}
}

// mover moves jobs of an organization through their lives until its context ends, and
// counts them. A job takes one of the turns.
func (l *ledgers) mover(ctx context.Context, t *testing.T, moved *atomic.Int64, turns <-chan struct{}) {
	t.Helper()
	for n := 0; ; n++ {
		select {
		case <-turns:
		case <-ctx.Done():
			return
		}
		j := l.Job(l.org, int64(1+n%3))
		j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
		if _, _, err := l.Admit(t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
			t.Error(err)
			return
		}
		running, _, err := l.Claim(t.Context(), l.org, j.ID, store.Terms{Lease: time.Hour})
		if err != nil {
			t.Error(err)
			return
		}
		status := []job.Status{job.Succeeded, job.Failed, job.Cancelled}[n%3]
		if mine, err := l.Finish(t.Context(), running, store.Outcome{Status: status}); !mine || err != nil {
			t.Errorf("got mine %t, error %v; want true, no error", mine, err)
			return
		}
		moved.Add(1)
	}
}

// TestAuditOfMovingTables audits while jobs move: sound books are never called unbalanced, and what
// the counters' own moment decides is found however much moves.
func TestAuditOfMovingTables(t *testing.T) {
	t.Parallel()
	l := newLedgers(t)
	if err := l.Grant(t.Context(), l.org, ident.New(ident.Grant), 1_000_000, "for many jobs"); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var moved atomic.Int64
	var wait sync.WaitGroup
	// Each read of the audit waits until two jobs more begin to move. At their own pace movers make rows faster than a
	// look reads them.
	turns := make(chan struct{})
	l.Fault.Before(func(operation string) (*http.Response, error) {
		if operation != "Scan" && operation != "Query" {
			return nil, nil
		}
		for range 2 {
			select {
			case turns <- struct{}{}:
			case <-ctx.Done():
			}
		}
		return nil, nil
	})
	for range 4 {
		wait.Go(func() { l.mover(ctx, t, &moved, turns) })
	}
	undecided := 0
	for range 10 {
		books, err := l.Books(t.Context(), l.org)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{}, admin.Differences(books[l.org])); diff != "" {
			t.Fatalf("after %d jobs: differences mismatch (-want +got):\n%s", moved.Load(), diff)
		}
		undecided += len(books[l.org].Undecided)
	}
	l.add(t, "#W#0", "W", "balance", -4)
	books, err := l.Books(t.Context(), l.org)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(admin.Differences(books[l.org]), "; "); !strings.HasPrefix(got, "balance is ") || !strings.HasSuffix(got, "(off by -4)") {
		t.Errorf("got differences %q while jobs move, want the balance off by -4", got)
	}
	stop()
	wait.Wait()
	if undecided == 0 || moved.Load() < 20 {
		t.Errorf("got %d undecided parts while %d jobs moved, want some of many: nothing was tried", undecided, moved.Load())
	}
	l.add(t, "#W#0", "W", "balance", 4)
	if diff := cmp.Diff([]string{}, l.differences(t)); diff != "" {
		t.Errorf("at rest: differences mismatch (-want +got):\n%s", diff)
	}
}
