package blob_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/blob"
	localblob "github.com/quarryapi/quarry/internal/serve/local/blob"
)

func TestListAndDelete(t *testing.T) {
	t.Parallel()
	store, shut := setup(t)
	for _, key := range []string{"results/org_a/2.json", "results/org_a/1 ö&<'.json", "results/org_ab/1.json", "events/org_a/1.json"} {
		if err := store.Put(t.Context(), key, blob.Pack([]byte(`{}`))); err != nil {
			t.Fatal(err)
		}
	}
	const prefix = "results/org_a/"
	for _, c := range []struct {
		after string
		want  []string
	}{{"", []string{prefix + "1 ö&<'.json", prefix + "2.json"}}, {prefix + "1 ö&<'.json", []string{prefix + "2.json"}}, {prefix + "2.json", nil}} {
		keys, err := store.List(t.Context(), prefix, c.after)
		if diff := cmp.Diff(c.want, keys); diff != "" || err != nil {
			t.Errorf("after %q: got error %v, want none; keys mismatch (-want +got):\n%s", c.after, err, diff)
		}
	}
	for range 2 { // one that is not there is no error
		if err := store.Delete(t.Context(), prefix+"1 ö&<'.json"); err != nil {
			t.Errorf("got error %v of a deletion, want none", err)
		}
	}
	if keys, err := store.List(t.Context(), prefix, ""); len(keys) != 1 || err != nil {
		t.Errorf("got %q, error %v after a deletion; want the other one, none", keys, err)
	}
	shut()
	if _, err := store.List(t.Context(), prefix, ""); err == nil {
		t.Error("got no error of a bucket that is away, want one")
	}
	if err := store.Delete(t.Context(), prefix+"2.json"); err == nil {
		t.Error("got no error of a bucket that is away, want one")
	}
}

// TestOwnedIsEveryFolder: an organization's objects are in all folders but that of pages which the browser's function hands
// over: those have names of chance, and a worker removes each as it reads it.
func TestOwnedIsEveryFolder(t *testing.T) {
	t.Parallel()
	var got []string
	for _, prefix := range blob.Owned("org_a") {
		got = append(got, strings.TrimSuffix(prefix, "org_a/"))
	}
	got = append(got, "pages/")
	slices.Sort(got)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(localblob.Lifetimes())), got); diff != "" {
		t.Errorf("folders mismatch (-want +got):\n%s", diff)
	}
}
