package local

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/local/guard"
	"github.com/quarryapi/quarry/internal/serve/local/metrics"
	localsqs "github.com/quarryapi/quarry/internal/serve/local/sqs"
	"github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// metricsPath is where the counts are, for programs of this machine alone: whatever address the API
// listens on, others get what any unknown path gets.
const metricsPath = "/metrics"

// observers count what is written and log how jobs end, as the functions do.
func observers(counts *metrics.Set, log *slog.Logger) store.Observer {
	return observed{counts, meter.NewJobs(log)}
}

type observed []store.Observer

// Admitted implements store.Observer.
func (all observed) Admitted(ctx context.Context, j *job.Job) {
	for _, o := range all {
		o.Admitted(ctx, j)
	}
}

// Ended implements store.Observer.
func (all observed) Ended(ctx context.Context, j *job.Job) {
	for _, o := range all {
		o.Ended(ctx, j)
	}
}

// Attempted implements store.Observer.
func (all observed) Attempted(ctx context.Context, status string) {
	for _, o := range all {
		o.Attempted(ctx, status)
	}
}

// besideMetrics answers GET /metrics, and leaves all else to next.
func (e *engines) besideMetrics(counts *metrics.Set, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != metricsPath || r.Method != http.MethodGet || !ofThisMachine(r) {
			next.ServeHTTP(w, r)
			return
		}
		queues, err := e.queues(r.Context())
		if err != nil {
			http.Error(w, "the queues do not answer", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write([]byte(counts.Text(queues)))
	})
}

// ofThisMachine reports whether a request is of a program here, and of no page in its browser.
func ofThisMachine(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && from.Addr().Unmap().IsLoopback() && guard.IsHere(r.Host) && r.Header.Get("Origin") == ""
}

// queues are all of them, as they stand.
func (e *engines) queues(ctx context.Context) ([]metrics.Queue, error) {
	names := []string{queue.Deliveries, queue.Deliveries + deadSuffix, jobs + deadSuffix}
	for _, def := range kinds.All() {
		for _, w := range def.Functions {
			names = append(names, queue.Jobs(w.Name))
		}
	}
	all := make([]metrics.Queue, 0, len(names))
	for _, name := range names {
		address := e.sqsURL + name
		out, err := e.messages.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{
			QueueUrl: &address, AttributeNames: []types.QueueAttributeName{types.QueueAttributeNameAll},
		})
		if err != nil {
			return nil, err
		}
		number := func(name types.QueueAttributeName) int64 {
			n, _ := strconv.ParseInt(out.Attributes[string(name)], 10, 64)
			return n
		}
		all = append(all, metrics.Queue{
			Name: name, Waiting: number(types.QueueAttributeNameApproximateNumberOfMessages),
			Delayed:  number(types.QueueAttributeNameApproximateNumberOfMessagesDelayed),
			InFlight: number(types.QueueAttributeNameApproximateNumberOfMessagesNotVisible), OldestSeconds: number(localsqs.OldestSeconds),
		})
	}
	return all, nil
}
