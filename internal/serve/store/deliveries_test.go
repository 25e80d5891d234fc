package store_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// putDeliveries stores deliveries, some at once, and returns their ids newest first.
func putDeliveries(t *testing.T, f *storetest.Fixture, list ...store.Delivery) []string {
	t.Helper()
	var wait sync.WaitGroup
	turns := make(chan struct{}, 16)
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i] = d.ID
		turns <- struct{}{}
		wait.Go(func() {
			defer func() { <-turns }()
			d.Status, d.Attempt, d.CreatedAt, d.NextAttemptAt = store.DeliveryPending, 1, f.Clock.Now(), f.Clock.Now()
			if err := f.PutDelivery(t.Context(), &d); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	slices.Sort(ids)
	slices.Reverse(ids)
	return ids
}

// deliveries are n deliveries of an endpoint, with new ids.
func deliveries(org, endpoint string, n int) []store.Delivery {
	list := make([]store.Delivery, n)
	for i := range list {
		list[i] = store.Delivery{ID: ident.New(ident.Delivery), OrgID: org, EndpointID: endpoint}
	}
	return list
}

// pages reads a list to its end and returns the ids page by page.
func pages(t *testing.T, f *storetest.Fixture, q store.DeliveryQuery) [][]string {
	t.Helper()
	var all [][]string
	for range 100 {
		list, next, err := f.Deliveries(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, d := range list {
			ids = append(ids, d.ID)
		}
		all = append(all, ids)
		if next == "" {
			return all
		}
		q.After = next
	}
	t.Fatal("the list has no end")
	return nil
}

func TestDeliveriesAreMergedNewestFirst(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	want := putDeliveries(t, f, deliveries("org_1", "whe_1", 61)...)
	putDeliveries(t, f, deliveries("org_2", "whe_2", 5)...)
	for _, limit := range []int{1, 7, 60, 61, 62, store.MaxPage} {
		got := pages(t, f, store.DeliveryQuery{OrgID: "org_1", Limit: limit})
		if diff := cmp.Diff(want, slices.Concat(got...)); diff != "" {
			t.Errorf("limit %d: %s", limit, diff)
		}
		if n := (len(want) + limit - 1) / limit; len(got) != n {
			t.Errorf("limit %d: %d pages, want %d", limit, len(got), n)
		}
	}
}

func TestPagesStayWhileDeliveriesCome(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	want := putDeliveries(t, f, deliveries("org_1", "whe_1", 20)...)
	first, next, err := f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: "org_1", Limit: 8})
	if err != nil || len(first) != 8 {
		t.Fatalf("got first %+v, error %v; want no error, 8 in first", first, err)
	}
	putDeliveries(t, f, deliveries("org_1", "whe_1", 9)...)
	rest := pages(t, f, store.DeliveryQuery{OrgID: "org_1", Limit: 8, After: next})
	if diff := cmp.Diff(want[8:], slices.Concat(rest...)); diff != "" {
		t.Errorf("rest mismatch (-want +got):\n%s", diff)
	}
}

func TestDeliveryFilters(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	mine, others := deliveries("org_1", "whe_1", 9), deliveries("org_1", "whe_2", 9)
	job := ident.New(ident.Job)
	mine[3].JobID, others[4].JobID = job, job
	want := putDeliveries(t, f, mine...)
	putDeliveries(t, f, others...)
	failed := f.Claimed(t, &mine[5])
	f.Close(t, failed, store.DeliveryFailed, store.Closing{})
	for name, c := range map[string]struct {
		query store.DeliveryQuery
		want  []string
	}{
		"an endpoint":          {store.DeliveryQuery{EndpointID: "whe_1"}, want},
		"a job":                {store.DeliveryQuery{JobID: job}, []string{others[4].ID, mine[3].ID}},
		"both":                 {store.DeliveryQuery{JobID: job, EndpointID: "whe_1"}, []string{mine[3].ID}},
		"a status":             {store.DeliveryQuery{Status: store.DeliveryFailed}, []string{failed.ID}},
		"nothing":              {store.DeliveryQuery{EndpointID: "whe_3"}, nil},
		"a job without any":    {store.DeliveryQuery{JobID: ident.New(ident.Job)}, nil},
		"another organization": {store.DeliveryQuery{OrgID: "org_2"}, nil},
	} {
		if c.query.OrgID == "" {
			c.query.OrgID = "org_1"
		}
		c.query.Limit = 4
		if diff := cmp.Diff(c.want, slices.Concat(pages(t, f, c.query)...)); diff != "" {
			t.Errorf("%s: pages mismatch (-want +got):\n%s", name, diff)
		}
	}
}

// TestWorkOfAPageIsBounded looks for what is not there among more rows than one page
// looks at.
func TestWorkOfAPageIsBounded(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	putDeliveries(t, f, deliveries("org_1", "whe_1", 1100)...)
	f.Fault.Calls()
	list, next, err := f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: "org_1", EndpointID: "whe_2", Limit: 100})
	if err != nil || len(list) != 0 || next == "" {
		t.Errorf("%d found, next %q, %v", len(list), next, err)
	}
	if diff := cmp.Diff(map[string]int{"Query": 40, "BatchGetItem": 10}, f.Fault.Calls()); diff != "" {
		t.Errorf("Calls mismatch (-want +got):\n%s", diff)
	}
	list, next, err = f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: "org_1", EndpointID: "whe_2", Limit: 100, After: next})
	if err != nil || len(list) != 0 || next != "" {
		t.Errorf("%d found, next %q, %v", len(list), next, err)
	}
	f.Fault.Calls()
	list, _, err = f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: "org_1", Limit: 50})
	if diff := cmp.Diff(map[string]int{"Query": 4, "BatchGetItem": 1}, f.Fault.Calls()); diff != "" || len(list) != 50 || err != nil {
		t.Errorf("a page without a filter: %d, %v, %s", len(list), err, diff)
	}
}

func TestDeliveriesBeforeAJobAreNotLookedAt(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	earlier := time.Now().Add(-time.Hour)
	old := make([]store.Delivery, 30)
	for i := range old {
		old[i] = store.Delivery{ID: ident.Floor(ident.Delivery, earlier.Add(time.Duration(i)*time.Second)), OrgID: "org_1"}
	}
	putDeliveries(t, f, old...)
	f.Fault.Calls()
	list, next, err := f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: "org_1", JobID: ident.New(ident.Job), Limit: 1})
	if len(list) != 0 || next != "" || err != nil || f.Fault.Calls()["BatchGetItem"] != 0 {
		t.Errorf(`got list %v, next %q, error %v; want nothing in list, empty next, no error, Fault.Calls()["BatchGetItem"] 0`, list, next, err)
	}
}

func TestExpiredDeliveriesAreGone(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	ids := putDeliveries(t, f, deliveries("org_1", "whe_1", 1)...)
	f.Clock.Move(30*24*time.Hour + time.Second)
	if list, _, err := f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: "org_1", Limit: 10}); len(list) != 0 || err != nil {
		t.Errorf("got list %+v, error %v; want nothing in list, no error", list, err)
	}
	if d, err := f.Delivery(t.Context(), "org_1", ids[0]); err == nil {
		t.Errorf("got delivery %+v, want an error", d)
	}
}
