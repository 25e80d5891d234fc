package store_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// hookedBatch admits n jobs that an endpoint hears of.
func hookedBatch(t *testing.T, f *storetest.Fixture, org string, n int, events job.EventFilter) store.BatchAdmission {
	t.Helper()
	b := batchOf(t, f, org, "", n)
	for _, j := range b.Jobs {
		j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/", Events: events}
	}
	if err := f.AdmitBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	return b
}

// eventTypes are the types of all first deliveries of an organization.
func eventTypes(t *testing.T, f *storetest.Fixture, org string) map[string]int {
	t.Helper()
	list, _, err := f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: org, Limit: store.MaxPage})
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]int{}
	for _, d := range list {
		types[d.EventType]++
	}
	return types
}

// TestBatchEndsOnce: all jobs end at once, in different ways, and each of them twice; the
// batch has one event, and its count is exact.
func TestBatchEndsOnce(t *testing.T) {
	t.Parallel()
	const jobs = 24
	f := storetest.New(t)
	org := f.Org(t, 100, 50)
	b := hookedBatch(t, f, org, jobs, "")
	var all sync.WaitGroup
	for i, j := range b.Jobs {
		for _, status := range []job.Status{job.Succeeded, []job.Status{job.Failed, job.Cancelled}[i%2]} {
			again := *j
			all.Go(func() {
				for {
					_, err := f.Finish(t.Context(), &again, store.Outcome{Status: status})
					if !errs.Is(err, errs.ServiceUnavailable) {
						return // those that meet too often try again, as their callers do
					}
				}
			})
		}
	}
	all.Wait()
	got, err := f.Batch(t.Context(), org, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	if sum := got.Counts.Succeeded + got.Counts.Failed + got.Counts.Cancelled; got.Left != 0 || sum != jobs || got.CompletedAt.IsZero() {
		t.Errorf("got batch %+v, want nothing left of %d, counted, and completed", got, jobs)
	}
	if want := int64(2 * (got.Counts.Failed + got.Counts.Cancelled)); got.Refunded != want || got.Credits != 2*jobs {
		t.Errorf("got %d credits and %d refunded, want %d and %d", got.Credits, got.Refunded, 2*jobs, want)
	}
	types := eventTypes(t, f, org)
	if types[store.EventBatch] != 1 || types["job.succeeded"]+types["job.failed"]+types["job.cancelled"] != jobs {
		t.Errorf("got events %v, want 1 of the batch and %d of jobs", types, jobs)
	}
	balanced(t, f, org)
}

// TestBatchCountsWhatIsGivenBack: a job that succeeds and gives back a part of its charge counts
// so in its batch, whichever end it is, and the batch's count is the wallet's.
func TestBatchCountsWhatIsGivenBack(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 50)
	b := hookedBatch(t, f, org, 3, "")
	for i, o := range []store.Outcome{
		{Status: job.Succeeded, Refund: 1}, {Status: job.Failed, Error: &job.Failure{Code: errs.TargetError, Message: "no"}}, {Status: job.Succeeded, Refund: 99},
	} {
		if mine, err := f.Finish(t.Context(), b.Jobs[i], o); !mine || err != nil {
			t.Fatalf("end %d: got %t, error %v; want it ended", i, mine, err)
		}
	}
	got, err := f.Batch(t.Context(), org, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	if want := (store.Endings{Succeeded: 2, Failed: 1}); got.Counts != want || got.Refunded != 1+2+2 || got.Credits != 6 {
		t.Errorf("got batch %+v, want counts %+v and 5 of 6 credits given back", got, want)
	}
	if b, err := f.Balance(t.Context(), org, b.Shards, true); err != nil || b.Balance != 99 || b.Reserved != 0 || b.InFlight != 0 {
		t.Errorf("got balance %+v, error %v; want 99 and nothing reserved", b, err)
	}
	balanced(t, f, org)
}

// TestBatchOfCached: what is all there when it is admitted has ended by then.
func TestBatchOfCached(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 50)
	b := batchOf(t, f, org, "", 2)
	b.Refused = []store.Refusal{{At: 1, Name: "nowhere", Code: errs.InvalidURL, Message: "no"}}
	for _, j := range b.Jobs {
		j.Status, j.Cached, j.CompletedAt, j.Result = job.Succeeded, true, j.CreatedAt, &job.ResultRef{Item: "x#1", Size: 2}
		j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	}
	if err := f.AdmitBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	got, err := f.Batch(t.Context(), org, b.ID)
	if err != nil || got.Left != 0 || got.Counts.Succeeded != 2 || len(got.Refused) != 1 || got.CompletedAt.IsZero() {
		t.Errorf("got batch %+v, error %v; want 2 succeeded, 1 refused, nothing left", got, err)
	}
	if diff := cmp.Diff(map[string]int{"job.succeeded": 2, store.EventBatch: 1}, eventTypes(t, f, org)); diff != "" {
		t.Errorf("events mismatch (-want +got):\n%s", diff)
	}
}

