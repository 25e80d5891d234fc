package checkpoint_test

import (
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

type bundle struct {
	*storetest.Fixture
	keeper *checkpoint.Keeper
	org    string
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{Fixture: storetest.New(t)}
	b.org = b.Org(t, 10, 5)
	b.keeper = checkpoint.New(b.Store, &storetest.Blobs{})
	return b
}

// admit stores a job.
func (b *bundle) admit(t *testing.T) *job.Job {
	t.Helper()
	j := b.Job(b.org, 3)
	if _, _, err := b.Admit(t.Context(), store.Admission{Job: j}); err != nil {
		t.Fatal(err)
	}
	return j
}

// take claims it as a worker does, with whatever lease is left run out.
func (b *bundle) take(t *testing.T, j *job.Job) *job.Job {
	t.Helper()
	b.Clock.Move(2 * time.Minute)
	claimed, claim, err := b.Claim(t.Context(), j.OrgID, j.ID, store.Terms{Lease: time.Minute})
	if err != nil || claim != store.Claimed {
		t.Fatalf("got claim %v, error %v; want no error, claim 0", claim, err)
	}
	return claimed
}

type state struct{ Pages []string }

func TestSuccessorGoesOn(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{"in a row": "short", "in an object": long()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			j := b.admit(t)
			first := kind.Run[state]{Checkpoint: b.keeper.Of(b.take(t, j))}
			var got state
			if found, err := first.Resume(t.Context(), &got); found || err != nil {
				t.Fatalf("a first run found %+v, %v", got, err)
			}
			want := state{[]string{page}}
			for _, s := range []state{{}, want} {
				if err := first.Keep(t.Context(), s); err != nil {
					t.Fatal(err)
				}
			}
			second := kind.Run[state]{Checkpoint: b.keeper.Of(b.take(t, j))}
			if found, err := second.Resume(t.Context(), &got); !found || err != nil || !cmp.Equal(want, got) {
				t.Fatalf("got found %v, error %v; want found true, no error, %+v; state mismatch (-want +got):\n%s", found, err, want, cmp.Diff(want, got))
			}
			// The first comes back from wherever it was: too late.
			if err := first.Keep(t.Context(), state{[]string{"late"}}); !errs.Is(err, errs.Cancelled) {
				t.Errorf("a lost run kept something: %v", err)
			}
			if _, err := second.Resume(t.Context(), &got); err != nil || !cmp.Equal(want, got) {
				t.Errorf("got error %v, want no error, %+v; state mismatch (-want +got):\n%s", err, want, cmp.Diff(want, got))
			}
		})
	}
}

func TestEndedJobKeepsNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	claimed := b.take(t, b.admit(t))
	run := kind.Run[state]{Checkpoint: b.keeper.Of(claimed)}
	other := *claimed
	if ended, err := b.Finish(t.Context(), &other, store.Outcome{Status: job.Cancelled}); !ended || err != nil {
		t.Fatalf("got ended %t, error %v; want ended true, no error", ended, err)
	}
	if err := run.Keep(t.Context(), state{}); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}

func TestGarbageIsAnError(t *testing.T) {
	t.Parallel()
	b := setup(t)
	j := b.admit(t)
	if err := b.keeper.Of(b.take(t, j)).Save(t.Context(), json.RawMessage(`["another form"]`)); err != nil {
		t.Fatal(err)
	}
	var got state
	run := kind.Run[state]{JobID: j.ID, Checkpoint: b.keeper.Of(b.take(t, j))}
	if found, err := run.Resume(t.Context(), &got); found || err == nil || !strings.Contains(err.Error(), j.ID) {
		t.Errorf("got found %v, error %v; want found false, an error, Error() with %q", found, err, j.ID)
	}
}

// long is a text that does not fit into a row even packed.
func long() string {
	noise := make([]byte, 32<<10)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(noise) // never fails
	return hex.EncodeToString(noise)
}
