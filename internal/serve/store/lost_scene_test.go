package store_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// act is an operation that names no results of its own.
type act = func(s *store.Store, ctx context.Context) (any, error)

// scene is what an operation is done to.
type scene struct {
	*testing.T
	*storetest.World

	org string
}

func (s *scene) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *scene) job(credits int64) *job.Job { return s.Job(s.org, credits) }

// hooked is a job whose end is an event.
func (s *scene) hooked() *job.Job {
	j := s.job(3)
	j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	return j
}

// cached is a job that has ended when it is admitted.
func (s *scene) cached() *job.Job {
	j := s.hooked()
	j.Status, j.Cached, j.CompletedAt = job.Succeeded, true, j.CreatedAt
	j.Result = &job.ResultRef{Item: "x#1", Size: 2}
	return j
}

func (s *scene) admitted(j *job.Job, key string) *job.Job {
	s.Helper()
	admitted, _, err := s.Admit(s.Context(), store.Admission{Job: j, Shards: 1, IdempotencyKey: key})
	s.must(err)
	return admitted
}

func (s *scene) claimed(j *job.Job) *job.Job {
	s.Helper()
	running, how, err := s.Claim(s.Context(), s.org, s.admitted(j, "").ID, store.Terms{Lease: time.Minute})
	s.must(err)
	if how != store.Claimed {
		s.Fatalf("got claim %d, want %d", how, store.Claimed)
	}
	return running
}

// split has the wallet spread over so many rows and its credits lie on others than 0,
// which is the one that is tried first.
func (s *scene) split(shards int) {
	s.Helper()
	_, err := s.SetOrg(s.Context(), s.org, store.OrgChange{Shards: &shards})
	s.must(err)
}

func (s *scene) endpoint() *store.Endpoint {
	s.Helper()
	e, _, err := s.RegisterEndpoint(s.Context(), &store.Endpoint{ID: "whe_1", OrgID: s.org, URL: "http://hooks.test/", Secret: "old"})
	s.must(err)
	return e
}

func (s *scene) delivery() *store.Delivery {
	s.Helper()
	d := s.planned("dlv_1", 1)
	s.must(s.PutDelivery(s.Context(), d))
	return d
}

func (s *scene) planned(id string, attempt int) *store.Delivery {
	return &store.Delivery{
		ID: id, OrgID: s.org, EndpointID: "whe_1", EventID: "evt_1", EventType: "endpoint.test", URL: "http://hooks.test/",
		Status: store.DeliveryPending, Attempt: attempt, Trigger: store.TriggerScheduled, CreatedAt: s.Clock.Now(), NextAttemptAt: s.Clock.Now(),
	}
}

// posting is a delivery that was claimed and posted.
func (s *scene) posting(status string) *store.Delivery {
	s.Helper()
	d, mine, err := s.ClaimDelivery(s.Context(), s.org, s.delivery().ID, time.Minute)
	s.must(err)
	if !mine {
		s.Fatal("got a delivery that is not ours, want it claimed")
	}
	d.Status, d.AttemptedAt, d.Response.Status = status, s.Clock.Now(), 500
	return d
}

func (s *scene) batch(key string, jobs ...*job.Job) store.BatchAdmission {
	b := store.BatchAdmission{ID: ident.New(ident.Batch), OrgID: s.org, Shards: 1, Key: key, Jobs: jobs, Before: &store.BatchKeys{}}
	for i := range jobs {
		b.Entries = append(b.Entries, string(rune('a'+i)))
	}
	return b
}

// batched is a batch that is admitted.
func (s *scene) batched(jobs ...*job.Job) store.BatchAdmission {
	s.Helper()
	b := s.batch("", jobs...)
	s.must(s.AdmitBatch(s.Context(), b))
	return b
}

// ended is the error of an end that has to be ours.
func ended(mine bool, err error) error {
	if err == nil && !mine {
		err = errors.New("got an end that was not ours, want it ours")
	}
	return err
}

