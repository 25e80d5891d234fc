package mapping_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/mapping"
)

// fakeStream is a stream that does what dynoxide never does and DynamoDB may: its
// shards end and have children, iterators expire, and old records are gone. Each
// shard's records are numbers, which are their sequence numbers, too.
type fakeStream struct {
	mu      sync.Mutex
	shards  []fakeShard
	expire  int // so many reads find their iterator expired
	trimmed int // records up to this number are gone
}

type fakeShard struct {
	id, parent string
	records    []int
	ended      bool
}

func (f *fakeStream) DescribeStream(_ context.Context, in *dynamodbstreams.DescribeStreamInput, _ ...func(*dynamodbstreams.Options)) (*dynamodbstreams.DescribeStreamOutput, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	// One shard a page, the youngest first.
	var ids []string
	for _, s := range slices.Backward(f.shards) {
		ids = append(ids, s.id)
	}
	i := slices.Index(ids, aws.ToString(in.ExclusiveStartShardId)) + 1
	sh := f.shards[len(f.shards)-1-i]
	out := &types.StreamDescription{Shards: []types.Shard{{ShardId: &sh.id, ParentShardId: &sh.parent}}}
	if i+1 < len(ids) {
		out.LastEvaluatedShardId = &sh.id
	}
	return &dynamodbstreams.DescribeStreamOutput{StreamDescription: out}, nil
}

func (f *fakeStream) GetShardIterator(_ context.Context, in *dynamodbstreams.GetShardIteratorInput, _ ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetShardIteratorOutput, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	after, _ := strconv.Atoi(aws.ToString(in.SequenceNumber))
	if in.ShardIteratorType == types.ShardIteratorTypeAfterSequenceNumber && after < f.trimmed {
		return nil, &types.TrimmedDataAccessException{}
	}
	return &dynamodbstreams.GetShardIteratorOutput{ShardIterator: aws.String(fmt.Sprint(*in.ShardId, " ", max(after, f.trimmed)))}, nil
}

// GetRecords gives two records at most.
func (f *fakeStream) GetRecords(_ context.Context, in *dynamodbstreams.GetRecordsInput, _ ...func(*dynamodbstreams.Options)) (*dynamodbstreams.GetRecordsOutput, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.expire > 0 {
		f.expire--
		return nil, &types.ExpiredIteratorException{}
	}
	id, number, _ := strings.Cut(*in.ShardIterator, " ")
	after, _ := strconv.Atoi(number)
	sh := f.shards[slices.IndexFunc(f.shards, func(s fakeShard) bool { return s.id == id })]
	out := &dynamodbstreams.GetRecordsOutput{}
	for _, n := range sh.records {
		if n > after && len(out.Records) < 2 {
			after = n
			out.Records = append(out.Records, record(n))
		}
	}
	if len(out.Records) > 0 || !sh.ended {
		out.NextShardIterator = aws.String(fmt.Sprint(id, " ", after))
	}
	return out, nil
}

func record(n int) types.Record {
	number := map[string]types.AttributeValue{"n": &types.AttributeValueMemberN{Value: strconv.Itoa(n)}}
	return types.Record{
		EventID: aws.String(fmt.Sprint("event-", n)), EventName: types.OperationTypeInsert,
		Dynamodb: &types.StreamRecord{SequenceNumber: aws.String(strconv.Itoa(n)), Keys: number, NewImage: number},
	}
}

// runFor lets a mapping run for so long, in a bubble's time.
func runFor(t *testing.T, d time.Duration, f *fakeStream, opts mapping.StreamOptions, handler mapping.StreamHandler) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	mapping.Stream(ctx, f, "arn:stream", opts, handler)
}

