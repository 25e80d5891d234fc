package store_test

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestManyAtOnceGetExactlyTheCap has many callers ask a wide wallet for more than its
// cap and its credits.
func TestManyAtOnceGetExactlyTheCap(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		credits    int64
		inFlight   int
		refusal    errs.Code
		wantInside int64
	}{
		"room":    {1000, 37, errs.TooManyInFlight, 37},
		"credits": {41, 1000, errs.InsufficientCredits, 41},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, c.credits, c.inFlight)
			widen(t, f, org, 16)
			var wait sync.WaitGroup
			for range 4 {
				wait.Go(func() {
					for range 15 {
						_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 16})
						if err != nil && !errs.Is(err, c.refusal) {
							t.Errorf("got error %v, want none or %s", err, c.refusal)
						}
					}
				})
			}
			wait.Wait()
			if b := balanced(t, f, org); b.InFlight != c.wantInside {
				t.Errorf("got %d in flight, want %d", b.InFlight, c.wantInside)
			}
		})
	}
}

// ledger is what an organization must have, whatever its rows are.
type ledger struct {
	balance  int64
	cap      int
	shards   int
	inFlight []*job.Job
}

// TestAWideWalletIsAsOne does the same to a wallet of many rows and to plain numbers.
func TestAWideWalletIsAsOne(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			l := &ledger{balance: 30, cap: 8, shards: 1}
			org := f.Org(t, l.balance, l.cap)
			rng := rand.New(rand.NewPCG(seed, 1))
			for range 80 {
				l.step(t, f, rng, org)
				balanceIs(t, f, org, l.shards, l.balance, sum(l.inFlight), int64(len(l.inFlight)))
			}
			if b := balanced(t, f, org); b.LowestShard < 0 {
				t.Errorf("got lowest row %d, want none below zero", b.LowestShard)
			}
		})
	}
}

func sum(jobs []*job.Job) (credits int64) {
	for _, j := range jobs {
		credits += j.Quote.Credits
	}
	return credits
}

func (l *ledger) step(t *testing.T, f *storetest.Fixture, rng *rand.Rand, org string) {
	t.Helper()
	switch n := rng.IntN(20); {
	case n < 10:
		l.admit(t, f, org, 1+rng.Int64N(5))
	case n < 16 && len(l.inFlight) > 0:
		i := rng.IntN(len(l.inFlight))
		j := l.inFlight[i]
		if rng.IntN(2) == 0 {
			finish(t, f, j, job.Cancelled, true)
			l.balance += j.Quote.Credits
		} else {
			finish(t, f, claim(t, f, j, store.Claimed), job.Succeeded, true)
		}
		l.inFlight = append(l.inFlight[:i:i], l.inFlight[i+1:]...)
	case n == 16:
		l.cap = rng.IntN(12)
		if _, err := f.SetOrg(t.Context(), org, store.OrgChange{InFlightCap: &l.cap}); err != nil {
			t.Fatal(err)
		}
	case n == 17:
		l.shards, l.cap = min(l.shards+rng.IntN(4), store.MaxShards), l.cap+rng.IntN(5)
		if _, err := f.SetOrg(t.Context(), org, store.OrgChange{InFlightCap: &l.cap, Shards: &l.shards}); err != nil {
			t.Fatal(err)
		}
	default:
		amount := rng.Int64N(30) - 10
		err := f.Grant(t.Context(), org, ident.New(ident.Grant), amount, "x")
		if enough := l.balance+amount >= 0; enough != (err == nil) || (err != nil && !errs.Is(err, errs.InvalidRequest)) {
			t.Fatalf("got error %v of a grant of %d to a balance of %d", err, amount, l.balance)
		}
		if err == nil {
			l.balance += amount
		}
	}
}

func (l *ledger) admit(t *testing.T, f *storetest.Fixture, org string, credits int64) {
	t.Helper()
	j := f.Job(org, credits)
	_, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: l.shards})
	switch {
	case l.balance < credits:
		if !errs.Is(err, errs.InsufficientCredits) {
			t.Fatalf("got error %v of %d credits with a balance of %d, want %s", err, credits, l.balance, errs.InsufficientCredits)
		}
	case len(l.inFlight) >= l.cap:
		if !errs.Is(err, errs.TooManyInFlight) {
			t.Fatalf("got error %v with %d in flight under a cap of %d, want %s", err, len(l.inFlight), l.cap, errs.TooManyInFlight)
		}
	case err != nil:
		t.Fatalf("got error %v with %d credits and %d of %d in flight, want none", err, l.balance, len(l.inFlight), l.cap)
	default:
		l.balance -= credits
		l.inFlight = append(l.inFlight, j)
	}
}
