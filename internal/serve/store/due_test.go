package store_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestDueBelievesTheRow: what the index named can have moved until its row is read.
func TestDueBelievesTheRow(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(*testing.T, *store.Store, string, string){
		"touched": func(t *testing.T, other *store.Store, org, id string) {
			t.Helper()
			j, err := other.Job(t.Context(), org, id)
			if err != nil {
				t.Error(err)
				return
			}
			if ok, err := other.Touch(t.Context(), j, time.Minute); !ok || err != nil {
				t.Errorf("got touched %t, error %v; want true, no error", ok, err)
			}
		},
		"claimed, and its lease over": func(t *testing.T, other *store.Store, org, id string) {
			t.Helper()
			if _, claim, err := other.Claim(t.Context(), org, id, store.Terms{Lease: -time.Second}); claim != store.Claimed || err != nil {
				t.Errorf("got claim %v, error %v; want claim 0, no error", claim, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 10, 5)
			j, _ := admit(t, f, f.Job(org, 1), "")
			f.Clock.Move(time.Minute)
			other := store.New(f.DB, f.Core, f.Edge, f.Clock.Now)
			moved := false
			f.Fault.Before(func(operation string) (*http.Response, error) {
				if operation == "BatchGetItem" && !moved {
					moved = true
					meanwhile(t, other, org, j.ID)
				}
				return nil, nil
			})
			for shard := range store.DueShards {
				due, _, err := f.Due(t.Context(), store.DueQuery{Lane: store.LaneQueued, Shard: shard, By: f.Clock.Now(), Limit: 10})
				if err != nil || len(due) > 0 {
					t.Errorf("got %+v, error %v of shard %d; want nothing due, no error", due, err, shard)
				}
			}
			if !moved {
				t.Error("the row never moved: nothing was tried")
			}
		})
	}
}
