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

// Of returns the lines that name a job in the logs of those who may have had it in their hands, oldest
// first. Beside an error it returns what could be read.
func (r *Reader) Of(ctx context.Context, j *job.Job) ([]json.RawMessage, error) {
	if r.stack == "" {
		return nil, errors.New("QUARRY_STACK names no installation whose log could be read")
	}
	functions := []string{"api-submit", "worker-" + j.Worker, "sweeper", "dead-letter"}
	if j.HandedOver != "" {
		functions = append(functions, "worker-"+j.HandedOver)
	}
	var found []types.FilteredLogEvent
	var problems []error
	for _, name := range functions {
		events, err := r.group(ctx, "/"+r.stack+"/"+name, j)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
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

// group reads one log group. A job that has not ended may have lines until now.
func (r *Reader) group(ctx context.Context, name string, j *job.Job) ([]types.FilteredLogEvent, error) {
	until := j.CompletedAt
	if until.IsZero() {
		until = r.now()
	}
	pages := cloudwatchlogs.NewFilterLogEventsPaginator(r.client, &cloudwatchlogs.FilterLogEventsInput{
		LogGroupName: &name, FilterPattern: aws.String(`"` + j.ID + `"`),
		StartTime: aws.Int64(j.CreatedAt.Add(-margin).UnixMilli()), EndTime: aws.Int64(until.Add(margin).UnixMilli()),
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
