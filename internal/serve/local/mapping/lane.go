package mapping

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"slices"
	"time"

	"github.com/aws/aws-lambda-go/events"
)

const (
	// maxRetries is how often a record is tried again before it is dropped.
	maxRetries = 3
	// retryPause is the wait before the first retry; each further one doubles it.
	retryPause = 200 * time.Millisecond
)

// work is a record on its way to the handler.
type work struct {
	event   events.DynamoDBEventRecord
	tracker *tracker
	pending *pending
}

func (w work) finish() { w.tracker.finish(w.pending) }

// laneOf spreads items over lanes by their keys.
func laneOf(event events.DynamoDBEventRecord, lanes int) int {
	keys, err := json.Marshal(event.Change.Keys) // sorts the names
	if err != nil {
		return 0
	}
	hash := fnv.New32a()
	_, _ = hash.Write(keys)
	return int(hash.Sum32() % uint32(lanes)) //nolint:gosec // a handful of lanes
}

// run handles a lane's records in order, as many at once as have come.
func (s *stream) run(ctx context.Context, lane <-chan work) {
	for first := range lane {
		batch := []work{first}
		for range min(s.opts.BatchSize-1, len(lane)) {
			batch = append(batch, <-lane)
		}
		s.deliver(ctx, batch)
	}
}

// deliver calls the handler until every record is handled or dropped. When the
// context ends, the rest stays unfinished for the next process.
func (s *stream) deliver(ctx context.Context, batch []work) {
	for tries := 0; len(batch) > 0 && ctx.Err() == nil; {
		handled, err := s.attempt(ctx, batch)
		for _, w := range batch[:handled] {
			w.finish()
		}
		batch = batch[handled:]
		switch {
		case len(batch) == 0 || ctx.Err() != nil:
			return
		case err != nil && len(batch) > 1:
			s.deliver(ctx, batch[:len(batch)/2])
			s.deliver(ctx, batch[len(batch)/2:])
			return
		case handled > 0:
			tries = 0 // another record is the first now
		}
		if tries == maxRetries {
			s.log.ErrorContext(ctx, "stream record is dropped after retries",
				"sequence_number", batch[0].event.Change.SequenceNumber, "event_name", batch[0].event.EventName, "error", err)
			batch[0].finish()
			batch, tries = batch[1:], 0
			continue
		}
		pause(ctx, retryPause<<tries)
		tries++
	}
}

var errUnknownRecord = errors.New("the function reports a record that is not in its batch")

// attempt calls the handler once and returns how many records, from the first on,
// are handled: all before the earliest that it reports. With an error none is.
func (s *stream) attempt(ctx context.Context, batch []work) (handled int, err error) {
	var event events.DynamoDBEvent
	for _, w := range batch {
		event.Records = append(event.Records, w.event)
	}
	answer, err := call(ctx, s.opts.Timeout, s.handler, event, event.Records[0].EventID)
	if err != nil {
		s.log.WarnContext(ctx, "function failed", "records", len(batch), "error", err)
		return 0, err
	}
	handled = len(batch)
	for _, f := range answer.BatchItemFailures {
		i := slices.IndexFunc(batch, func(w work) bool { return w.event.Change.SequenceNumber == f.ItemIdentifier })
		if i < 0 {
			return 0, errUnknownRecord
		}
		handled = min(handled, i)
	}
	return handled, nil
}
