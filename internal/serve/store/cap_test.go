package store_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestTheCapHoldsWhenItIsLowered lowers the cap below what is in flight, on rows of
// which some have room: nothing may be admitted until the jobs fit.
func TestTheCapHoldsWhenItIsLowered(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 1000, 20)
	widen(t, f, org, 4)
	var running []*job.Job
	for range 15 {
		j := f.Job(org, 1)
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: 4}); err != nil {
			t.Fatal(err)
		}
		running = append(running, claim(t, f, j, store.Claimed))
	}
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{InFlightCap: new(10)}); err != nil {
		t.Fatal(err)
	}
	for len(running) > 0 {
		_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 4})
		if !errs.Is(err, errs.TooManyInFlight) {
			t.Fatalf("got error %v with %d in flight under a cap of 10, want %s", err, len(running), errs.TooManyInFlight)
		}
		finish(t, f, running[0], job.Succeeded, true)
		if running = running[1:]; len(running) == 9 {
			break
		}
	}
	balanceIs(t, f, org, 4, 985, 9, 9)
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 4}); err != nil {
		t.Errorf("got error %v with 9 in flight under a cap of 10, want none", err)
	}
	for _, r := range rows(t, f, org, 4) {
		if strings.HasPrefix(r.Slots, "-") {
			t.Errorf("got row %+v of a wallet that admits again, want no slots below zero", r)
		}
	}
	balanced(t, f, org)
}

// TestNewRowsOfAFullWalletAreSealed widens a wallet whose cap is below what is in
// flight, and raises the cap, but not enough: the new rows' part of it is not free.
func TestNewRowsOfAFullWalletAreSealed(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{1, 2} {
		t.Run(strconv.Itoa(shards), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 100, 10)
			widen(t, f, org, shards)
			for range 10 {
				if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: shards}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := f.SetOrg(t.Context(), org, store.OrgChange{InFlightCap: new(2)}); err != nil {
				t.Fatal(err)
			}
			if _, err := f.SetOrg(t.Context(), org, store.OrgChange{InFlightCap: new(7), Shards: new(4)}); err != nil {
				t.Fatal(err)
			}
			for row := range int64(4) {
				_, _, err := f.WithRandom(func(int64) int64 { return row }).Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 4})
				if !errs.Is(err, errs.TooManyInFlight) {
					t.Errorf("got error %v from row %d with 10 in flight under a cap of 7, want %s", err, row, errs.TooManyInFlight)
				}
			}
			balanced(t, f, org)
		})
	}
}

// TestAllRowsAreSealedOrNone widens a sealed wallet that has room, and admits.
func TestAllRowsAreSealedOrNone(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 10)
	widen(t, f, org, 2)
	for _, c := range []store.OrgChange{{InFlightCap: new(8)}, {Shards: new(4)}} {
		if _, err := f.SetOrg(t.Context(), org, c); err != nil {
			t.Fatal(err)
		}
	}
	if got := sealed(t, f, org, 4); got != 4 {
		t.Errorf("got %d of 4 rows sealed by a lower cap, want all", got)
	}
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 4}); err != nil {
		t.Fatal(err)
	}
	if got := sealed(t, f, org, 4); got != 0 {
		t.Errorf("got %d of 4 rows sealed after an admission, want none", got)
	}
	balanced(t, f, org)
}

// sealed counts the rows that are.
func sealed(t *testing.T, f *storetest.Fixture, org string, shards int) (n int) {
	t.Helper()
	for shard := range shards {
		res, err := f.DB.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: &f.Core, Key: walletRow(org, shard)})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := res.Item["sealed"]; ok {
			n++
		}
	}
	return n
}

// TestCreditsAreLentWithoutSlots has a cached job lent credits on a sealed row with fewer
// slots than none, beside one that has some: its slots are not the job's to move.
func TestCreditsAreLentWithoutSlots(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 8)
	widen(t, f, org, 2)
	first := f.WithRandom(func(int64) int64 { return 0 })
	for range 4 {
		if _, _, err := first.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 2}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{InFlightCap: new(6)}); err != nil {
		t.Fatal(err)
	}
	j := f.Job(org, 5)
	j.Status, j.Cached, j.CompletedAt = job.Succeeded, true, j.CreatedAt
	if _, _, err := first.Admit(t.Context(), store.Admission{Job: j, Shards: 2}); err != nil {
		t.Fatal(err)
	}
	balanceIs(t, f, org, 2, 1, 4, 4)
	balanced(t, f, org)
}

// TestManyUnsealAtOnce has many callers meet a sealed wallet with one free slot: whoever
// takes it, nobody else may have it from what he read before.
func TestManyUnsealAtOnce(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 1000, 60)
	widen(t, f, org, 16)
	for range 9 {
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 16}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{InFlightCap: new(10)}); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 24 {
		wait.Go(func() {
			_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 16})
			if err != nil && !errs.Is(err, errs.TooManyInFlight) {
				t.Errorf("got error %v, want none or %s", err, errs.TooManyInFlight)
			}
		})
	}
	wait.Wait()
	if b := balanced(t, f, org); b.InFlight != 10 {
		t.Errorf("got %d in flight, want 10", b.InFlight)
	}
}
