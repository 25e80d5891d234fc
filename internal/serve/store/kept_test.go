package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

func TestProgressIsTheNewestClaims(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	queued := f.Job(org, 1)
	admit(t, f, queued, "")
	put := func(j *job.Job, p blob.Parcel, want bool) {
		t.Helper()
		if mine, err := f.PutProgress(t.Context(), j, p); err != nil || mine != want {
			t.Errorf("got kept %t, error %v; want %t, no error", mine, err, want)
		}
	}
	is := func(want blob.Parcel, wantFound bool) {
		t.Helper()
		got, found, err := f.Progress(t.Context(), queued)
		if diff := cmp.Diff(want, got); err != nil || found != wantFound || diff != "" {
			t.Errorf("got found %t, error %v; want %t, no error; progress mismatch (-want +got):\n%s", found, err, wantFound, diff)
		}
	}
	is(blob.Parcel{}, false)
	put(queued, blob.Parcel{Body: []byte("unclaimed")}, false)

	first := claim(t, f, queued, store.Claimed)
	put(first, blob.Parcel{Body: []byte("one")}, true)
	put(first, blob.Parcel{Key: "two"}, true)
	is(blob.Parcel{Key: "two"}, true)

	f.Clock.Move(10 * time.Minute)
	second := claim(t, f, queued, store.Claimed)
	put(first, blob.Parcel{Body: []byte("late")}, false)
	is(blob.Parcel{Key: "two"}, true)
	put(second, blob.Parcel{Body: []byte("three")}, true)
	is(blob.Parcel{Body: []byte("three")}, true)
	finish(t, f, second, job.Succeeded, true)
	put(second, blob.Parcel{Body: []byte("over")}, false)
}

func TestDocumentsAreAsYoungAsAsked(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org, other := f.Org(t, 0, 1), f.Org(t, 0, 1)
	want := blob.Parcel{Body: []byte("text")}
	if err := f.PutDocument(t.Context(), org, "http://a.test/", want, time.Hour); err != nil {
		t.Fatal(err)
	}
	f.Clock.Move(time.Minute)
	for name, c := range map[string]struct {
		org, name string
		maxAge    time.Duration
		found     bool
	}{
		"as old as may be": {org, "http://a.test/", time.Minute, true},
		"too old":          {org, "http://a.test/", time.Minute - time.Millisecond, false},
		"another name":     {org, "http://b.test/", time.Hour, false},
		"another's":        {other, "http://a.test/", time.Hour, false},
	} {
		got, found, err := f.Document(t.Context(), c.org, c.name, c.maxAge)
		if err != nil || found != c.found {
			t.Errorf("%s: got found %t, error %v; want %t, no error", name, found, err, c.found)
		}
		if !c.found {
			if got.Body != nil {
				t.Errorf("%s: got %+v, want nothing", name, got)
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: document mismatch (-want +got):\n%s", name, diff)
		}
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org, other := f.Org(t, 10, 5), f.Org(t, 0, 1)
	j := f.Job(org, 1)
	j.Fence = 1
	first, err := f.PutResult(t.Context(), j, []byte("one"))
	if err != nil {
		t.Fatal(err)
	}
	j.Fence = 2
	second, err := f.PutResult(t.Context(), j, []byte("two"))
	if err != nil || first != j.ID+"#1" || second != j.ID+"#2" {
		t.Fatalf("got names %q, %q, error %v; want the job's with its fences", first, second, err)
	}
	for name, want := range map[string]string{first: "one", second: "two"} {
		if got, err := f.Result(t.Context(), org, name); err != nil || string(got) != want {
			t.Errorf("%s: got %q, error %v; want %q", name, got, err, want)
		}
	}
	for _, c := range [][2]string{{other, first}, {org, j.ID + "#3"}, {org, j.ID}, {org, j.ID + "#x"}} {
		if got, err := f.Result(t.Context(), c[0], c[1]); !errs.Is(err, errs.InternalError) {
			t.Errorf("%s of %s: got %q, error %v; want %s", c[1], c[0], got, err, errs.InternalError)
		}
	}
}

func TestCache(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org, other := f.Org(t, 10, 5), f.Org(t, 0, 1)
	j := f.Job(org, 1)
	j.CacheKey, j.CompletedAt, j.Meta = "hash", f.Clock.Now(), []byte(`{"a":1}`)
	j.Result = &job.ResultRef{Key: "whole", InlineKey: "cut", Size: 7}
	if err := f.PutCache(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	bare := *j
	bare.CacheKey, bare.Meta, bare.Result = "bare", nil, &job.ResultRef{Item: j.ID + "#1", Size: 3}
	if err := f.PutCache(t.Context(), &bare); err != nil {
		t.Fatal(err)
	}
	f.Clock.Move(time.Minute)
	for name, c := range map[string]struct {
		org, hash string
		maxAge    time.Duration
		want      store.CacheEntry
	}{
		"as old as may be": {org, "hash", time.Minute, store.CacheEntry{Job: j.ID, Result: j.Result, Meta: []byte(`{"a":1}`), Credits: 1, StoredAt: j.CompletedAt}},
		"without meta":     {org, "bare", time.Hour, store.CacheEntry{Job: j.ID, Result: bare.Result, Credits: 1, StoredAt: j.CompletedAt}},
		"too old":          {org, "hash", time.Minute - time.Millisecond, store.CacheEntry{}},
		"another's":        {other, "hash", time.Hour, store.CacheEntry{}},
		"nothing":          {org, "else", time.Hour, store.CacheEntry{}},
	} {
		got, found, err := f.Cached(t.Context(), c.org, c.hash, c.maxAge)
		if diff := cmp.Diff(c.want, got); err != nil || found != (c.want.Job != "") || diff != "" {
			t.Errorf("%s: got found %t, error %v; want %t, no error; entry mismatch (-want +got):\n%s", name, found, err, c.want.Job != "", diff)
		}
	}
}
