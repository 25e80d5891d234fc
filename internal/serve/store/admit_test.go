package store_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// balanced fails the test unless the organization's books fit together.
func balanced(t *testing.T, f *storetest.Fixture, org string) *store.Books {
	t.Helper()
	books, err := f.Books(t.Context(), org)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{}, admin.Differences(books[org])); diff != "" {
		t.Fatalf("books: %s", diff)
	}
	return books[org]
}

func admit(t *testing.T, f *storetest.Fixture, j *job.Job, key string) (*job.Job, bool) {
	t.Helper()
	got, replayed, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: 1, IdempotencyKey: key})
	if err != nil {
		t.Fatal(err)
	}
	return got, replayed
}

func TestAdmitMovesEverythingAtOnce(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j := f.Job(org, 3)
	admit(t, f, j, "")
	b, err := f.Balance(t.Context(), org, 1, true)
	if err != nil || b.Balance != 7 || b.Reserved != 3 || b.InFlight != 1 {
		t.Errorf("balance %+v, %v", b, err)
	}
	usage, err := f.Usage(t.Context(), org, f.Clock.Now())
	want := []store.ActionUsage{{Action: "url.page", Requests: 1, Spent: 3}}
	if diff := cmp.Diff(want, usage); diff != "" || err != nil {
		t.Errorf("got error %v, want no error; usage mismatch (-want +got):\n%s", err, diff)
	}
	stored, err := f.Store.Job(t.Context(), org, j.ID)
	if diff := cmp.Diff(j, stored); diff != "" || err != nil {
		t.Errorf("got error %v, want no error; stored mismatch (-want +got):\n%s", err, diff)
	}
	balanced(t, f, org)
}

func TestAdmitTakesTwoWrites(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	tok := f.Token(t, org, 120, 1200)
	f.Fault.Calls()
	if _, _, err := f.Authorize(t.Context(), tok, "create"); err != nil {
		t.Fatal(err)
	}
	admit(t, f, f.Job(org, 1), "key")
	if diff := cmp.Diff(map[string]int{"UpdateItem": 1, "TransactWriteItems": 1}, f.Fault.Calls()); diff != "" {
		t.Errorf("Calls mismatch (-want +got):\n%s", diff)
	}
}

func TestAdmitRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		credits    int64
		cap, first int
		charge     int64
		want       errs.Code
	}{
		{"too few credits", 2, 5, 0, 3, errs.InsufficientCredits},
		{"too many in flight", 10, 2, 2, 1, errs.TooManyInFlight},
		{"both: money comes first", 1, 1, 1, 5, errs.InsufficientCredits},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, c.credits, c.cap)
			for range c.first {
				admit(t, f, f.Job(org, 1), "")
			}
			before := balanced(t, f, org)
			_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, c.charge), IdempotencyKey: "k"})
			if !errs.Is(err, c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if diff := cmp.Diff(before, balanced(t, f, org)); diff != "" {
				t.Errorf("a refusal moved money: %s", diff)
			}
		})
	}
}

func TestSameKeyAtOnceIsOneJob(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 1000, 100)
	var wait sync.WaitGroup
	ids := make([]string, 64)
	var fresh sync.Map
	for i := range ids {
		wait.Go(func() {
			got, replayed, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 5), IdempotencyKey: "same"})
			if err != nil {
				t.Error(err)
				return
			}
			ids[i] = got.ID
			if !replayed {
				fresh.Store(i, true)
			}
		})
	}
	wait.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("%s and %s for one key", id, ids[0])
		}
	}
	n := 0
	fresh.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d callers were told that the job is new", n)
	}
	if b := balanced(t, f, org); b.Debits != 1 || b.Balance != 995 {
		t.Errorf("%d debits, balance %d", b.Debits, b.Balance)
	}
}

func TestKeyEndsWithItsJob(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	first, _ := admit(t, f, f.Job(org, 1), "key")
	f.Clock.Move(job.Retention + time.Second)
	second, replayed := admit(t, f, f.Job(org, 1), "key")
	if replayed || second.ID == first.ID {
		t.Error("a key outlived its job")
	}
}

