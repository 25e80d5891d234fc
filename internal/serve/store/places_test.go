package store_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// oneAtATime is an organization of which one job runs at once.
type oneAtATime struct {
	*storetest.Fixture
	t   *testing.T
	org string
}

func newOneAtATime(t *testing.T) oneAtATime {
	t.Helper()
	f := storetest.New(t)
	return oneAtATime{f, t, f.Org(t, 100, 50)}
}

func (o oneAtATime) queued() *job.Job {
	j, _ := admit(o.t, o.Fixture, o.Job(o.org, 1), "")
	return j
}

func (o oneAtATime) claims(j *job.Job) (store.Claim, error) {
	_, how, err := o.Claim(o.t.Context(), o.org, j.ID, store.Terms{Lease: lease, Most: 1})
	return how, err
}

// TestAPlaceOfWhoDied: a process that dies between the place and the job leaves the place to the
// job's next claim, or to whoever comes when the job has ended.
func TestAPlaceOfWhoDied(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(o oneAtATime, j *job.Job){
		"claimed again": func(o oneAtATime, j *job.Job) {
			finish(o.t, o.Fixture, claimAs(o.t, o.Fixture, j, 1, store.Claimed), job.Succeeded, true)
		},
		"cancelled while queued": func(o oneAtATime, j *job.Job) { finish(o.t, o.Fixture, j, job.Cancelled, true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOneAtATime(t)
			j, next := o.queued(), o.queued()
			o.Fault.Before(failNth("UpdateItem", 2))
			if _, err := o.claims(j); err == nil {
				t.Fatal("got no error of a claim whose write fails, want one")
			}
			o.Fault.Before(nil)
			claimAs(t, o.Fixture, next, 1, store.Crowded)
			leave(o, j)
			claimAs(t, o.Fixture, next, 1, store.Claimed)
			balanced(t, o.Fixture, o.org)
		})
	}
}

// TestAPlaceOfWhoComesLate: a message that comes when another has run its job to the end takes a
// place for it, and gives it back. When it dies before, whoever is crowded out finds it.
func TestAPlaceOfWhoComesLate(t *testing.T) {
	t.Parallel()
	for name, dies := range map[string]bool{"gives it back": false, "dies before": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOneAtATime(t)
			j, next := o.queued(), o.queued()
			calls := 0
			o.Fault.Before(func(operation string) (*http.Response, error) {
				if operation != "UpdateItem" {
					return nil, nil //nolint:nilnil // the call goes through
				}
				if calls++; calls == 1 { // before the late message's place
					o.Fault.Before(nil)
					finish(t, o.Fixture, claimAs(t, o.Fixture, j, 1, store.Claimed), job.Succeeded, true)
					if dies {
						o.Fault.Before(failNth("UpdateItem", 2)) // behind the job's
					}
				}
				return nil, nil //nolint:nilnil // the call goes through
			})
			how, err := o.claims(j)
			if (err != nil) != dies || how != store.Ended {
				t.Fatalf("got claim %v, error %v; want %v, an error %t", how, err, store.Ended, dies)
			}
			o.Fault.Before(nil)
			if dies {
				claimAs(t, o.Fixture, next, 1, store.Crowded)
				if c, err := o.Crowd(t.Context(), next); err != nil || c.Running != 1 {
					t.Fatalf("got %+v, error %v; want one place taken, no error", c, err)
				}
			}
			claimAs(t, o.Fixture, next, 1, store.Claimed)
			balanced(t, o.Fixture, o.org)
		})
	}
}

// TestCrowdKeepsThePlacesOfWhoRuns, also of one whose lease is over: it is claimed anew in its
// own place.
func TestCrowdKeepsThePlacesOfWhoRuns(t *testing.T) {
	t.Parallel()
	o := newOneAtATime(t)
	j, next := o.queued(), o.queued()
	claimAs(t, o.Fixture, j, 1, store.Claimed)
	o.Clock.Move(time.Hour)
	if c, err := o.Crowd(t.Context(), next); err != nil || c.Running != 1 || c.Waiting != 1 {
		t.Errorf("got %+v, error %v; want one that runs and one that waits, no error", c, err)
	}
	claimAs(t, o.Fixture, next, 1, store.Crowded)
	claimAs(t, o.Fixture, j, 1, store.Claimed)
}

// TestAClaimWaitsForATransaction: a single write that meets a transaction on its row is tried
// again, which the SDK does not do.
func TestAClaimWaitsForATransaction(t *testing.T) {
	t.Parallel()
	o := newOneAtATime(t)
	o.Store = o.WithRandom(func(int64) int64 { return 0 }) // and no pause
	for name, c := range map[string]struct {
		conflicts int
		want      store.Claim
	}{
		"that ends":       {4, store.Claimed},
		"after the other": {1 << 20, store.Crowded},
	} {
		o.org = o.Org(t, 100, 50)
		j, met := o.queued(), 0
		o.Fault.Before(func(operation string) (*http.Response, error) {
			if operation != "UpdateItem" || met == c.conflicts {
				return nil, nil //nolint:nilnil // the call goes through
			}
			met++
			return &http.Response{
				StatusCode: http.StatusBadRequest, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
				Body: io.NopCloser(strings.NewReader(`{"__type":"com.amazonaws.dynamodb.v20120810#TransactionConflictException"}`)),
			}, nil
		})
		how, err := o.claims(j)
		if o.Fault.Before(nil); how != c.want || err != nil || met == 0 {
			t.Errorf("%s: got claim %v, error %v after %d conflicts; want %v, none", name, how, err, met, c.want)
		}
	}
}
