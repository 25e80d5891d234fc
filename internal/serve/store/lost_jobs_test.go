package store_test

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// jobOperations are what a Store does with jobs.
var jobOperations = []operation{
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
	{"AdmitBatch", "all of it cached", func(s *scene) act { return s.admitBatch(s.batch("", s.cached(), s.cached())) }},
	{"Batch", "", func(s *scene) act {
		b := s.batched(s.hooked(), s.hooked())
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Batch(ctx, s.org, b.ID) }
	}},
	{"JobsOf", "", func(s *scene) act {
		b := s.batched(s.hooked(), s.hooked())
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.JobsOf(ctx, s.org, []string{b.Jobs[1].ID, b.Jobs[0].ID, "job_none"})
		}
	}},
	{"Finish", "one of a batch", func(s *scene) act {
		b := s.batched(s.hooked(), s.hooked())
		return s.finish(b.Jobs[0], store.Outcome{Status: job.Cancelled})
	}},
	{"Finish", "the last of a batch", func(s *scene) act {
		b := s.batched(s.hooked(), s.hooked())
		s.must(ended(s.Finish(s.Context(), b.Jobs[0], store.Outcome{Status: job.Cancelled})))
		return s.finish(b.Jobs[1], store.Outcome{Status: job.Cancelled})
	}},
	{"NoteProgress", "", func(s *scene) act {
		j := s.claimed(s.job(1))
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.NoteProgress(ctx, j, job.Progress{Done: 1, Total: 3, Stage: "reading"})
		}
	}},
	{"Movements", "of a job that failed", func(s *scene) act {
		j := s.claimed(s.job(1))
		_, err := s.Finish(s.Context(), j, store.Outcome{Status: job.Failed, Error: &job.Failure{Code: errs.TargetError}})
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Movements(ctx, j) }
	}},
	{"Movements", "of one of a batch", func(s *scene) act {
		b := s.batched(s.hooked(), s.hooked())
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Movements(ctx, b.Jobs[0]) }
	}},
	{"JobOfKey", "", func(s *scene) act {
		s.admitted(s.job(1), "k")
		return func(st *store.Store, ctx context.Context) (any, error) { return st.JobOfKey(ctx, s.org, "k") }
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
		_, _, err := s.Claim(s.Context(), s.org, j.ID, store.Terms{Lease: time.Minute})
		s.must(err)
		s.Clock.Move(time.Hour)
		return s.claim(j.ID)
	}},
	{"Claim", "of one too many", func(s *scene) act {
		s.claimed(s.job(1))
		id := s.admitted(s.job(1), "").ID
		return func(st *store.Store, ctx context.Context) (any, error) {
			j, how, err := st.Claim(ctx, s.org, id, store.Terms{Lease: time.Minute, Most: 1})
			return []any{j, how}, err
		}
	}},
	{"Claim", "of none", func(s *scene) act { return s.claim("job_none") }},
	{"Crowd", "", func(s *scene) act {
		j := s.claimed(s.job(1))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Crowd(ctx, j) }
	}},
	{"Postpone", "", func(s *scene) act {
		j := s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.Postpone(ctx, j, time.Second, time.Minute)
		}
	}},
	{"Postpone", "of one that is put off", func(s *scene) act {
		j := s.admitted(s.job(1), "")
		_, err := s.Postpone(s.Context(), j, time.Minute, time.Minute)
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.Postpone(ctx, j, time.Second, time.Minute)
		}
	}},
	{"LeavePlace", "", func(s *scene) act {
		j := s.claimed(s.job(1))
		asked := *j
		_, err := s.Finish(s.Context(), &asked, store.Outcome{Status: job.Cancelled})
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.LeavePlace(ctx, j) }
	}},
	{"Release", "", func(s *scene) act {
		j := s.claimed(s.job(1))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Release(ctx, j) }
	}},
	{"Release", "of a claim that is over", func(s *scene) act {
		j := s.claimed(s.job(1))
		j.Fence--
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Release(ctx, j) }
	}},
	{"HandOver", "", func(s *scene) act { return s.handOver(s.claimed(s.job(1))) }},
	{"HandOver", "of a claim that is over", func(s *scene) act {
		j := s.claimed(s.job(1))
		j.Fence--
		return s.handOver(j)
	}},
	{"HandOver", "of one that was handed over", func(s *scene) act {
		j := s.claimed(s.job(1))
		_, err := s.HandOver(s.Context(), j, "far", time.Second)
		s.must(err)
		again, _, err := s.Claim(s.Context(), s.org, j.ID, store.Terms{Worker: "far", Lease: time.Minute})
		s.must(err)
		return s.handOver(again)
	}},
	{"Claim", "by the function that handed it over", func(s *scene) act {
		j := s.claimed(s.job(1))
		_, err := s.HandOver(s.Context(), j, "far", time.Second)
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) {
			_, how, err := st.Claim(ctx, s.org, j.ID, store.Terms{Worker: "url", Lease: time.Minute})
			return how, err
		}
	}},
	{"Touch", "", func(s *scene) act {
		j := s.admitted(s.job(1), "")
		s.Clock.Move(time.Hour)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Touch(ctx, j, time.Minute) }
	}},
	{"Finish", "succeeded", func(s *scene) act {
		return s.finish(s.claimed(s.hooked()), store.Outcome{Status: job.Succeeded, Result: &job.ResultRef{Item: "x#1", Size: 2}})
	}},
	{"Finish", "succeeded and refunded in part", func(s *scene) act {
		return s.finish(s.claimed(s.hooked()), store.Outcome{Status: job.Succeeded, Refund: 1})
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
	{"Requests", "", func(s *scene) act {
		s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) {
			list, next, err := st.Requests(ctx, store.RequestQuery{OrgID: s.org, Limit: 5})
			return []any{list, next}, err
		}
	}},
	{"Due", "", func(s *scene) act {
		s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) {
			var all []store.Due
			for shard := range store.DueShards {
				due, _, err := st.Due(ctx, store.DueQuery{Lane: store.LaneQueued, Shard: shard, By: s.Clock.Now().Add(time.Hour), Limit: 10})
				if err != nil {
					return nil, err
				}
				all = append(all, due...)
			}
			return all, nil
		}
	}},
}