func TestStreamReadsAllShards(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fakeStream{expire: 2, shards: []fakeShard{
			{id: "a", records: []int{1, 2, 3}, ended: true},
			{id: "a1", parent: "a", records: []int{4, 5, 6, 7}, ended: true},
			{id: "a11", parent: "a1", records: []int{8}},
		}}
		go func() { // a shard that exists only later
			time.Sleep(5 * time.Second)
			f.mu.Lock()
			defer f.mu.Unlock()
			f.shards[2].ended = true
			f.shards = append(f.shards, fakeShard{id: "a111", parent: "a11", records: []int{9, 10}})
		}()
		var seen log
		runFor(t, 10*time.Second, f, mapping.StreamOptions{}, collect(&seen))
		if diff := cmp.Diff(numbers(1, 10), seen.all()); diff != "" {
			t.Errorf("handled records mismatch (-want +got):\n%s", diff)
		}
	})
}

func TestStreamGoesOnWhenItsPositionIsGone(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/stream.json"
	synctest.Test(t, func(t *testing.T) {
		f := &fakeStream{shards: []fakeShard{{id: "a", records: []int{1, 2, 3, 4, 5, 6}}}}
		var seen log
		runFor(t, time.Second, &fakeStream{shards: []fakeShard{{id: "a", records: []int{1, 2}}}}, mapping.StreamOptions{Checkpoint: path}, collect(&seen))
		f.trimmed = 4
		runFor(t, time.Second, f, mapping.StreamOptions{Checkpoint: path}, collect(&seen))
		if diff := cmp.Diff([]string{"1", "2", "5", "6"}, seen.all()); diff != "" {
			t.Errorf("handled records mismatch (-want +got):\n%s", diff)
		}
	})
}

// The handler always fails for record 5. All others are handled, in order, and 5
// is tried four times: as the first that is reported, or alone after an error.
func TestStreamDropsARecordThatAlwaysFails(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(events.DynamoDBEventRecord) (events.DynamoDBEventResponse, error){
		"reported": func(r events.DynamoDBEventRecord) (events.DynamoDBEventResponse, error) {
			return events.DynamoDBEventResponse{BatchItemFailures: []events.DynamoDBBatchItemFailure{{ItemIdentifier: r.Change.SequenceNumber}}}, nil
		},
		"error": func(events.DynamoDBEventRecord) (events.DynamoDBEventResponse, error) {
			return events.DynamoDBEventResponse{}, errors.New("broken")
		},
		"panic": func(events.DynamoDBEventRecord) (events.DynamoDBEventResponse, error) { panic("broken") },
		"unknown record reported": func(events.DynamoDBEventRecord) (events.DynamoDBEventResponse, error) {
			return events.DynamoDBEventResponse{BatchItemFailures: []events.DynamoDBBatchItemFailure{{ItemIdentifier: "999"}}}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := &fakeStream{shards: []fakeShard{{id: "a", records: []int{1, 2, 3, 4, 5, 6, 7, 8}}}}
				var done log
				tries := 0
				begin := time.Now()
				var dropped time.Duration
				runFor(t, time.Minute, f, mapping.StreamOptions{}, func(_ context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
					for i, r := range e.Records {
						if r.Change.SequenceNumber == "5" {
							if i == 0 && (name == "reported" || len(e.Records) == 1) {
								tries++
							}
							return fail(r)
						}
					}
					for _, r := range e.Records {
						done.add(r.Change.SequenceNumber)
					}
					if slices.Contains(done.all(), "6") && dropped == 0 {
						dropped = time.Since(begin)
					}
					return events.DynamoDBEventResponse{}, nil
				})
				if diff := cmp.Diff([]string{"1", "2", "3", "4", "6", "7", "8"}, done.all()); diff != "" {
					t.Errorf("handled records mismatch (-want +got):\n%s", diff)
				}
				if tries != 4 {
					t.Errorf("tried %d times, want 4", tries)
				}
				if dropped < 1400*time.Millisecond || dropped > 2*time.Second {
					t.Errorf("dropped after %v, want 200+400+800 ms", dropped)
				}
			})
		})
	}
}
