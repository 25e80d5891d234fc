package store_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestTablesAreCopied: into an empty one alone, or again where a copy was cut off.
func TestTablesAreCopied(t *testing.T) {
	t.Parallel()
	from, to := live(t, newWorld(t)), &scene{T: t, World: &storetest.World{Fixture: storetest.New(t)}}
	want := from.raw(from.Core, "O#")
	for _, again := range []bool{false, true} {
		if err := store.MayCopy(t.Context(), dynamotest.Config(t), from.Core, to.Core, again); err != nil {
			t.Fatalf("got error %v before the copy, want none", err)
		}
		rows, err := store.CopyTable(t.Context(), dynamotest.Config(t), from.Core, to.Core)
		if err != nil || rows != len(want) {
			t.Fatalf("got %d rows, error %v; want %d, none", rows, err, len(want))
		}
	}
	if diff := cmp.Diff(want, to.raw(to.Core, "O#")); diff != "" {
		t.Errorf("rows mismatch (-want +got):\n%s", diff)
	}
	if err := store.MayCopy(t.Context(), dynamotest.Config(t), from.Core, to.Edge, true); !errors.Is(err, store.ErrOtherKeys) {
		t.Errorf("got error %v of a table with one key, want %v", err, store.ErrOtherKeys)
	}
	if err := store.MayCopy(t.Context(), dynamotest.Config(t), from.Core, to.Core, false); !errors.Is(err, store.ErrRowsThere) {
		t.Errorf("got error %v of a table with rows, want %v", err, store.ErrRowsThere)
	}
}
