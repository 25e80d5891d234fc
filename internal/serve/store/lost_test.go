package store_test

import (
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/blob"
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
	running, how, err := s.Claim(s.Context(), s.org, s.admitted(j, "").ID, time.Minute)
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

func (s *scene) record(d, next *store.Delivery) act {
	return func(st *store.Store, ctx context.Context) (any, error) { return st.RecordDelivery(ctx, d, next) }
}

func (s *scene) note(succeeded bool, disable string) act {
	e := s.endpoint()
	return func(st *store.Store, ctx context.Context) (any, error) {
		return nil, st.NoteDelivery(ctx, e, succeeded, disable)
	}
}

// operations are what a Store does, by its methods: each method has one at least.
var operations = []struct {
	method, name string
	prepare      func(s *scene) act
}{
	{"Admit", "", func(s *scene) act { return s.admit(s.hooked(), 1, "") }},
	{"Admit", "with a key", func(s *scene) act { return s.admit(s.job(1), 1, "k") }},
	{"Admit", "a replay", func(s *scene) act { s.admitted(s.job(1), "k"); return s.admit(s.job(2), 1, "k") }},
	{"Admit", "cached, with an event", func(s *scene) act { return s.admit(s.cached(), 1, "") }},
	{"Admit", "lent to", func(s *scene) act { s.split(4); return s.admit(s.job(90), 4, "") }},
	{"Admit", "lent to, with a key", func(s *scene) act { s.split(4); return s.admit(s.job(90), 4, "k") }},
	{"Admit", "unsealing", func(s *scene) act {
		s.split(4)
		s.admitted(s.job(1), "")
		_, err := s.SetOrg(s.Context(), s.org, store.OrgChange{InFlightCap: new(4)})
		s.must(err)
		return s.admit(s.job(1), 4, "")
	}},
	{"Admit", "without credits", func(s *scene) act { return s.admit(s.job(101), 1, "") }},
	{"Admit", "without credits on any row", func(s *scene) act { s.split(4); return s.admit(s.job(101), 4, "") }},
	{"Admit", "without slots", func(s *scene) act {
		_, err := s.SetOrg(s.Context(), s.org, store.OrgChange{InFlightCap: new(0)})
		s.must(err)
		return s.admit(s.job(1), 1, "")
	}},
	{"AdmitBatch", "", func(s *scene) act { return s.admitBatch(s.batch("", s.job(1), s.hooked(), s.cached())) }},
	{"AdmitBatch", "with a key", func(s *scene) act { return s.admitBatch(s.batch("k", s.job(1), s.job(2))) }},
	{"AdmitBatch", "after another of its key", func(s *scene) act {
		s.must(s.AdmitBatch(s.Context(), s.batch("k", s.job(1))))
		return s.admitBatch(s.batch("k", s.job(1)))
	}},
	{"AdmitBatch", "lent to", func(s *scene) act {
		s.split(4)
		b := s.batch("k", s.job(50), s.job(40))
		b.Shards = 4
		return s.admitBatch(b)
	}},
	{"BatchKeys", "", func(s *scene) act {
		s.must(s.AdmitBatch(s.Context(), s.batch("k", s.job(1))))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.BatchKeys(ctx, s.org, "k") }
	}},
	{"Job", "", func(s *scene) act {
		id := s.admitted(s.job(1), "").ID
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Job(ctx, s.org, id) }
	}},
	{"Claim", "", func(s *scene) act { return s.claim(s.admitted(s.job(1), "").ID) }},
	{"Claim", "of a dead worker's job", func(s *scene) act {
		j := s.claimed(s.job(1))
		s.Clock.Move(time.Hour)
		return s.claim(j.ID)
	}},
	{"Claim", "of another's", func(s *scene) act { return s.claim(s.claimed(s.job(1)).ID) }},
	{"Claim", "once too often", func(s *scene) act {
		j := s.claimed(s.job(1))
		s.Clock.Move(time.Hour)
		_, _, err := s.Claim(s.Context(), s.org, j.ID, time.Minute)
		s.must(err)
		s.Clock.Move(time.Hour)
		return s.claim(j.ID)
	}},
	{"Claim", "of none", func(s *scene) act { return s.claim("job_none") }},
	{"Release", "", func(s *scene) act {
		j := s.claimed(s.job(1))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Release(ctx, j) }
	}},
	{"Release", "of a claim that is over", func(s *scene) act {
		j := s.claimed(s.job(1))
		j.Fence--
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Release(ctx, j) }
	}},
	{"Touch", "", func(s *scene) act {
		j := s.admitted(s.job(1), "")
		s.Clock.Move(time.Hour)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Touch(ctx, j) }
	}},
	{"Finish", "succeeded", func(s *scene) act {
		return s.finish(s.claimed(s.hooked()), store.Outcome{Status: job.Succeeded, Result: &job.ResultRef{Item: "x#1", Size: 2}})
	}},
	{"Finish", "failed and refunded", func(s *scene) act {
		return s.finish(s.claimed(s.hooked()), store.Outcome{Status: job.Failed, Error: &job.Failure{Code: errs.TargetError, Message: "no"}})
	}},
	{"Finish", "cancelled while queued", func(s *scene) act { return s.finish(s.admitted(s.hooked(), ""), store.Outcome{Status: job.Cancelled}) }},
	{"Finish", "cancelled while running", func(s *scene) act { return s.finish(s.claimed(s.hooked()), store.Outcome{Status: job.Cancelled}) }},
	{"Finish", "of a claim that is over", func(s *scene) act {
		j := s.claimed(s.job(1))
		j.Fence--
		return s.finish(j, store.Outcome{Status: job.Succeeded})
	}},
	{"PutProgress", "", func(s *scene) act {
		j := s.claimed(s.job(1))
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.PutProgress(ctx, j, blob.Parcel{Body: []byte("x")})
		}
	}},
	{"Progress", "", func(s *scene) act {
		j := s.claimed(s.job(1))
		_, err := s.PutProgress(s.Context(), j, blob.Parcel{Body: []byte("x")})
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) {
			p, found, err := st.Progress(ctx, j)
			return []any{p, found}, err
		}
	}},
	{"PutDocument", "", func(s *scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.PutDocument(ctx, s.org, "d", blob.Parcel{Body: []byte("x")}, time.Hour)
		}
	}},
	{"Document", "", func(s *scene) act {
		s.must(s.PutDocument(s.Context(), s.org, "d", blob.Parcel{Body: []byte("x")}, time.Hour))
		return func(st *store.Store, ctx context.Context) (any, error) {
			p, found, err := st.Document(ctx, s.org, "d", time.Hour)
			return []any{p, found}, err
		}
	}},
	{"PutResult", "", func(s *scene) act {
		j := s.claimed(s.job(1))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.PutResult(ctx, j, []byte("x")) }
	}},
	{"Result", "", func(s *scene) act {
		name, err := s.PutResult(s.Context(), s.claimed(s.job(1)), []byte("x"))
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Result(ctx, s.org, name) }
	}},
	{"PutCache", "", func(s *scene) act {
		j := s.cached()
		j.CacheKey = "c"
		return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.PutCache(ctx, j) }
	}},
	{"Cached", "", func(s *scene) act {
		j := s.cached()
		j.CacheKey = "c"
		s.must(s.PutCache(s.Context(), j))
		return func(st *store.Store, ctx context.Context) (any, error) {
			e, found, err := st.Cached(ctx, s.org, "c", time.Hour)
			return []any{e, found}, err
		}
	}},
	{"Balance", "", func(s *scene) act {
		s.split(4)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Balance(ctx, s.org, 4, true) }
	}},
	{"Usage", "", func(s *scene) act {
		s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Usage(ctx, s.org, s.Clock.Now()) }
	}},
	{"Requests", "", func(s *scene) act {
		s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) {
			list, next, err := st.Requests(ctx, store.RequestQuery{OrgID: s.org, Limit: 5})
			return []any{list, next}, err
		}
	}},
	{"Books", "", func(s *scene) act {
		s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Books(ctx, s.org) }
	}},
	{"Due", "", func(s *scene) act {
		s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) {
			var all []store.Due
			for shard := range store.DueShards {
				due, err := st.Due(ctx, shard, s.Clock.Now().Add(time.Hour), 10)
				if err != nil {
					return nil, err
				}
				all = append(all, due...)
			}
			return all, nil
		}
	}},
	{"CreateOrg", "", func(*scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.CreateOrg(ctx, &store.Org{ID: "org_1", Name: "other", InFlightCap: 3})
		}
	}},
	{"Org", "", func(s *scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Org(ctx, s.org) }
	}},
	{"Orgs", "", func(*scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Orgs(ctx) }
	}},
	{"SetOrg", "name", func(s *scene) act { return s.setOrg(store.OrgChange{Name: new("new")}) }},
	{"SetOrg", "cap up", func(s *scene) act { s.split(2); return s.setOrg(store.OrgChange{InFlightCap: new(9)}) }},
	{"SetOrg", "cap down", func(s *scene) act { s.split(2); return s.setOrg(store.OrgChange{InFlightCap: new(2)}) }},
	{"SetOrg", "shards", func(s *scene) act {
		s.Token(s, s.org, 1, 1)
		return s.setOrg(store.OrgChange{Shards: new(4), Deep: new(true)})
	}},
	{"Grant", "", func(s *scene) act { s.split(4); return s.grant(10) }},
	{"Grant", "back", func(s *scene) act { s.split(4); return s.grant(-90) }},
	{"Grant", "back too much", func(s *scene) act { return s.grant(-101) }},
	{"Grant", "to none", func(s *scene) act { s.org = "org_none"; return s.grant(1) }},
	{"CreateWorkspace", "", func(s *scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.CreateWorkspace(ctx, &store.Workspace{ID: "wsp_1", OrgID: s.org, Name: "w"})
		}
	}},
	{"Workspaces", "", func(s *scene) act {
		s.must(s.CreateWorkspace(s.Context(), &store.Workspace{ID: "wsp_1", OrgID: s.org, Name: "w"}))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Workspaces(ctx, s.org) }
	}},
	{"CreateToken", "", func(s *scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.CreateToken(ctx, &store.Credential{ID: "tok_1", Hash: "h", OrgID: s.org, CreateLimit: 1, PollLimit: 1})
		}
	}},
	{"Tokens", "", func(s *scene) act {
		s.Token(s, s.org, 1, 1)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Tokens(ctx, s.org) }
	}},
	{"RevokeToken", "", func(s *scene) act {
		s.must(s.CreateToken(s.Context(), &store.Credential{ID: "tok_1", Hash: "h", OrgID: s.org, CreateLimit: 1, PollLimit: 1}))
		return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.RevokeToken(ctx, "tok_1") }
	}},
	{"Authorize", "idle", func(s *scene) act { return s.authorize(s.Token(s, s.org, 5, 5)) }},
	{"Authorize", "in use", func(s *scene) act { return s.authorize(s.used(2)) }},
	{"Authorize", "the last request", func(s *scene) act { return s.authorize(s.used(4)) }},
	{"Authorize", "over the limit", func(s *scene) act { return s.authorize(s.used(5)) }},
	{"Authorize", "unknown", func(s *scene) act { return s.authorize(token.New()) }},
	{"Authorize", "revoked", func(s *scene) act {
		secret := token.New()
		s.must(s.CreateToken(s.Context(), &store.Credential{ID: "tok_1", Hash: secret.Hash(), OrgID: s.org, CreateLimit: 5, PollLimit: 5}))
		s.must(s.RevokeToken(s.Context(), "tok_1"))
		return s.authorize(secret)
	}},
	{"RegisterEndpoint", "", func(s *scene) act { return s.register("whe_2", "http://hooks.test/new") }},
	{"RegisterEndpoint", "once more", func(s *scene) act { s.endpoint(); return s.register("whe_2", "http://hooks.test/") }},
	{"EndpointByURL", "", func(s *scene) act {
		s.endpoint()
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.EndpointByURL(ctx, s.org, "http://hooks.test/")
		}
	}},
	{"Endpoint", "", func(s *scene) act {
		s.endpoint()
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Endpoint(ctx, s.org, "whe_1") }
	}},
	{"Endpoints", "", func(s *scene) act {
		s.endpoint()
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Endpoints(ctx, s.org) }
	}},
	{"UpdateEndpoint", "URL", func(s *scene) act {
		s.endpoint()
		return s.update(store.EndpointChange{URL: new("http://hooks.test/new")})
	}},
	{"UpdateEndpoint", "URL of another", func(s *scene) act {
		s.endpoint()
		_, err := s.register("whe_2", "http://hooks.test/new")(s.Store, s.Context())
		s.must(err)
		return s.update(store.EndpointChange{URL: new("http://hooks.test/new")})
	}},
	{"UpdateEndpoint", "status", func(s *scene) act {
		s.endpoint()
		return s.update(store.EndpointChange{Status: new(store.EndpointDisabled)})
	}},
	{"UpdateEndpoint", "status back", func(s *scene) act {
		s.must(s.NoteDelivery(s.Context(), s.endpoint(), false, "gone"))
		return s.update(store.EndpointChange{Status: new(store.EndpointActive)})
	}},
	{"UpdateEndpoint", "description", func(s *scene) act { s.endpoint(); return s.update(store.EndpointChange{Description: new("ours")}) }},
	{"RotateSecret", "with grace", func(s *scene) act { s.endpoint(); return s.rotate(time.Hour) }},
	{"RotateSecret", "without", func(s *scene) act { s.endpoint(); return s.rotate(0) }},
	{"RotateSecret", "within a grace", func(s *scene) act {
		s.endpoint()
		_, err := s.RotateSecret(s.Context(), s.org, "whe_1", "newer", time.Hour)
		s.must(err)
		return s.rotate(time.Hour)
	}},
	{"RotateSecret", "of none", func(s *scene) act { return s.rotate(time.Hour) }},
	{"DeleteEndpoint", "", func(s *scene) act { s.endpoint(); return s.remove() }},
	{"DeleteEndpoint", "of none", func(s *scene) act { return s.remove() }},
	{"PutDelivery", "", func(s *scene) act {
		d := s.planned("dlv_1", 1)
		return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.PutDelivery(ctx, d) }
	}},
	{"Delivery", "", func(s *scene) act {
		s.delivery()
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Delivery(ctx, s.org, "dlv_1") }
	}},
	{"Deliveries", "", func(s *scene) act {
		d := s.planned(ident.New(ident.Delivery), 1)
		s.must(s.PutDelivery(s.Context(), d))
		return func(st *store.Store, ctx context.Context) (any, error) {
			list, next, err := st.Deliveries(ctx, store.DeliveryQuery{OrgID: s.org, Limit: 5})
			return []any{len(list), next}, err
		}
	}},
	{"ClaimDelivery", "", func(s *scene) act { s.delivery(); return s.claimDelivery() }},
	{"ClaimDelivery", "of a dead one's", func(s *scene) act {
		s.posting(store.DeliveryFailed)
		s.Clock.Move(time.Hour)
		return s.claimDelivery()
	}},
	{"ClaimDelivery", "of another's", func(s *scene) act { s.posting(store.DeliveryFailed); return s.claimDelivery() }},
	{"TouchDelivery", "", func(s *scene) act {
		d := s.delivery()
		return func(st *store.Store, ctx context.Context) (any, error) { return st.TouchDelivery(ctx, d, false) }
	}},
	{"TouchDelivery", "releasing", func(s *scene) act {
		d := s.posting(store.DeliveryPending)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.TouchDelivery(ctx, d, true) }
	}},
	{"RecordDelivery", "the last", func(s *scene) act { return s.record(s.posting(store.DeliverySucceeded), nil) }},
	{"RecordDelivery", "with another attempt", func(s *scene) act { return s.record(s.posting(store.DeliveryFailed), s.planned("dlv_2", 2)) }},
	{"RecordDelivery", "closed before", func(s *scene) act {
		d := s.posting(store.DeliveryFailed)
		_, err := s.RecordDelivery(s.Context(), d, nil)
		s.must(err)
		other := *d
		other.Status, other.AttemptedAt = store.DeliverySucceeded, s.Clock.Now().Add(time.Second)
		return s.record(&other, nil)
	}},
	{"FreezeEvent", "", func(s *scene) act { return s.freeze("a") }},
	{"FreezeEvent", "once more", func(s *scene) act {
		_, err := s.freeze("first")(s.Store, s.Context())
		s.must(err)
		return s.freeze("a")
	}},
	{"Event", "", func(s *scene) act {
		_, err := s.freeze("a")(s.Store, s.Context())
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) {
			e, found, err := st.Event(ctx, s.org, "evt_1")
			return []any{e, found}, err
		}
	}},
	{"NoteDelivery", "success", func(s *scene) act { return s.note(true, "") }},
	{"NoteDelivery", "failure", func(s *scene) act { return s.note(false, "") }},
	{"NoteDelivery", "the end", func(s *scene) act { return s.note(false, "gone") }},
}

