package mapping

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
)

const (
	// busyPause and idlePause bound the time between two polls: short after
	// records came, growing by half while none do. Ten polls a second took 1.3 %
	// of a core, engine included, so an idle stream is polled five times.
	busyPause = 25 * time.Millisecond
	idlePause = 200 * time.Millisecond
	// saveEvery is how much a kill makes the next process handle again.
	saveEvery = 100 * time.Millisecond
)

// StreamAPI is what Stream needs of the DynamoDB Streams client.
type StreamAPI interface {
	DescribeStream(context.Context, *dynamodbstreams.DescribeStreamInput, ...func(*dynamodbstreams.Options)) (*dynamodbstreams.DescribeStreamOutput, error)
	GetShardIterator(context.Context, *dynamodbstreams.GetShardIteratorInput, ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetShardIteratorOutput, error)
	GetRecords(context.Context, *dynamodbstreams.GetRecordsInput, ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetRecordsOutput, error)
}

// StreamHandler is a function that takes changes and reports the first that failed.
type StreamHandler func(context.Context, events.DynamoDBEvent) (events.DynamoDBEventResponse, error)

// StreamOptions are the settings of a mapping; they mean what they mean in AWS.
type StreamOptions struct {
	// Filter lets pass what the handler is called for; nil is everything.
	Filter func(events.DynamoDBEventRecord) bool
	// Checkpoint is the file that holds how far the stream was handled. Empty
	// starts with the oldest record each time.
	Checkpoint string
	BatchSize  int           // most records a call; 0 is 100
	Parallel   int           // calls at once; those of one item stay in order; 0 is 1
	Timeout    time.Duration // of the function; 0 is none
	Log        *slog.Logger  // nil drops it
}

// Stream calls the handler with the stream's records until the context ends, and
// returns when the last call has ended. Each record is handled at least once: what
// was not finished before the end, or a kill, is handled again by the next Stream
// with the same checkpoint.
//
// A failed batch is retried from the first failure that the handler reports; after
// an error, a panic or a time-out it is halved instead. A record that fails alone,
// or first, four times is dropped with a line in the log.
func Stream(ctx context.Context, client StreamAPI, streamARN string, opts StreamOptions, handler StreamHandler) {
	opts.BatchSize = cmp.Or(opts.BatchSize, 100)
	opts.Parallel = max(1, opts.Parallel)
	s := &stream{
		client: client, arn: streamARN, opts: opts, handler: handler,
		log:        orDiscard(opts.Log).With(slog.String("stream", streamARN)),
		checkpoint: load(opts.Checkpoint, streamARN), stale: true,
	}
	var group sync.WaitGroup
	for range opts.Parallel {
		lane := make(chan work, opts.BatchSize)
		s.lanes = append(s.lanes, lane)
		group.Go(func() { s.run(ctx, lane) })
	}
	s.poll(ctx)
	for _, lane := range s.lanes {
		close(lane)
	}
	group.Wait()
	s.save()
}

type stream struct {
	client     StreamAPI
	arn        string
	opts       StreamOptions
	handler    StreamHandler
	log        *slog.Logger
	lanes      []chan work
	checkpoint *checkpoint
	shards     map[string]*shard
	stale      bool // the shards must be listed (again)
}

// shard is a part of the stream that is read in order.
type shard struct {
	parent   string
	iterator *string // nil before the first read and after a failed one
	read     string  // sequence number of the last record that was read
	ended    bool    // it gives no more records
	tracker  tracker
}

func (s *stream) poll(ctx context.Context) {
	saving := time.NewTicker(saveEvery)
	defer saving.Stop()
	wait := busyPause
	for ctx.Err() == nil {
		n, err := s.round(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			s.log.ErrorContext(ctx, "stream does not answer", "error", err)
			wait = errorPause
		case n > 0:
			wait = busyPause
		default:
			wait = min(wait+wait/2, idlePause)
		}
		select {
		case <-saving.C:
			s.save()
		default:
		}
		pause(ctx, wait)
	}
}

// round reads once from each shard and returns how many records came.
func (s *stream) round(ctx context.Context) (records int, err error) {
	if err := s.discover(ctx); err != nil {
		return 0, err
	}
	for id, sh := range s.shards {
		if sh.ended || s.waits(sh) {
			continue
		}
		n, err := s.read(ctx, id, sh)
		records += n
		if err != nil {
			return records, err
		}
	}
	return records, nil
}

