package store_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// The most that one grant moves, and that an organization can have.
const (
	largestGrant = 9_000_000_000_000_000
	mostCredits  = largestGrant
	largest      = 1<<53 - 1 // the largest integer that every reader of JSON reads exactly
)

// TestAnySequenceOfGrants: whatever is granted and taken back, in whatever order and over so
// many rows, the balance is the sum of what was booked, within its bounds.
func TestAnySequenceOfGrants(t *testing.T) {
	t.Parallel()
	amounts := []int64{
		1, 7, -1, -3, largestGrant, largestGrant - 1, 4_500_000_000_000_000, largest, -largest, -largestGrant, largestGrant + 1, -largestGrant - 1,
		math.MaxInt64, math.MinInt64, 123_456_789,
	}
	for _, shards := range []int{1, 3, store.MaxShards} {
		t.Run(fmt.Sprintf("%d rows", shards), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 0, 8)
			if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: &shards}); err != nil {
				t.Fatal(err)
			}
			random, want := rand.New(rand.NewPCG(7, uint64(shards))), int64(0)
			for n := range 25 {
				amount, id := amounts[random.IntN(len(amounts))], ident.New(ident.Grant)
				fits := amount <= largestGrant && amount >= -largestGrant && want+amount >= 0 && want+amount <= mostCredits
				for range 2 { // the second is the same grant
					err := f.Grant(t.Context(), org, id, amount, "why")
					if fits != (err == nil) || err != nil && !errs.Is(err, errs.InvalidRequest) {
						t.Fatalf("grant %d of %d to %d: got error %v, want fits %t", n, amount, want, err, fits)
					}
				}
				if fits {
					want += amount
				}
				b, err := f.Balance(t.Context(), org, shards, true)
				if err != nil || b.Balance != want {
					t.Fatalf("grant %d of %d: got balance %d, error %v; want %d", n, amount, b.Balance, err, want)
				}
			}
			if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: shards}); (err == nil) != (want > 0) {
				t.Errorf("got error %v of a job on %d credits", err, want)
			}
		})
	}
}

// TestGrantsAtOnceStayWithinTheBound: the bound is a condition of what is written, not only of
// what was read.
func TestGrantsAtOnceStayWithinTheBound(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d rows", shards), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 0, 8)
			if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: &shards}); err != nil {
				t.Fatal(err)
			}
			for range 97 {
				if err := f.Grant(t.Context(), org, ident.New(ident.Grant), mostCredits/100, "why"); err != nil {
					t.Fatal(err)
				}
			}
			var wait sync.WaitGroup
			for range 8 {
				wait.Go(func() {
					err := f.Grant(t.Context(), org, ident.New(ident.Grant), mostCredits/100, "why")
					if err != nil && !errs.Is(err, errs.InvalidRequest) && !errs.Is(err, errs.ServiceUnavailable) {
						t.Errorf("got error %v, want none or a refusal", err)
					}
				})
			}
			wait.Wait()
			if b, err := f.Balance(t.Context(), org, shards, true); err != nil || b.Balance > mostCredits || b.Balance > largest {
				t.Errorf("got balance %d, error %v; want %d at most", b.Balance, err, int64(mostCredits))
			}
		})
	}
}