func TestCachedJobIsChargedAndNotInFlight(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 1)
	j := f.Job(org, 4)
	j.Status, j.Cached, j.CompletedAt = job.Succeeded, true, j.CreatedAt
	j.Result = &job.ResultRef{Item: "job_x#1", Size: 2}
	j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	admit(t, f, j, "")
	if b := balanced(t, f, org); b.Balance != 6 || b.InFlight != 0 || b.Unfinished != 0 {
		t.Errorf("books %+v", b)
	}
	events, _, err := f.Deliveries(t.Context(), store.DeliveryQuery{OrgID: org, JobID: j.ID, Limit: 10})
	if err != nil || len(events) != 1 || events[0].EventType != "job.succeeded" {
		t.Errorf("got events %+v, error %v; want one, job.succeeded", events, err)
	}
}

// conflict is how DynamoDB says that another transaction holds a row.
func conflict() *http.Response {
	body := `{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"Transaction cancelled",` +
		`"CancellationReasons":[{"Code":"None"},{"Code":"TransactionConflict"}]}`
	return &http.Response{
		StatusCode: http.StatusBadRequest, Body: io.NopCloser(bytes.NewBufferString(body)),
		Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
	}
}

func TestConflictsAreTriedAgain(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	left := 3
	f.Fault.Before(func(operation string) (*http.Response, error) {
		if operation != "TransactWriteItems" || left == 0 {
			return nil, nil
		}
		left--
		return conflict(), nil
	})
	admit(t, f, f.Job(org, 1), "key")
	if left != 0 {
		t.Errorf("%d conflicts were not met", left)
	}
	if b := balanced(t, f, org); b.Debits != 1 {
		t.Errorf("%d debits", b.Debits)
	}
}

func TestLostAnswerIsNoSecondCharge(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", "key"} {
		t.Run("key "+key, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 10, 5)
			lost := true
			f.Fault.After(func(operation string) (*http.Response, error) {
				if operation == "TransactWriteItems" && lost {
					lost = false
					return nil, errors.New("connection reset")
				}
				return nil, nil
			})
			j := f.Job(org, 1)
			a := store.Admission{Job: j, IdempotencyKey: key}
			if _, _, err := f.Admit(t.Context(), a); !errs.Is(err, errs.ServiceUnavailable) {
				t.Fatalf("got %v", err)
			}
			got, replayed, err := f.Admit(t.Context(), a)
			if err != nil || replayed || got.ID != j.ID {
				t.Errorf("the second try gave %v, %v, %v", got, replayed, err)
			}
			if b := balanced(t, f, org); b.Debits != 1 || b.Balance != 9 {
				t.Errorf("books %+v", b)
			}
		})
	}
}

func TestShardsCarryTogetherWhatNoneCanAlone(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 4)
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: new(4)}); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 2), Shards: 4}); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 4})
	if !errs.Is(err, errs.TooManyInFlight) {
		t.Errorf("got %v", err)
	}
	_, _, err = f.Admit(t.Context(), store.Admission{Job: f.Job(org, 3), Shards: 4})
	if !errs.Is(err, errs.InsufficientCredits) {
		t.Errorf("got %v", err)
	}
	if b := balanced(t, f, org); b.Balance != 2 || b.InFlight != 4 || b.WalletShards != 4 {
		t.Errorf("books %+v", b)
	}
}

func TestTenantsDoNotSeeEachOther(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	mine, other := f.Org(t, 10, 5), f.Org(t, 10, 5)
	j, _ := admit(t, f, f.Job(mine, 1), "key")
	if _, err := f.Store.Job(t.Context(), other, j.ID); !errs.Is(err, errs.JobNotFound) {
		t.Errorf("got %v", err)
	}
	if _, replayed := admit(t, f, f.Job(other, 1), "key"); replayed {
		t.Error("a key reached over to another organization")
	}
}
