package store_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/token"
)

func TestAuthorizeCountsDown(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 0, 1)
	tok := f.Token(t, org, 3, 1200)
	for want := 2; want >= 0; want-- {
		p, at, err := f.Authorize(t.Context(), tok, ratelimit.Create)
		if err != nil || p.OrgID != org || at.Remaining != want || at.Limit != 3 {
			t.Fatalf("%+v, %+v, %v; want %d left", p, at, err, want)
		}
	}
	_, at, err := f.Authorize(t.Context(), tok, ratelimit.Create)
	if !errs.Is(err, errs.RateLimited) || at.RetryAfter != 20*time.Second {
		t.Fatalf(`got position %+v, error %v; want error "rate_limited", RetryAfter 20 * time.Second`, at, err)
	}
	if _, _, err := f.Authorize(t.Context(), tok, ratelimit.Poll); err != nil {
		t.Errorf("the poll bucket was touched: %v", err)
	}
	f.Clock.Move(at.RetryAfter)
	if _, _, err := f.Authorize(t.Context(), tok, ratelimit.Create); err != nil {
		t.Errorf("waiting as told did not help: %v", err)
	}
}

func TestDenialsRepeatWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	tok := f.Token(t, f.Org(t, 0, 1), 1, 1)
	if _, _, err := f.Authorize(t.Context(), tok, ratelimit.Create); err != nil {
		t.Fatal(err)
	}
	_, _, _ = f.Authorize(t.Context(), tok, ratelimit.Create)
	f.Fault.Calls()
	f.Clock.Move(10 * time.Second)
	_, at, err := f.Authorize(t.Context(), tok, ratelimit.Create)
	if !errs.Is(err, errs.RateLimited) || at.RetryAfter != 50*time.Second || len(f.Fault.Calls()) != 0 {
		t.Errorf(`got position %+v, error %v; want error "rate_limited", RetryAfter 50 * time.Second, no Fault.Calls()`, at, err)
	}
}

