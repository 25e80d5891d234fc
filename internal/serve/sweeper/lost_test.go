package sweeper_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/sweeper"
)

// TestEveryAnswerLostOnce: a sweep whose answers from the database are lost, once each,
// makes up for the same and reports the same.
func TestEveryAnswerLostOnce(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]time.Duration{"what was not sent and died": 10 * time.Minute, "what nobody takes": 3 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.EachAnswerLost(t, func(t *testing.T, w *storetest.World) storetest.Operation {
				t.Helper()
				org := w.Org(t, 10, 5)
				for _, claims := range []int{0, 1} {
					j := w.Job(org, 1)
					if _, _, err := w.Admit(t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
						t.Fatal(err)
					}
					if claims == 1 {
						if _, _, err := w.Claim(t.Context(), org, j.ID, store.Terms{Lease: time.Minute}); err != nil {
							t.Fatal(err)
						}
					}
				}
				now := w.Clock.Now()
				if err := w.PutDelivery(t.Context(), &store.Delivery{
					ID: ident.New(ident.Delivery), OrgID: org, EndpointID: "whe_1", EventID: "evt_1", EventType: store.EventTest,
					Status: store.DeliveryPending, Attempt: 1, Trigger: store.TriggerScheduled, CreatedAt: now, NextAttemptAt: now,
				}); err != nil {
					t.Fatal(err)
				}
				w.Clock.Move(late)
				sent := &storetest.Queue{}
				sweep := sweeper.New(w.Lossy, sent, slog.New(slog.DiscardHandler), w.Clock.Now)
				return func(ctx context.Context) (any, error) {
					report, err := sweep.Sweep(ctx)
					return []any{report, len(sent.Jobs()), len(sent.Deliveries())}, err
				}
			})
		})
	}
}

// reminders is a queue that knows for when crawls were sent.
type reminders struct {
	*storetest.Queue

	delays []time.Duration
}

// SendCrawl implements sweeper.Queue.
func (r *reminders) SendCrawl(_ context.Context, _ queue.Crawl, delay time.Duration) error {
	r.delays = append(r.delays, delay)
	return nil
}

// TestRecoverWakesCrawlsInTime: a crawl that waits for a time goes on then after a start of the service, whose queues were lost.
func TestRecoverWakesCrawlsInTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wait time.Duration
		want []time.Duration
	}{"for a time": {90 * time.Second, []time.Duration{0, 90 * time.Second}}, "for a page": {0, []time.Duration{0}}, "no more": {-time.Second, []time.Duration{0}}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			q := &reminders{Queue: b.queue}
			now := b.Clock.Now()
			made := &store.Crawl{
				ID: ident.New(ident.Crawl), OrgID: b.org, Kind: "page", Input: []byte(`{}`), Shards: 1, CreatedAt: now, ExpiresAt: now.Add(job.Retention),
				State: store.CrawlState{Status: store.CrawlRunning, UpdatedAt: now},
			}
			if c.wait != 0 {
				made.State.WakeAt = now.Add(c.wait)
			}
			if _, _, err := b.AdmitCrawl(t.Context(), store.CrawlAdmission{Crawl: made, First: "http://a.test/"}); err != nil {
				t.Fatal(err)
			}
			r, err := sweeper.New(b.Store, q, slog.New(slog.DiscardHandler), b.Clock.Now).Recover(t.Context())
			if err != nil || r.Crawls != 1 || !slices.Equal(q.delays, c.want) {
				t.Errorf("got report %+v, error %v, messages after %v; want a crawl, none, %v", r, err, q.delays, c.want)
			}
		})
	}
}
