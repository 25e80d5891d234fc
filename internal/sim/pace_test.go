package sim_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// reached is a service that notes when it is called, and the table that its callers share.
type reached struct {
	*tables.DB
	status int

	mu     sync.Mutex
	calls  []time.Time
	writes int
}

func (r *reached) Do(context.Context, fetch.Request) (*fetch.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, time.Now())
	return &fetch.Response{Status: r.status, Header: http.Header{}, Body: []byte("{}")}, nil
}

func (r *reached) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	time.Sleep(2 * reach)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writes++
	return r.DB.UpdateItem(ctx, in)
}

// instances are clients of one upstream, each of a process of its own over the same table.
func (r *reached) instances(t *testing.T, name string, n int) []*upstream.Client {
	t.Helper()
	settings, err := sources.NewSettings(nil, nil)
	if err != nil {
		t.Fatalf("settings: got error %v, want none", err)
	}
	list := make([]*upstream.Client, n)
	for i := range list {
		own := store.New(r, "core", "edge", nil)
		list[i] = upstream.NewSet(r, settings, nil).Sharing(own).Client(name)
	}
	return list
}

// TestFiftyInstancesKeepOnePace: fifty processes that ask LinkedIn at once, three times each,
// are one caller that asks every 7 s: no two calls are closer, and no turn is left out.
func TestFiftyInstancesKeepOnePace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const instances, each, pace = 50, 3, 7 * time.Second
		web := &reached{DB: tables.New(nil, store.Tables("core", "edge")...), status: 200}
		var all sync.WaitGroup
		for _, c := range web.instances(t, "linkedin", instances) {
			all.Go(func() {
				for range each {
					if _, err := c.Do(t.Context(), upstream.Call{}); err != nil {
						t.Errorf("got error %v, want the call made", err)
					}
				}
			})
		}
		all.Wait()
		slices.SortFunc(web.calls, time.Time.Compare)
		if len(web.calls) != instances*each {
			t.Fatalf("got %d calls, want %d", len(web.calls), instances*each)
		}
		for i := range len(web.calls) - 1 {
			// The first turn is at once, and its call comes when the table has answered.
			if gap := web.calls[i+1].Sub(web.calls[i]); i > 0 && gap != pace || i == 0 && (gap > pace || gap < pace-8*reach) {
				t.Errorf("got %s between calls %d and %d, want %s", gap, i, i+1, pace)
			}
		}
		// A process's first guess is that nobody is there, which costs a second write once.
		if most := instances * (each + 1); web.writes > most {
			t.Errorf("got %d writes for %d calls, want at most %d", web.writes, len(web.calls), most)
		}
	})
}

// TestFiftyInstancesLearnTogetherThatOneIsDown: a service that fails is asked five times, not
// five times by each.
func TestFiftyInstancesLearnTogetherThatOneIsDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		web := &reached{DB: tables.New(nil, store.Tables("core", "edge")...), status: 503}
		list := web.instances(t, "linkedin", 50)
		for range 2 {
			for _, c := range list {
				if _, err := c.Do(t.Context(), upstream.Call{}); !errs.Is(err, errs.ProviderUnavailable) {
					t.Fatalf("got error %v, want %s", err, errs.ProviderUnavailable)
				}
			}
		}
		if len(web.calls) != 5 {
			t.Errorf("got %d calls of a service that is down, want 5 by all together", len(web.calls))
		}
		time.Sleep(time.Minute)
		web.status = 200
		for _, c := range list[:3] {
			if _, err := c.Do(t.Context(), upstream.Call{}); err != nil {
				t.Errorf("got error %v of one that is up again, want none", err)
			}
		}
	})
}

// visited is a host that asks for less once, and notes when it is visited.
type visited struct {
	mu     sync.Mutex
	visits []time.Time
}

func (v *visited) visit() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.visits = append(v.visits, time.Now())
}

// TestFiftyInstancesVisitAHostThatAskedForLess: when a host has responded with 429 to one of fifty
// processes, they all visit it in turns, no two closer than its pace and no turn left out; who would
// wait too long learns that at once, and one write is all that a visit costs. Another host is
// visited by all at once, without a write.
func TestFiftyInstancesVisitAHostThatAskedForLess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const instances, pace, patience = 50, time.Second, 20
		web := &reached{DB: tables.New(nil, store.Tables("core", "edge")...)}
		list := make([]*turn.Hosts, instances)
		for i := range list {
			list[i] = turn.NewHosts(store.New(web, "core", "edge", nil), time.Now)
		}
		list[0].Asked(t.Context(), "busy.test", 0)
		asked := web.writes
		host, refused := &visited{}, 0
		var all sync.WaitGroup
		var mu sync.Mutex
		for _, h := range list {
			all.Go(func() {
				err := h.Enter(t.Context(), "busy.test")
				if err == nil {
					host.visit()
					return
				}
				mu.Lock()
				defer mu.Unlock()
				refused++
				if e := errs.As(err); !errs.Is(err, errs.UpstreamRateLimited) || e.RetryAfter != patience*time.Second {
					t.Errorf("got error %v, want %s and when to come again", err, errs.UpstreamRateLimited)
				}
			})
		}
		all.Wait()
		slices.SortFunc(host.visits, time.Time.Compare)
		if len(host.visits) < patience || len(host.visits) > patience+1 || refused != instances-len(host.visits) {
			t.Fatalf("got %d visits and %d refused, want those of %d s and the rest", len(host.visits), refused, patience)
		}
		for i := range len(host.visits) - 1 {
			if gap := host.visits[i+1].Sub(host.visits[i]); i > 0 && gap != pace || i == 0 && gap > pace {
				t.Errorf("got %s between visits %d and %d, want %s", gap, i, i+1, pace)
			}
		}
		if most := 2 * instances; web.writes-asked > most {
			t.Errorf("got %d writes for %d visits, want at most %d: none has a guess yet", web.writes-asked, instances, most)
		}
		writes, begin := web.writes, time.Now()
		for _, h := range list {
			if err := h.Enter(t.Context(), "quiet.test"); err != nil {
				t.Errorf("got error %v of another host, want none", err)
			}
		}
		if time.Since(begin) > time.Second || web.writes != writes {
			t.Errorf("got %s and %d writes for another host, want neither", time.Since(begin), web.writes-writes)
		}
	})
}

// TestUnpacedCallsWriteNothing: most services have no pace, and cost no write while they work.
func TestUnpacedCallsWriteNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		web := &reached{DB: tables.New(nil, store.Tables("core", "edge")...), status: 200}
		for _, c := range web.instances(t, "wikidata", 3) {
			for range 3 {
				if _, err := c.Do(t.Context(), upstream.Call{}); err != nil {
					t.Errorf("got error %v, want none", err)
				}
			}
		}
		if web.writes != 0 || len(web.calls) != 9 {
			t.Errorf("got %d writes for %d calls, want none for 9", web.writes, len(web.calls))
		}
	})
}