func (s *scene) admit(j *job.Job, shards int, key string) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		got, replayed, err := st.Admit(ctx, store.Admission{Job: j, Shards: shards, IdempotencyKey: key})
		return []any{got, replayed}, err
	}
}

func (s *scene) admitBatch(b store.BatchAdmission) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		err := st.AdmitBatch(ctx, b)
		return b.Jobs, err
	}
}

func (s *scene) finish(j *job.Job, o store.Outcome) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		mine, err := st.Finish(ctx, j, o)
		return []any{mine, j}, err
	}
}

func (s *scene) authorize(t token.Token) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		p, position, err := st.Authorize(ctx, t, ratelimit.Create)
		return []any{p, position}, err
	}
}

func (s *scene) update(c store.EndpointChange) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		return st.UpdateEndpoint(ctx, s.org, "whe_1", c)
	}
}

func (s *scene) setOrg(c store.OrgChange) act {
	return func(st *store.Store, ctx context.Context) (any, error) { return st.SetOrg(ctx, s.org, c) }
}

func (s *scene) grant(amount int64) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		return nil, st.Grant(ctx, s.org, "grt_1", amount, "why")
	}
}

// tries asks for a post to a host that has had so many.
func (s *scene) tries(before int) act {
	s.Helper()
	d := s.planned("dlv_1", 1)
	d.EventType = "job.succeeded"
	e := &store.Endpoint{OrgID: s.org, URL: "http://hooks.test/"}
	for n := range before {
		d.Claim = strconv.Itoa(n)
		if try, err := s.TryReceiver(s.Context(), d, e); err != nil || !try.Granted {
			s.Fatalf("got try %+v, error %v; want it granted, no error", try, err)
		}
		s.Clock.Move(time.Hour)
	}
	d.Claim = "ours"
	return func(st *store.Store, ctx context.Context) (any, error) { return st.TryReceiver(ctx, d, e) }
}

func (s *scene) close(d *store.Delivery, c store.Closing) act {
	return func(st *store.Store, ctx context.Context) (any, error) { return st.CloseDelivery(ctx, d, c) }
}

func (s *scene) note(n store.Note) act {
	e := s.endpoint()
	return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.NoteDelivery(ctx, e, n) }
}

// disabling is a closing that disables the endpoint.
func (s *scene) disabling() store.Closing {
	return store.Closing{Disable: &store.Disabling{Endpoint: s.endpoint(), Reason: "gone"}}
}

func (s *scene) claim(id string) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		j, how, err := st.Claim(ctx, s.org, id, store.Terms{Lease: time.Minute})
		return []any{j, how}, err
	}
}

func (s *scene) handOver(j *job.Job) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		return st.HandOver(ctx, j, "far", time.Second)
	}
}

func (s *scene) claimDelivery() act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		d, mine, err := st.ClaimDelivery(ctx, s.org, "dlv_1", time.Minute)
		if d != nil {
			d.Claim = "" // another each time
		}
		return []any{d, mine}, err
	}
}

func (s *scene) register(id, url string) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		e, created, err := st.RegisterEndpoint(ctx, &store.Endpoint{ID: id, OrgID: s.org, URL: url, Secret: "new"})
		return []any{e, created}, err
	}
}

func (s *scene) rotate(grace time.Duration) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		return st.RotateSecret(ctx, s.org, "whe_1", "new", grace)
	}
}

func (s *scene) remove() act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		return nil, st.DeleteEndpoint(ctx, s.org, "whe_1")
	}
}

func (s *scene) freeze(body string) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		return st.FreezeEvent(ctx, s.org, "evt_1", store.Event{Body: []byte(body)})
	}
}

// used is a token of five requests, of which so many are taken.
func (s *scene) used(n int) token.Token {
	s.Helper()
	secret := s.Token(s, s.org, 5, 5)
	for range n {
		_, err := s.authorize(secret)(s.Store, s.Context())
		s.must(err)
	}
	return secret
}
