package sweeper_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
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
