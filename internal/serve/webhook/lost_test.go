package webhook_test

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"testing"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// TestEveryAnswerLostOnce: an attempt whose answers from the database are lost, once each,
// posts once and is recorded as it would have been.
func TestEveryAnswerLostOnce(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]int{"taken": http.StatusOK, "refused": http.StatusInternalServerError, "gone": http.StatusGone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.EachAnswerLost(t, func(t *testing.T, w *storetest.World) storetest.Operation {
				t.Helper()
				w.Random = regexp.MustCompile(`"(nextAttemptAt|dueAt)":\d+`) // a retry's pause
				receiver := webtest.NewReceiver(webtest.Answer{Status: answer})
				hosts, err := egress.ParseHosts([]string{webtest.Start(t, receiver.Site("hooks.test")).HostsRule()})
				if err != nil {
					t.Fatal(err)
				}
				post := fetch.New(fetch.Config{Hosts: hosts})
				t.Cleanup(post.CloseIdle)
				org := w.Org(t, 10, 5)
				e, _, err := w.RegisterEndpoint(t.Context(), &store.Endpoint{ID: ident.New(ident.Endpoint), OrgID: org, URL: "http://hooks.test/in", Secret: "s"})
				if err != nil {
					t.Fatal(err)
				}
				j := w.Job(org, 1)
				j.Webhook = &job.Subscription{EndpointID: e.ID, URL: e.URL}
				if _, _, err := w.Admit(t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
					t.Fatal(err)
				}
				if _, err := w.Finish(t.Context(), j, store.Outcome{Status: job.Cancelled}); err != nil {
					t.Fatal(err)
				}
				list, _, err := w.Deliveries(t.Context(), store.DeliveryQuery{OrgID: org, Limit: 2})
				if err != nil || len(list) != 1 {
					t.Fatalf("got %d deliveries, error %v; want 1, none", len(list), err)
				}
				sent, blobs := &storetest.Queue{}, &storetest.Blobs{}
				deliver := webhook.NewDeliverer(w.Lossy, result.New(w.Lossy, blobs), blobs, post, sent, slog.New(slog.DiscardHandler), w.Clock.Now)
				return func(ctx context.Context) (any, error) {
					err := deliver.Deliver(ctx, org, list[0].ID)
					return []int{len(receiver.Received()), len(sent.Deliveries())}, err
				}
			})
		})
	}
}
