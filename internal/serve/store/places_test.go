package store_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
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

// TestACancelledRunHasItsPlace until it learns of it: claims and cancels by turns keep no more workers
// busy than the share. One that died has it until its lease is over.
func TestACancelledRunHasItsPlace(t *testing.T) {
	t.Parallel()
	for name, died := range map[string]bool{"gives it back": false, "died": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOneAtATime(t)
			run, next := claimAs(t, o.Fixture, o.queued(), 1, store.Claimed), o.queued()
			asked := *run
			finish(t, o.Fixture, &asked, job.Cancelled, true)
			if how, err := o.claims(run); how != store.Ended || err != nil {
				t.Fatalf("second message: got %v, error %v; want %v, none", how, err, store.Ended)
			}
			waits := func(when string) {
				t.Helper()
				if claimAs(t, o.Fixture, next, 1, store.Crowded); t.Failed() {
					t.Fatalf("%s: got a second worker for a share of one, want none", when)
				}
				if c, err := o.Crowd(t.Context(), next); err != nil || c.Running != 1 || c.Waiting != 0 {
					t.Fatalf("%s: got %+v, error %v; want one that runs, none", when, c, err)
				}
			}
			waits("after the cancel")
			balanced(t, o.Fixture, o.org)
			if died {
				o.Clock.Move(lease)
				waits("when the lease has just ended")
				o.Clock.Move(time.Minute)
				waits("before somebody has looked")
			} else if err := o.LeavePlace(t.Context(), run); err != nil {
				t.Fatalf("leaving: got error %v, want none", err)
			}
			claimAs(t, o.Fixture, next, 1, store.Claimed)
			balanced(t, o.Fixture, o.org)
		})
	}
}

// TestAnOlderRunLeavesNoPlace: the place is that of the newer claim.
func TestAnOlderRunLeavesNoPlace(t *testing.T) {
	t.Parallel()
	o := newOneAtATime(t)
	older, next := claimAs(t, o.Fixture, o.queued(), 1, store.Claimed), o.queued()
	o.Clock.Move(time.Hour)
	newer := claimAs(t, o.Fixture, older, 1, store.Claimed)
	leaves := func(when string) {
		t.Helper()
		if err := o.LeavePlace(t.Context(), older); err != nil {
			t.Fatalf("%s: got error %v, want none", when, err)
		}
		claimAs(t, o.Fixture, next, 1, store.Crowded)
	}
	leaves("while the newer runs")
	finish(t, o.Fixture, newer, job.Cancelled, true)
	leaves("when the newer was cancelled")
}

// TestRowsHaveTheShareTogether: however many rows a wallet has, its jobs run as many at once as one
// row's, and their places come free again.
func TestRowsHaveTheShareTogether(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{1, 4, 16} {
		for _, most := range []int{1, 2, 5, 25} {
			t.Run(fmt.Sprintf("%d rows, %d at once", rows, most), func(t *testing.T) {
				t.Parallel()
				f := storetest.New(t)
				org := f.Org(t, 1000, 200)
				if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: &rows}); err != nil {
					t.Fatalf("splitting the wallet: got error %v, want none", err)
				}
				row := 0
				inTurn := f.WithRandom(func(n int64) int64 { return int64(row) % n })
				var jobs []*job.Job
				for row = range 2 * rows * (most/rows + 1) {
					j := f.Job(org, 1)
					if _, _, err := inTurn.Admit(t.Context(), store.Admission{Job: j, Shards: rows}); err != nil {
						t.Fatalf("admission: got error %v, want none", err)
					}
					jobs = append(jobs, j)
				}
				for range 2 {
					var running []*job.Job
					for _, j := range jobs {
						got, how, err := f.Claim(t.Context(), org, j.ID, store.Terms{Lease: lease, Most: most})
						if err != nil {
							t.Fatalf("claim: got error %v, want none", err)
						}
						if how == store.Claimed {
							running = append(running, got)
						}
					}
					if len(running) != most {
						t.Fatalf("got %d at once, want %d", len(running), most)
					}
					balanced(t, f, org)
					for i, j := range running {
						switch i % 2 {
						case 0:
							finish(t, f, j, job.Succeeded, true)
						default:
							if mine, err := f.Release(t.Context(), j); !mine || err != nil {
								t.Fatalf("release: got %t, error %v; want true, none", mine, err)
							}
						}
					}
					balanced(t, f, org)
				}
			})
		}
	}
}

// TestWhoIsCrowdedOutLooksAtAnyPlace, so that each that has no use is found.
func TestWhoIsCrowdedOutLooksAtAnyPlace(t *testing.T) {
	t.Parallel()
	o := newOneAtATime(t)
	var jobs []*job.Job
	for range 4 {
		jobs = append(jobs, claimAs(t, o.Fixture, o.queued(), 4, store.Claimed))
	}
	slices.SortFunc(jobs, func(a, b *job.Job) int { return strings.Compare(a.ID, b.ID) })
	running := *jobs[0] // the first of the set
	for _, j := range jobs[1:] {
		finish(t, o.Fixture, j, job.Cancelled, true)
	}
	o.Clock.Move(time.Hour)
	look := int64(0)
	inTurn := o.WithRandom(func(n int64) int64 { look++; return look % n })
	for range 12 {
		if _, err := inTurn.Crowd(t.Context(), &running); err != nil {
			t.Fatalf("got error %v, want none", err)
		}
	}
	if c, err := o.Crowd(t.Context(), &running); err != nil || c.Running != 1 {
		t.Errorf("got %+v, error %v; want the one place that is used, none", c, err)
	}
}

// TestALeaseEndsBehindItsLastMoment, and the job is not claimed before.
func TestALeaseEndsBehindItsLastMoment(t *testing.T) {
	t.Parallel()
	o := newOneAtATime(t)
	j := claimAs(t, o.Fixture, o.queued(), 1, store.Claimed)
	o.Clock.Move(lease)
	claimAs(t, o.Fixture, j, 1, store.Leased)
	o.Clock.Move(time.Millisecond)
	claimAs(t, o.Fixture, j, 1, store.Claimed)
}

// TestAPostponementIsOfTheJobAsItWasRead, and the sweeper looks for the message only a grace behind it.
func TestAPostponementIsOfTheJobAsItWasRead(t *testing.T) {
	t.Parallel()
	o := newOneAtATime(t)
	read := o.queued()
	claimed := claimAs(t, o.Fixture, read, 1, store.Claimed)
	if mine, err := o.Release(t.Context(), claimed); !mine || err != nil {
		t.Fatalf("release: got %t, error %v; want true, none", mine, err)
	}
	if first, err := o.Postpone(t.Context(), read, time.Minute, time.Minute); first || err != nil {
		t.Errorf("of a job that had a run since: got %t, error %v; want false, none", first, err)
	}
	now := *claimed
	now.Status = job.Queued
	if first, err := o.Postpone(t.Context(), &now, time.Minute, time.Minute); !first || err != nil {
		t.Errorf("of the job as it is: got %t, error %v; want true, none", first, err)
	}
}
