// Package joblog reads from CloudWatch Logs what the functions of an installation logged of a job. It
// is the only package that links the client, and must not know what the lines say.
package joblog

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs/types"

	"github.com/quarryapi/quarry/internal/core/job"
)

const (
	// margin is how long before and after a job its lines are looked for: clocks differ, and webhooks
	// follow its end.
	margin = 5 * time.Minute
	// mostLines is how many lines of a function are read.
	mostLines = 1000
)

// Reader reads log groups. It is safe for concurrent use.
type Reader struct {
	client *cloudwatchlogs.Client
	stack  string
	now    func() time.Time
}

// New returns a Reader of the logs of an installation by its name; an endpoint takes the place of
// AWS's own.
func New(base aws.Config, endpoint, stack string, now func() time.Time) *Reader {
	return &Reader{stack: stack, now: now, client: cloudwatchlogs.NewFromConfig(base, func(o *cloudwatchlogs.Options) {
		if endpoint != "" {
			o.BaseEndpoint = &endpoint
		}
	})}
}

// search is a look for a text in the log of a function.
type search struct {
	function, text string
	from, until    time.Time
}

// Of returns the lines that name a job in the logs of those who may have had it in their hands, oldest
// first: those who post its event, about the times at which it was posted, and of a page the crawler, whose lines name the crawl. Beside an
// error it returns what could be read.
func (r *Reader) Of(ctx context.Context, j *job.Job, posted []time.Time) ([]json.RawMessage, error) {
	if r.stack == "" {
		return nil, errors.New("QUARRY_STACK names no installation whose log could be read")
	}
	var found []types.FilteredLogEvent
	var problems []error
	for _, s := range r.searches(j, posted) {
		events, err := r.group(ctx, s)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", s.function, err))
		}
		found = append(found, events...)
	}
	slices.SortStableFunc(found, func(a, b types.FilteredLogEvent) int {
		return cmp.Compare(aws.ToInt64(a.Timestamp), aws.ToInt64(b.Timestamp))
	})
	var lines []json.RawMessage
	for _, e := range found {
		if line := json.RawMessage(aws.ToString(e.Message)); json.Valid(line) {
			lines = append(lines, line)
		}
	}
	return lines, errors.Join(problems...)
}

// searches are those for a job. One that has not ended may have lines until now.
func (r *Reader) searches(j *job.Job, posted []time.Time) []search {
	until := j.CompletedAt
	if until.IsZero() {
		until = r.now()
	}
	functions := []string{"api-submit", "worker-" + j.Worker, "sweeper", "dead-letter"}
	if j.HandedOver != "" {
		functions = append(functions, "worker-"+j.HandedOver)
	}
	var all []search
	for _, name := range functions {
		all = append(all, search{name, j.ID, j.CreatedAt.Add(-margin), until.Add(margin)})
	}
	if j.Page != nil {
		all = append(all, search{"crawler", j.Page.CrawlID, j.CreatedAt.Add(-margin), until.Add(margin)})
	}
	for _, w := range r.windows(posted) {
		for _, name := range []string{"webhook-stream", "webhook-retry"} {
			all = append(all, search{name, j.ID, w[0], w[1]})
		}
	}
	return all
}

// windows are the times around moments, each time once: attempts are up to ten hours apart. Nothing is to come before its time.
func (r *Reader) windows(moments []time.Time) (all [][2]time.Time) {
	moments = slices.Clone(moments)
	slices.SortFunc(moments, time.Time.Compare)
	for _, m := range moments {
		if m.After(r.now()) {
			m = r.now()
		}
		from, until := m.Add(-margin), m.Add(margin)
		if n := len(all); n > 0 && !from.After(all[n-1][1]) {
			all[n-1][1] = until
			continue
		}
		all = append(all, [2]time.Time{from, until})
	}
	return all
}

// group makes a search.
func (r *Reader) group(ctx context.Context, s search) ([]types.FilteredLogEvent, error) {
	pages := cloudwatchlogs.NewFilterLogEventsPaginator(r.client, &cloudwatchlogs.FilterLogEventsInput{
		LogGroupName: aws.String("/" + r.stack + "/" + s.function), FilterPattern: aws.String(`"` + s.text + `"`),
		StartTime: aws.Int64(s.from.UnixMilli()), EndTime: aws.Int64(s.until.UnixMilli()),
	})
	var events []types.FilteredLogEvent
	for pages.HasMorePages() && len(events) < mostLines {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return events, err
		}
		events = append(events, page.Events...)
	}
	return events, nil
}