func (s *scene) claim(id string) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		j, how, err := st.Claim(ctx, s.org, id, time.Minute)
		return []any{j, how}, err
	}
}

func (s *scene) claimDelivery() act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		d, mine, err := st.ClaimDelivery(ctx, s.org, "dlv_1", time.Minute)
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

// TestEveryAnswerLostOnce: with the SDK's own retries, no lost answer is visible.
func TestEveryAnswerLostOnce(t *testing.T) {
	t.Parallel()
	for _, o := range operations {
		t.Run(o.method+" "+o.name, func(t *testing.T) {
			t.Parallel()
			storetest.EachAnswerLost(t, func(t *testing.T, w *storetest.World) storetest.Operation {
				s := &scene{T: t, World: w}
				s.org = s.Org(t, 100, 5)
				do := o.prepare(s)
				return func(ctx context.Context) (any, error) { return do(w.Lossy, ctx) }
			})
		})
	}
}

// TestEveryMethodLosesAnswers: a method without an operation is one that nobody tried.
func TestEveryMethodLosesAnswers(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{"WithRandom": true} // asks nothing
	for _, o := range operations {
		tried[o.method] = true
	}
	methods := reflect.TypeFor[*store.Store]()
	for m := range methods.Methods() {
		if !tried[m.Name] {
			t.Errorf("got no operation of Store.%s, want one at least in operations", m.Name)
		}
		delete(tried, m.Name)
	}
	if delete(tried, "WithRandom"); len(tried) > 0 {
		t.Errorf("got operations of methods that there are not: %v", tried)
	}
}