// TestFilteredEvents: what an endpoint does not want makes no delivery.
func TestFilteredEvents(t *testing.T) {
	t.Parallel()
	for filter, want := range map[job.EventFilter]map[string]int{
		"":                          {"job.succeeded": 1, "job.failed": 1, store.EventBatch: 1},
		"batch.finished":            {store.EventBatch: 1},
		"batch.*":                   {store.EventBatch: 1},
		"batch.finished,job.failed": {"job.failed": 1, store.EventBatch: 1},
		"job.*":                     {"job.succeeded": 1, "job.failed": 1},
		"job.cancelled":             {},
	} {
		t.Run(string(filter), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 100, 50)
			b := hookedBatch(t, f, org, 2, filter)
			for i, status := range []job.Status{job.Succeeded, job.Failed} {
				if mine, err := f.Finish(t.Context(), b.Jobs[i], store.Outcome{Status: status}); err != nil || !mine {
					t.Fatalf("got %t, error %v; want the end ours", mine, err)
				}
			}
			if diff := cmp.Diff(want, eventTypes(t, f, org)); diff != "" {
				t.Errorf("events mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWritesOfAnEnd states what a job's end costs: the end of a batch's job one row more, and
// its last one a refused transaction and the event beside it.
func TestWritesOfAnEnd(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 50)
	b := hookedBatch(t, f, org, 2, "")
	for i, want := range []int{1, 2} {
		f.Fault.Calls()
		if _, err := f.Finish(t.Context(), b.Jobs[i], store.Outcome{Status: job.Succeeded}); err != nil {
			t.Fatal(err)
		}
		if got := f.Fault.Calls(); got["TransactWriteItems"] != want || len(got) != 1 {
			t.Errorf("job %d: got calls %v, want %d transactions and nothing else", i, got, want)
		}
	}
}

// TestBatchIsOfItsTenant: another organization sees nothing, and neither does anybody later.
func TestBatchIsOfItsTenant(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org, other := f.Org(t, 100, 50), f.Org(t, 100, 50)
	b := hookedBatch(t, f, org, 2, "")
	if _, err := f.Batch(t.Context(), other, b.ID); !errs.Is(err, errs.BatchNotFound) {
		t.Errorf("got error %v for another organization, want %s", err, errs.BatchNotFound)
	}
	if jobs, err := f.JobsOf(t.Context(), other, []string{b.Jobs[0].ID}); err != nil || len(jobs) > 0 {
		t.Errorf("got %d jobs, error %v for another organization; want none", len(jobs), err)
	}
	f.Clock.Move(job.Retention + time.Second)
	if _, err := f.Batch(t.Context(), org, b.ID); !errs.Is(err, errs.BatchNotFound) {
		t.Errorf("got error %v after 30 days, want %s", err, errs.BatchNotFound)
	}
}

// TestJobsByTime: since is inclusive and until is not, whatever the ids are made by.
func TestJobsByTime(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 50)
	var made []string
	start := f.Clock.Now()
	for range 3 {
		j := f.Job(org, 1)
		j.ID = ident.Floor(ident.Job, f.Clock.Now()) // made when the job is
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
			t.Fatal(err)
		}
		made = append(made, j.ID)
		f.Clock.Move(time.Second)
	}
	for name, c := range map[string]struct {
		q    store.RequestQuery
		want []string
	}{
		"all":    {store.RequestQuery{}, made},
		"since":  {store.RequestQuery{Since: start.Add(time.Second)}, made[1:]},
		"until":  {store.RequestQuery{Until: start.Add(time.Second)}, made[:1]},
		"both":   {store.RequestQuery{Since: start.Add(time.Second), Until: start.Add(2 * time.Second)}, made[1:2]},
		"action": {store.RequestQuery{Action: "url.page"}, made},
		"none":   {store.RequestQuery{Action: "url.screenshot"}, nil},
	} {
		c.q.OrgID, c.q.Limit = org, 10
		jobs, _, err := f.Requests(t.Context(), c.q)
		var got []string
		for _, j := range slices.Backward(jobs) {
			got = append(got, j.ID)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: got error %v; jobs mismatch (-want +got):\n%s", name, err, diff)
		}
	}
}
