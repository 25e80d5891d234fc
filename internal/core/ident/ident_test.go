package ident_test

import (
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
)

func TestNewGrowsAndIsValid(t *testing.T) {
	t.Parallel()
	last := ""
	for range 1000 {
		id := ident.New(ident.Job)
		if !ident.Valid(ident.Job, id) {
			t.Fatalf("%q is not valid", id)
		}
		if id <= last {
			t.Fatalf("%q does not sort after %q", id, last)
		}
		last = id
	}
}

// TestNewGrowsBesideOthers: the ids of each of several callers grow, whoever's turn comes first.
func TestNewGrowsBesideOthers(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			last := ""
			for range 20_000 {
				id := ident.New(ident.Job)
				if id <= last {
					t.Errorf("%q does not sort after %q", id, last)
					return
				}
				last = id
			}
		})
	}
	all.Wait()
}

func TestValidRefuses(t *testing.T) {
	t.Parallel()
	for _, id := range []string{
		"", "job_", "job_1", "tok_01k00000000000000000000000",
		"job_01K00000000000000000000000", "job_01k0000000000000000000000u", "job_01k000000000000000000000000",
	} {
		if ident.Valid(ident.Job, id) {
			t.Errorf("%q is valid", id)
		}
	}
}

func TestTimeIsTheMakingsOf(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 12, 0, 0, int(7*time.Millisecond), time.UTC)
	if got, ok := ident.Time(ident.Job, ident.Floor(ident.Job, at)); !ok || !got.Equal(at) {
		t.Errorf("got time %s, ok %v; want ok true, %v", got, ok, at)
	}
	if _, ok := ident.Time(ident.Job, ident.New(ident.Token)); ok {
		t.Error("a token's id has the time of a job")
	}
}
