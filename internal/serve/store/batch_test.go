package store_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// batchOf asks for n jobs of 2 credits each, under a key when there is one.
func batchOf(t *testing.T, f *storetest.Fixture, org, key string, n int) store.BatchAdmission {
	t.Helper()
	b := store.BatchAdmission{ID: ident.New("bat"), OrgID: org, Shards: 1, Key: key}
	for range n {
		j := f.Job(org, 2)
		b.Jobs = append(b.Jobs, j)
		b.Entries = append(b.Entries, "entry of "+j.ID)
	}
	if key != "" {
		var err error
		if b.Before, err = f.BatchKeys(t.Context(), org, key); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func balanceIs(t *testing.T, f *storetest.Fixture, org string, shards int, balance, reserved, inFlight int64) {
	t.Helper()
	b, err := f.Balance(t.Context(), org, shards, true)
	if err != nil || b.Balance != balance || b.Reserved != reserved || b.InFlight != inFlight {
		t.Errorf("got %+v, error %v; want balance %d, reserved %d, in flight %d", b, err, balance, reserved, inFlight)
	}
}

func TestBatchIsAllOrNothing(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 4)
	b := batchOf(t, f, org, "", 3)
	if err := f.AdmitBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	balanceIs(t, f, org, 1, 4, 6, 3)
	for _, j := range b.Jobs {
		stored, err := f.Store.Job(t.Context(), org, j.ID)
		if diff := cmp.Diff(j, stored); diff != "" || err != nil {
			t.Errorf("got error %v; job mismatch (-want +got):\n%s", err, diff)
		}
	}
	usage, err := f.Usage(t.Context(), org, f.Clock.Now())
	if diff := cmp.Diff([]store.ActionUsage{{Action: "url.page", Requests: 3, Spent: 6}}, usage); diff != "" || err != nil {
		t.Errorf("got error %v; usage mismatch (-want +got):\n%s", err, diff)
	}
	if books := balanced(t, f, org); books.Debits != 3 || books.Debited != 6 {
		t.Errorf("got books %+v, want 3 debits of 6 credits together", books)
	}

	for name, c := range map[string]struct {
		jobs int
		code errs.Code
	}{"too dear": {3, errs.InsufficientCredits}, "no room": {2, errs.TooManyInFlight}} {
		b := batchOf(t, f, org, "", c.jobs)
		if err := f.AdmitBatch(t.Context(), b); !errs.Is(err, c.code) {
			t.Errorf("%s: got error %v, want %s", name, err, c.code)
		}
		if _, err := f.Store.Job(t.Context(), org, b.Jobs[0].ID); !errs.Is(err, errs.JobNotFound) {
			t.Errorf("%s: got error %v of its first job, want %s", name, err, errs.JobNotFound)
		}
	}
	balanceIs(t, f, org, 1, 4, 6, 3)
	balanced(t, f, org)
}

func TestBatchOfCachedJobs(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 3)
	b := batchOf(t, f, org, "", 3)
	for _, j := range b.Jobs {
		j.Status, j.CompletedAt, j.Cached = job.Succeeded, f.Clock.Now(), true
	}
	b.Jobs[1].Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	if err := f.AdmitBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	balanceIs(t, f, org, 1, 4, 0, 0) // they need its room, and take none of it
	list, _, err := f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: org, Limit: 10})
	if err != nil || len(list) != 1 || list[0].JobID != b.Jobs[1].ID || list[0].EventType != "job.succeeded" || list[0].EndpointID != "whe_1" {
		t.Errorf("got deliveries %+v, error %v; want the second job's alone", list, err)
	}
	balanced(t, f, org)
}