// waits reports whether a shard's parent is not handled to its end yet: changes of
// an item go on from the parent to the child.
func (s *stream) waits(sh *shard) bool {
	parent := s.shards[sh.parent]
	if parent == nil {
		return false
	}
	_, all := parent.tracker.position()
	return !parent.ended || !all
}

// discover lists the shards at the start, and when one has ended, for then it has
// children. An end that DescribeStream reports is not trusted: dynoxide gives the
// newest sequence number as the end of a shard that goes on.
func (s *stream) discover(ctx context.Context) error {
	if !s.stale {
		return nil
	}
	listed := map[string]*shard{}
	in := &dynamodbstreams.DescribeStreamInput{StreamArn: &s.arn}
	for {
		out, err := s.client.DescribeStream(ctx, in)
		if err != nil {
			return err
		}
		for _, d := range out.StreamDescription.Shards {
			id := aws.ToString(d.ShardId)
			listed[id] = s.shards[id]
			if listed[id] == nil {
				handled := s.checkpoint.Shards[id]
				listed[id] = &shard{parent: aws.ToString(d.ParentShardId), read: handled, tracker: tracker{handled: handled}}
			}
		}
		in.ExclusiveStartShardId = out.StreamDescription.LastEvaluatedShardId
		if in.ExclusiveStartShardId == nil {
			break
		}
	}
	s.shards = listed
	s.stale = !slices.ContainsFunc(slices.Collect(maps.Values(listed)), func(sh *shard) bool { return !sh.ended })
	return nil
}

// read takes the next records of a shard and hands them to the lanes.
func (s *stream) read(ctx context.Context, id string, sh *shard) (records int, err error) {
	if sh.iterator == nil {
		in := &dynamodbstreams.GetShardIteratorInput{StreamArn: &s.arn, ShardId: &id, ShardIteratorType: types.ShardIteratorTypeTrimHorizon}
		if sh.read != "" {
			in.ShardIteratorType, in.SequenceNumber = types.ShardIteratorTypeAfterSequenceNumber, &sh.read
		}
		out, err := s.client.GetShardIterator(ctx, in)
		if err != nil {
			return 0, s.forgive(ctx, sh, err)
		}
		sh.iterator = out.ShardIterator
	}
	out, err := s.client.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{ShardIterator: sh.iterator})
	if err != nil {
		sh.iterator = nil
		return 0, s.forgive(ctx, sh, err)
	}
	for _, r := range out.Records {
		s.dispatch(ctx, sh, r)
	}
	sh.iterator = out.NextShardIterator
	if sh.iterator == nil {
		sh.ended, s.stale = true, true
	}
	return len(out.Records), nil
}

// forgive returns nil for the faults that another iterator heals: one that has
// expired, and a position that the stream no longer holds.
func (s *stream) forgive(ctx context.Context, sh *shard, err error) error {
	if _, expired := errors.AsType[*types.ExpiredIteratorException](err); expired {
		return nil
	}
	if _, trimmed := errors.AsType[*types.TrimmedDataAccessException](err); trimmed && sh.read != "" {
		s.log.WarnContext(ctx, "stream has lost records that were not read; going on with its oldest", "after", sh.read)
		sh.read = ""
		return nil
	}
	return err
}

// dispatch gives a record to the lane of its item, so that an item's changes stay
// in order; what the filter stops is handled with that.
func (s *stream) dispatch(ctx context.Context, sh *shard, r types.Record) {
	event, err := eventOf(s.arn, r)
	sh.read = event.Change.SequenceNumber
	w := work{event: event, tracker: &sh.tracker, pending: sh.tracker.begin(sh.read)}
	if err != nil {
		s.log.ErrorContext(ctx, "stream record cannot be read and is dropped", "error", err)
	}
	if err != nil || s.opts.Filter != nil && !s.opts.Filter(event) {
		w.finish()
		return
	}
	select {
	case s.lanes[laneOf(event, len(s.lanes))] <- w:
	case <-ctx.Done():
	}
}

// save writes the checkpoint when it has changed.
func (s *stream) save() {
	changed := false
	for id, sh := range s.shards {
		if handled, _ := sh.tracker.position(); handled != "" && handled != s.checkpoint.Shards[id] {
			s.checkpoint.Shards[id], changed = handled, true
		}
	}
	if !changed {
		return
	}
	if err := s.checkpoint.save(); err != nil {
		s.log.Error("checkpoint cannot be written; records since the last one come again after a restart", "error", err)
	}
}
