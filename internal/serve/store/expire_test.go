package store_test

import (
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

func TestDeleteExpired(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	f.Token(t, org, 10, 10)
	old, _ := admit(t, f, f.Job(org, 1), "key")
	f.Clock.Move(time.Second)
	young, _ := admit(t, f, f.Job(org, 1), "")
	for _, table := range []string{f.Core, f.Edge} {
		if n, err := store.DeleteExpired(t.Context(), f.DB, table, old.ExpiresAt.Add(-time.Second)); n != 0 || err != nil {
			t.Errorf("before their time: got %d rows of %s removed, error %v; want none, no error", n, table, err)
		}
	}
	if n, err := store.DeleteExpired(t.Context(), f.DB, f.Core, old.ExpiresAt); n != 2 || err != nil {
		t.Errorf("got %d rows removed, error %v; want the job and its key, no error", n, err)
	}
	if _, err := f.Store.Job(t.Context(), org, old.ID); !errs.Is(err, errs.JobNotFound) {
		t.Errorf("got error %v of the expired job, want %s", err, errs.JobNotFound)
	}
	if j, err := f.Store.Job(t.Context(), org, young.ID); err != nil || j.Status != job.Queued {
		t.Errorf("got job %+v, error %v of the younger one; want it queued, no error", j, err)
	}
	if _, err := f.Store.Org(t.Context(), org); err != nil {
		t.Errorf("got error %v of the organization, want none", err)
	}
}
