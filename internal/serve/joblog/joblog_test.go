package joblog_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/joblog"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// asked is what CloudWatch Logs was asked for.
type asked struct {
	LogGroupName  string `json:"logGroupName"`
	FilterPattern string `json:"filterPattern"`
	NextToken     string `json:"nextToken"`
	StartTime     int64  `json:"startTime"`
	EndTime       int64  `json:"endTime"`
}

// cloud answers FilterLogEvents: two pages of worker-url, a refusal of the sweeper's group, and nothing else.
type cloud struct {
	mu   sync.Mutex
	seen []asked
}

func (c *cloud) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q asked
	_ = json.NewDecoder(r.Body).Decode(&q)
	c.mu.Lock()
	c.seen = append(c.seen, q)
	c.mu.Unlock()
	w.Header().Set("Content-Type", "application/x-amz-json-1.1")
	switch q.LogGroupName + q.NextToken {
	case "/q2/worker-url":
		fmt.Fprint(w, `{"nextToken":"more","events":[{"timestamp":20,"message":"{\"n\":2}\n"},{"timestamp":21,"message":"START RequestId"}]}`)
	case "/q2/worker-urlmore":
		fmt.Fprint(w, `{"events":[{"timestamp":30,"message":"{\"n\":3}"}]}`)
	case "/q2/api-submit":
		fmt.Fprint(w, `{"events":[{"timestamp":10,"message":"{\"n\":1}"}]}`)
	case "/q2/sweeper":
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"__type":"AccessDeniedException","message":"not you"}`)
	default:
		fmt.Fprint(w, `{"events":[]}`)
	}
}

func reader(t *testing.T, c *cloud, stack string) *joblog.Reader {
	t.Helper()
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	base := aws.Config{Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""), Retryer: func() aws.Retryer { return aws.NopRetryer{} }}
	return joblog.New(base, server.URL, stack, func() time.Time { return noon.Add(time.Hour) })
}

func TestOf(t *testing.T) {
	t.Parallel()
	c := &cloud{}
	j := &job.Job{ID: "job_1", Worker: "url", HandedOver: "url-fast", CreatedAt: noon, CompletedAt: noon.Add(time.Minute)}
	lines, err := reader(t, c, "q2").Of(t.Context(), j, nil)
	if diff := cmp.Diff([]string{`{"n":1}`, `{"n":2}`, `{"n":3}`}, texts(lines)); diff != "" {
		t.Errorf("lines mismatch (-want +got):\n%s", diff)
	}
	if err == nil || !strings.Contains(err.Error(), "sweeper") || !strings.Contains(err.Error(), "not you") {
		t.Errorf("got error %v, want which log could not be read", err)
	}
	var groups []string
	for _, q := range c.seen {
		groups = append(groups, q.LogGroupName)
		if q.FilterPattern != `"job_1"` || q.StartTime != noon.Add(-5*time.Minute).UnixMilli() || q.EndTime != noon.Add(6*time.Minute).UnixMilli() {
			t.Errorf("got %+v, want the lines with the job's id from shortly before it to shortly after", q)
		}
	}
	want := []string{"/q2/api-submit", "/q2/dead-letter", "/q2/sweeper", "/q2/worker-url", "/q2/worker-url", "/q2/worker-url-fast"}
	if diff := cmp.Diff(want, slices.Sorted(slices.Values(groups))); diff != "" {
		t.Errorf("groups mismatch (-want +got):\n%s", diff)
	}
}

// TestOfItsEventAndItsCrawl: who posts the event is asked about the times of its attempts, each time once and none to come, and the crawler
// for the crawl of a page.
func TestOfItsEventAndItsCrawl(t *testing.T) {
	t.Parallel()
	c := &cloud{}
	j := &job.Job{ID: "job_1", Worker: "url", CreatedAt: noon.Add(-9 * time.Hour), CompletedAt: noon.Add(-9 * time.Hour), Page: &job.Page{CrawlID: "crl_1"}}
	_, _ = reader(t, c, "q2").Of(t.Context(), j, []time.Time{noon.Add(9 * time.Hour), noon.Add(-5 * time.Hour), noon.Add(-9 * time.Hour).Add(5 * time.Second), noon.Add(-9 * time.Hour)})
	var got []string
	for _, q := range c.seen {
		if strings.HasPrefix(q.LogGroupName, "/q2/webhook") || q.LogGroupName == "/q2/crawler" {
			got = append(got, fmt.Sprintf("%s %s %s %s", q.LogGroupName, q.FilterPattern, time.UnixMilli(q.StartTime).UTC().Format("15:04:05"), time.UnixMilli(q.EndTime).UTC().Format("15:04:05")))
		}
	}
	want := []string{`/q2/crawler "crl_1" 02:55:00 03:05:00`}
	for _, times := range []string{"02:55:00 03:05:05", "06:55:00 07:05:00", "12:55:00 13:05:00"} {
		want = append(want, `/q2/webhook-stream "job_1" `+times, `/q2/webhook-retry "job_1" `+times)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("searches mismatch (-want +got):\n%s", diff)
	}
}

// TestOfAJobThatRuns: its lines go on until now.
func TestOfAJobThatRuns(t *testing.T) {
	t.Parallel()
	c := &cloud{}
	_, _ = reader(t, c, "q2").Of(t.Context(), &job.Job{ID: "job_1", Worker: "url", CreatedAt: noon}, nil) // the sweeper's refusal
	if got, want := c.seen[0].EndTime, noon.Add(65*time.Minute).UnixMilli(); got != want {
		t.Errorf("got lines until %d, want %d", got, want)
	}
}

func TestOfNoInstallation(t *testing.T) {
	t.Parallel()
	c := &cloud{}
	if _, err := reader(t, c, "").Of(t.Context(), &job.Job{ID: "job_1"}, nil); err == nil || len(c.seen) > 0 {
		t.Errorf("got error %v after %d calls, want one without a call", err, len(c.seen))
	}
}

func texts(lines []json.RawMessage) (all []string) {
	for _, line := range lines {
		all = append(all, strings.TrimSpace(string(line)))
	}
	return all
}