func TestKeysOfABatch(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 50)
	keys := func() map[string]string {
		k, err := f.BatchKeys(t.Context(), org, "k")
		if err != nil {
			t.Fatal(err)
		}
		return k.Jobs
	}
	if got := keys(); len(got) != 0 {
		t.Errorf("got %v of a key that was never used, want nothing", got)
	}
	first, late := batchOf(t, f, org, "k", 2), batchOf(t, f, org, "k", 1)
	if err := f.AdmitBatch(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{first.Entries[0]: first.Jobs[0].ID, first.Entries[1]: first.Jobs[1].ID}
	if diff := cmp.Diff(want, keys()); diff != "" {
		t.Errorf("keys mismatch (-want +got):\n%s", diff)
	}

	// Who read the keys before the first has to read them again.
	if err := f.AdmitBatch(t.Context(), late); !errors.Is(err, store.ErrBatchChanged) {
		t.Errorf("got error %v, want %v", err, store.ErrBatchChanged)
	}
	more := batchOf(t, f, org, "k", 1)
	if err := f.AdmitBatch(t.Context(), more); err != nil {
		t.Fatal(err)
	}
	want[more.Entries[0]] = more.Jobs[0].ID
	if diff := cmp.Diff(want, keys()); diff != "" {
		t.Errorf("keys of both mismatch (-want +got):\n%s", diff)
	}
	balanceIs(t, f, org, 1, 94, 6, 3)

	// A key ends with its jobs, and the key of a single job is another one.
	f.Clock.Move(job.Retention)
	if got := keys(); len(got) != 0 {
		t.Errorf("got %v of a key that has expired, want nothing", got)
	}
	if err := f.AdmitBatch(t.Context(), batchOf(t, f, org, "k", 1)); err != nil {
		t.Errorf("got error %v of an expired key, want none", err)
	}
	if _, replayed := admit(t, f, f.Job(org, 1), "k"); replayed {
		t.Error("got a replay of a batch's key, want a job of its own")
	}
	balanced(t, f, org)
}

func TestLostAnswerOfABatchIsNoSecondCharge(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 10)
	b := batchOf(t, f, org, "", 2)
	lost := false
	f.Fault.After(func(operation string) (*http.Response, error) {
		if operation != "TransactWriteItems" || lost {
			return nil, nil //nolint:nilnil // the answer goes through
		}
		lost = true
		return nil, errors.New("connection reset")
	})
	if err := f.AdmitBatch(t.Context(), b); err == nil {
		t.Fatal("got no error of a lost answer, want one")
	}
	if err := f.AdmitBatch(t.Context(), b); err != nil {
		t.Errorf("got error %v of the second try, want none", err)
	}
	balanceIs(t, f, org, 1, 6, 4, 2)
	balanced(t, f, org)
}

func TestBatchGathersFromShards(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 9, 3)
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: new(3)}); err != nil {
		t.Fatal(err)
	}
	// All lies in the first shard: whichever is tried first, the batch is carried.
	for range 3 {
		b := batchOf(t, f, org, "", 1)
		b.Shards = 3
		if err := f.AdmitBatch(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	balanceIs(t, f, org, 3, 3, 6, 3)
	b := batchOf(t, f, org, "", 2)
	b.Shards = 3
	err := f.AdmitBatch(t.Context(), b)
	e := errs.As(err)
	want := []errs.Detail{{Field: "required", Issue: "4"}, {Field: "available", Issue: "3"}}
	if diff := cmp.Diff(want, e.Details); e.Code != errs.InsufficientCredits || diff != "" {
		t.Errorf("got error %v, want %s; details mismatch (-want +got):\n%s", err, errs.InsufficientCredits, diff)
	}
	b.Jobs = b.Jobs[:1]
	if e := errs.As(f.AdmitBatch(t.Context(), b)); e == nil || e.Code != errs.TooManyInFlight || e.RetryAfter != time.Second {
		t.Errorf("got error %v, want %s within a second", e, errs.TooManyInFlight)
	}
	if books := balanced(t, f, org); books.WalletShards != 3 {
		t.Errorf("got books %+v, want 3 shards", books)
	}
}

// TestAKeyOfABatchIsNoKeyOfAJob gives a job the bytes that set batches apart.
func TestAKeyOfABatchIsNoKeyOfAJob(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 10)
	if err := f.AdmitBatch(t.Context(), batchOf(t, f, org, "k", 1)); err != nil {
		t.Fatal(err)
	}
	if _, replayed := admit(t, f, f.Job(org, 1), "batch\x00k"); replayed {
		t.Error("got the row of a batch's key for a key of a job, want a job of its own")
	}
	balanced(t, f, org)
}

// TestAKeyMakesManyBatches uses one key for batches that all differ: the row that
// remembers them must not grow until the database refuses it.
func TestAKeyMakesManyBatches(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10_000, 10_000)
	const size = 50
	for made := 0; ; made += size {
		err := f.AdmitBatch(t.Context(), batchOf(t, f, org, strings.Repeat("k", 255), size))
		if errs.Is(err, errs.InvalidIdempotencyKey) && made == 1000 {
			break
		}
		if err != nil || made > 1000 {
			t.Fatalf("got error %v after %d entries of one key, want none up to 1000 and then %s", err, made, errs.InvalidIdempotencyKey)
		}
	}
	balanceIs(t, f, org, 1, 10_000-2*1000, 2*1000, 1000)
	balanced(t, f, org)
}
