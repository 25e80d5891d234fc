package recent_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/local/recent"
)

func of(t *testing.T, l *recent.Log, id string) (found []string) {
	t.Helper()
	lines, err := l.Of(t.Context(), &job.Job{ID: id, Page: &job.Page{CrawlID: "crl_1"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		_, rest, _ := strings.Cut(string(line), `"level":`)
		found = append(found, rest)
	}
	return found
}

func TestLog(t *testing.T) {
	t.Parallel()
	var l recent.Log
	log := slog.New(l.Handler())
	log.With("job_id", "job_1").Info("began")
	log.Info("of another", "job_id", "job_2")
	log.Info("of its crawl", "crawl_id", "crl_1")
	log.Debug("of the same", "job_id", "job_1")
	log.Warn("ended", "job_id", "job_1")
	want := []string{`"INFO","msg":"began","job_id":"job_1"}`, `"INFO","msg":"of its crawl","crawl_id":"crl_1"}`, `"WARN","msg":"ended","job_id":"job_1"}`}
	if diff := cmp.Diff(want, of(t, &l, "job_1")); diff != "" {
		t.Errorf("lines mismatch (-want +got):\n%s", diff)
	}
}

// TestOldLinesGo: memory is bounded, and the newest lines stay.
func TestOldLinesGo(t *testing.T) {
	t.Parallel()
	var l recent.Log
	log := slog.New(l.Handler())
	log.Info("first", "job_id", "job_1")
	for range 9 {
		log.Info("long", "text", strings.Repeat("x", 1<<20))
	}
	log.Info("last", "job_id", "job_2")
	if first, last := of(t, &l, "job_1"), of(t, &l, "job_2"); len(first) != 0 || len(last) != 1 {
		t.Errorf("got %d lines of the first job and %d of the last, want 0 and 1", len(first), len(last))
	}
}
