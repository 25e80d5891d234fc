package differential_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streams "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"github.com/google/go-cmp/cmp"
)

const (
	streamSeeds = 2
	streamCalls = 120
)

// TestStreams: after the same random writes every stream has the same records of each row, in the same order. Between rows of one
// transaction no engine promises an order.
func TestStreams(t *testing.T) {
	t.Parallel()
	for seed := range uint64(streamSeeds) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			all := engines(t)
			d := dice{rand.New(rand.NewPCG(seed, 3))}
			for i := range streamCalls {
				c := d.write()
				if d.IntN(3) == 0 {
					c = d.transaction(nil)
				}
				alike(t, all, i, c)
			}
			most := []int32{1, 3, 1000}[seed%3]
			want := records(t, all[1], most)
			if len(want) == 0 {
				t.Fatalf("%s: got no records, want some", all[1].name)
			}
			for _, e := range all[2:] {
				if diff := cmp.Diff(want, records(t, e, most)); diff != "" {
					t.Errorf("records of rows mismatch (-%s +%s):\n%s", all[1].name, e.name, diff)
				}
			}
		})
	}
}

// records are those of a stream by the row that they are of, read from the oldest on, so many at once; and then again from
// behind some record.
func records(t *testing.T, e engine, most int32) map[string][]string {
	t.Helper()
	table, err := e.sdk.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &e.core})
	if err != nil {
		t.Fatalf("%s: got error %v", e.name, err)
	}
	arn := table.Table.LatestStreamArn
	described, err := e.feed.DescribeStream(t.Context(), &dynamodbstreams.DescribeStreamInput{StreamArn: arn})
	if err != nil {
		t.Fatalf("%s: got error %v", e.name, err)
	}
	found := map[string][]string{}
	for _, shard := range described.StreamDescription.Shards {
		in := &dynamodbstreams.GetShardIteratorInput{StreamArn: arn, ShardId: shard.ShardId, ShardIteratorType: streams.ShardIteratorTypeTrimHorizon}
		read := page(t, e, in, most)
		for _, r := range read {
			key := streamed(r.Dynamodb.Keys)
			image := streamed(r.Dynamodb.NewImage)
			if e.name == "dynoxide" && r.EventName == streams.OperationTypeModify && strings.HasSuffix(found[key][len(found[key])-1], " new "+image) {
				continue // it records changes that change nothing, which DynamoDB does not
			}
			found[key] = append(found[key], fmt.Sprintf("%s %s old %s new %s", r.EventName, r.Dynamodb.StreamViewType, streamed(r.Dynamodb.OldImage), image))
		}
		again(t, e, in, read)
	}
	return found
}

// page reads a shard until nothing comes.
func page(t *testing.T, e engine, in *dynamodbstreams.GetShardIteratorInput, most int32) []streams.Record {
	t.Helper()
	var all []streams.Record
	at, err := e.feed.GetShardIterator(t.Context(), in)
	if err != nil {
		t.Fatalf("%s: %s: got error %v", e.name, in.ShardIteratorType, err)
	}
	for next := at.ShardIterator; next != nil; {
		got, err := e.feed.GetRecords(t.Context(), &dynamodbstreams.GetRecordsInput{ShardIterator: next, Limit: &most})
		if err != nil {
			t.Fatalf("%s: got error %v", e.name, err)
		}
		if len(got.Records) > int(most) {
			t.Errorf("%s: got %d records at once, want at most %d", e.name, len(got.Records), most)
		}
		if next = got.NextShardIterator; len(got.Records) == 0 {
			break
		}
		all = append(all, got.Records...)
	}
	return all
}

// again reads from the middle record, and from behind it, and from the end.
func again(t *testing.T, e engine, in *dynamodbstreams.GetShardIteratorInput, all []streams.Record) {
	t.Helper()
	if len(all) == 0 {
		return
	}
	middle := len(all) / 2
	for kind, want := range map[streams.ShardIteratorType][]streams.Record{
		streams.ShardIteratorTypeAtSequenceNumber:    all[middle:],
		streams.ShardIteratorTypeAfterSequenceNumber: all[middle+1:],
		streams.ShardIteratorTypeLatest:              nil,
	} {
		from := *in
		from.ShardIteratorType = kind
		if kind != streams.ShardIteratorTypeLatest {
			from.SequenceNumber = all[middle].Dynamodb.SequenceNumber
		}
		if diff := cmp.Diff(numbers(want), numbers(page(t, e, &from, 1000))); diff != "" {
			t.Errorf("%s: records %s mismatch (-want +got):\n%s", e.name, kind, diff)
		}
	}
}

func numbers(records []streams.Record) []string {
	var all []string
	for _, r := range records {
		all = append(all, aws.ToString(r.Dynamodb.SequenceNumber))
	}
	return all
}

// streamed is an image as text, with sets in an order of their own.
func streamed(image map[string]streams.AttributeValue) string {
	var parts []string
	for name, v := range image {
		if set, ok := v.(*streams.AttributeValueMemberSS); ok {
			v = &streams.AttributeValueMemberSS{Value: slices.Sorted(slices.Values(set.Value))}
		}
		parts = append(parts, fmt.Sprintf("%s=%T%s", name, v, shown(v)))
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}