func TestAuthorizeRefuses(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 0, 1)
	if _, _, err := f.Authorize(t.Context(), token.New(), ratelimit.Poll); !errs.Is(err, errs.InvalidToken) {
		t.Errorf("an unknown token: %v", err)
	}
	tok := f.Token(t, org, 120, 1200)
	if _, _, err := f.Authorize(t.Context(), tok, ratelimit.Poll); err != nil {
		t.Fatal(err)
	}
	list, err := f.Tokens(t.Context(), org)
	if err != nil || len(list) != 1 {
		t.Fatalf("got list %+v, error %v; want no error, 1 in list", list, err)
	}
	if err := f.RevokeToken(t.Context(), list[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Authorize(t.Context(), tok, ratelimit.Poll); !errs.Is(err, errs.TokenRevoked) {
		t.Errorf("a revoked token: %v", err)
	}
	if err := f.RevokeToken(t.Context(), "tok_unknown"); !errs.Is(err, errs.NotFound) {
		t.Errorf("revoking nothing: %v", err)
	}
}

// TestInstancesShareABucket lets eight instances draw on one bucket at once. In no
// stretch of time may they grant more than the burst and what flows in.
func TestInstancesShareABucket(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	const limit = 30
	tok := f.Token(t, f.Org(t, 0, 1), limit, limit)
	cfg := dynamotest.Config(t)
	var granted atomic.Int64
	round := func() {
		var wait sync.WaitGroup
		for range 8 {
			instance := store.New(dynamodb.NewFromConfig(cfg), f.Core, f.Edge, f.Clock.Now)
			wait.Go(func() {
				for range 10 {
					if _, _, err := instance.Authorize(t.Context(), tok, ratelimit.Create); err == nil {
						granted.Add(1)
					}
				}
			})
		}
		wait.Wait()
	}
	round()
	if got := granted.Load(); got != limit {
		t.Errorf("%d granted at once, the burst is %d", got, limit)
	}
	for step := range 3 {
		f.Clock.Move(10 * time.Second)
		round()
		if got, most := granted.Load(), int64(limit+(step+1)*5); got != most {
			t.Errorf("%d granted after %d s, want %d", got, (step+1)*10, most)
		}
	}
}

// TestBusyTokenIsNeverAway lets many requests meet in a bucket so wide that it turns
// idle between any two of them: each must be granted, however the guesses fall.
func TestBusyTokenIsNeverAway(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	tok := f.Token(t, f.Org(t, 0, 1), 1_000_000, 1_000_000)
	instance := store.New(dynamodb.NewFromConfig(dynamotest.Config(t)), f.Core, f.Edge, nil)
	var wait sync.WaitGroup
	for range 32 {
		wait.Go(func() {
			for range 20 {
				if _, _, err := instance.Authorize(t.Context(), tok, ratelimit.Create); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

func TestSetOrgReachesTokens(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 0, 3)
	tok := f.Token(t, org, 120, 1200)
	o, err := f.SetOrg(t.Context(), org, store.OrgChange{Deep: new(true), InFlightCap: new(7), Shards: new(2), Name: new("new")})
	if err != nil || o.Name != "new" || o.InFlightCap != 7 {
		t.Fatalf(`got org %+v, error %v; want no error, Name "new", InFlightCap 7`, o, err)
	}
	p, _, err := f.Authorize(t.Context(), tok, ratelimit.Poll)
	if err != nil || !p.Grants.Deep || p.Grants.ExtendedCeilings || p.Shards != 2 {
		t.Errorf("got principal %+v, error %v; want no error, Grants.Deep true, Grants.ExtendedCeilings false, Shards 2", p, err)
	}
	stored, err := f.Store.Org(t.Context(), org)
	if diff := cmp.Diff(o, stored); diff != "" || err != nil {
		t.Errorf("got error %v, want no error; stored mismatch (-want +got):\n%s", err, diff)
	}
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: new(1)}); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("shrinking the wallet: %v", err)
	}
}

// TestAClockThatWasAheadDeniesNobody has a machine whose clock is hours ahead use up a
// bucket, and another, with the right time, go on.
func TestAClockThatWasAheadDeniesNobody(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	const limit = 3
	tok := f.Token(t, f.Org(t, 0, 1), limit, limit)
	right := f.Clock.Now()
	f.Clock.Move(3 * time.Hour)
	for range limit {
		if _, _, err := f.Authorize(t.Context(), tok, ratelimit.Create); err != nil {
			t.Fatal(err)
		}
	}
	other := store.New(f.DB, f.Core, f.Edge, func() time.Time { return right })
	for range limit {
		if _, p, err := other.Authorize(t.Context(), tok, ratelimit.Create); err != nil {
			t.Errorf("got error %v, position %+v; want the request granted", err, p)
		}
	}
	if _, p, err := other.Authorize(t.Context(), tok, ratelimit.Create); !errs.Is(err, errs.RateLimited) || p.RetryAfter > ratelimit.Window {
		t.Errorf("got error %v, position %+v of one request too many; want %s within a minute", err, p, errs.RateLimited)
	}
}

// TestARevokedTokenIsRefusedAtItsFirstUse has nobody know the token's bucket yet.
func TestARevokedTokenIsRefusedAtItsFirstUse(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 0, 1)
	tok := f.Token(t, org, ratelimit.DefaultCreate, ratelimit.DefaultPoll)
	list, err := f.Tokens(t.Context(), org)
	if err != nil || len(list) != 1 {
		t.Fatalf("got %d tokens, error %v; want 1, none", len(list), err)
	}
	if err := f.RevokeToken(t.Context(), list[0].ID); err != nil {
		t.Fatal(err)
	}
	for _, bucket := range []ratelimit.Bucket{ratelimit.Create, ratelimit.Poll} {
		if _, _, err := f.Authorize(t.Context(), tok, bucket); !errs.Is(err, errs.TokenRevoked) {
			t.Errorf("%s: got error %v, want %s", bucket, err, errs.TokenRevoked)
		}
	}
}
