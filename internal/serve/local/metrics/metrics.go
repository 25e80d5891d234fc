// Package metrics counts what a local service does, and writes the counts in the text format of
// Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). Labels are names of ours
// alone: kinds, statuses, queues and upstreams. It must not know tenants, nor what they ask for.
package metrics

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind/view/visit"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// The metrics; those of queues are read when they are asked for.
const (
	admitted  = "quarry_jobs_admitted_total"
	ended     = "quarry_jobs_ended_total"
	charged   = "quarry_credits_charged_total"
	refunded  = "quarry_credits_refunded_total"
	attempts  = "quarry_delivery_attempts_total"
	upstreams = "quarry_upstream_calls_total"
	visits    = "quarry_browser_visits"
	depth     = "quarry_queue_messages"
	oldest    = "quarry_queue_oldest_seconds"
)

// about are all metrics with their types and what they say, in the order of the answer.
var about = [][3]string{
	{admitted, "counter", "Jobs that were admitted, those from the cache included."},
	{ended, "counter", "Jobs that ended after they had run or waited, by how."},
	{charged, "counter", "Credits that were charged."},
	{refunded, "counter", "Credits that were refunded."},
	{attempts, "counter", "Attempts to post an event, by what came of them."},
	{upstreams, "counter", "Answers of upstream services, by HTTP status."},
	{visits, "gauge", "Pages that the browser shows now."},
	{depth, "gauge", "Messages of a queue: waiting, delayed, in_flight."},
	{oldest, "gauge", "Age of the oldest message of a queue that has not been handled."},
}

// Set counts. It is safe for concurrent use.
type Set struct {
	mu     sync.Mutex
	values map[string]map[string]int64 // by metric and labels
}

// New returns a Set without counts.
func New() *Set { return &Set{values: map[string]map[string]int64{visits: {"": 0}}} }

// Admitted counts a job and its charge.
func (s *Set) Admitted(_ context.Context, j *job.Job) {
	of := labels("kind", j.Kind)
	s.add(admitted, of, 1)
	s.add(charged, of, j.Quote.Credits)
}

// Ended counts how a job ended, and what it gave back.
func (s *Set) Ended(_ context.Context, j *job.Job) {
	s.add(ended, labels("kind", j.Kind, "status", string(j.Status)), 1)
	s.add(refunded, labels("kind", j.Kind), j.Refunded)
}

// Attempted counts an attempt of a delivery by its status.
func (s *Set) Attempted(_ context.Context, status string) {
	s.add(attempts, labels("status", status), 1)
}

// Called counts a call of an upstream by its answer; one without an answer is none.
func (s *Set) Called(_ context.Context, c upstream.Called) {
	if c.Status > 0 {
		s.add(upstreams, labels("upstream", c.Name, "status", strconv.Itoa(c.Status)), 1)
	}
}

// Counted returns a browser whose visits are counted while they last.
func (s *Set) Counted(b visit.Browser) visit.Browser { return counted{b, s} }

type counted struct {
	visit.Browser
	set *Set
}

// Visit implements visit.Browser.
func (c counted) Visit(ctx context.Context, v shown.Visit) (*shown.Page, error) {
	c.set.add(visits, "", 1)
	defer c.set.add(visits, "", -1)
	return c.Browser.Visit(ctx, v)
}

func (s *Set) add(metric, of string, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values[metric] == nil {
		s.values[metric] = map[string]int64{}
	}
	s.values[metric][of] += n
}

// Queue is how a queue stands.
type Queue struct {
	Name                       string
	Waiting, Delayed, InFlight int64
	OldestSeconds              int64
}

// Text is everything in the text format.
func (s *Set) Text(queues []Queue) string {
	s.mu.Lock()
	all := map[string]map[string]int64{depth: {}, oldest: {}}
	for metric, values := range s.values {
		all[metric] = maps.Clone(values)
	}
	s.mu.Unlock()
	for _, q := range queues {
		all[depth][labels("queue", q.Name, "state", "waiting")] = q.Waiting
		all[depth][labels("queue", q.Name, "state", "delayed")] = q.Delayed
		all[depth][labels("queue", q.Name, "state", "in_flight")] = q.InFlight
		all[oldest][labels("queue", q.Name)] = q.OldestSeconds
	}
	var b strings.Builder
	for _, m := range about {
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", m[0], m[2], m[0], m[1])
		for _, of := range slices.Sorted(maps.Keys(all[m[0]])) {
			fmt.Fprintf(&b, "%s%s %d\n", m[0], of, all[m[0]][of])
		}
	}
	return b.String()
}

// labels writes pairs of names and values.
func labels(pairs ...string) string {
	var written []string
	for pair := range slices.Chunk(pairs, 2) {
		written = append(written, pair[0]+"="+strconv.Quote(pair[1]))
	}
	return "{" + strings.Join(written, ",") + "}"
}
