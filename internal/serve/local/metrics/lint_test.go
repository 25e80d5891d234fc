package metrics_test

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/local/metrics"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// TestPrometheusReadsIt: the text is what Prometheus' own parser and linter take, with names and
// numbers as they were counted.
func TestPrometheusReadsIt(t *testing.T) {
	t.Parallel()
	s := metrics.New()
	quote := credit.Quote{Action: "url.page", Units: 1, Credits: 3}
	for _, kind := range []string{"url", `odd"\` + "\nkind"} {
		s.Admitted(t.Context(), &job.Job{Kind: kind, Status: job.Queued, Quote: quote})
		s.Ended(t.Context(), &job.Job{Kind: kind, Status: job.Failed, Quote: quote, Refunded: 3})
	}
	s.Attempted(t.Context(), "succeeded")
	s.Called(t.Context(), upstream.Called{Name: "wayback", Status: 200})
	text := s.Text([]metrics.Queue{{Name: "jobs-url", Waiting: 2, Delayed: 1, InFlight: 4, OldestSeconds: 5}})
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatalf("got error %v, want what Prometheus reads:\n%s", err, text)
	}
	if got := families["quarry_jobs_admitted_total"].GetMetric(); len(got) != 2 || got[0].GetCounter().GetValue() != 1 {
		t.Errorf("got jobs %v, want one of each kind", got)
	}
	var kinds []string
	for _, m := range families["quarry_jobs_admitted_total"].GetMetric() {
		kinds = append(kinds, m.GetLabel()[0].GetValue())
	}
	if all := strings.Join(kinds, "|"); !strings.Contains(all, `odd"\`+"\nkind") {
		t.Errorf("got kinds %q, want them as they were given", all)
	}
	if got := families["quarry_queue_messages"].GetMetric(); len(got) != 3 {
		t.Errorf("got queues %v, want three states of one", got)
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: got %s, want what Prometheus' linter takes", p.Metric, p.Text)
	}
}
