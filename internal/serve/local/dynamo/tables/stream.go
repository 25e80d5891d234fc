package tables

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streams "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
)

const (
	// StreamLife is how long the records of a stream are kept, as DynamoDB does.
	StreamLife = 24 * time.Hour
	// streamLabel is that of every stream: a table has one for its life.
	streamLabel = "2026-01-01T00:00:00.000"
	// shardID is the only shard of every stream.
	shardID = "shardId-00000000000000000000-00000001"
	// maxRecords and maxRecordBytes bound the answer of one GetRecords.
	maxRecords, maxRecordBytes = 1000, 1 << 20
)

// Record is a change in a table's stream. Row has the image that the table's stream shows, or nothing.
type Record struct {
	Sequence int64
	At       time.Time
	Event    streams.OperationType
	Keys     Item
	Old, New Item
	Size     int
}

// record is a change as the table's stream has it.
func (db *DB) record(t *Table, c Change) *Record {
	r := &Record{At: db.now(), Event: streams.OperationTypeModify}
	item := c.New
	switch {
	case c.Old == nil:
		r.Event = streams.OperationTypeInsert
	case c.New == nil:
		r.Event, item = streams.OperationTypeRemove, c.Old
	}
	r.Keys = t.keyOf(nil, item)
	view := t.Schema.StreamSpecification.StreamViewType
	if view == types.StreamViewTypeNewImage || view == types.StreamViewTypeNewAndOldImages {
		r.New = c.New
	}
	if view == types.StreamViewTypeOldImage || view == types.StreamViewTypeNewAndOldImages {
		r.Old = c.Old
	}
	for _, image := range []Item{r.Keys, r.New, r.Old} {
		_, size, _ := measure(image) // it was measured before and is within the bounds
		r.Size += size
	}
	return r
}

func (t *Table) streamARN() string { return arnPrefix + t.Name + "/stream/" + streamLabel }

// streamOf finds the table of a stream. Errors: ResourceNotFoundException.
func (db *DB) streamOf(arn string) (*Table, error) {
	name, label, _ := strings.Cut(strings.TrimPrefix(arn, arnPrefix), "/stream/")
	if t, err := db.table(&name); err == nil && t.streams && label == streamLabel {
		return t, nil
	}
	return nil, &streams.ResourceNotFoundException{Message: aws.String("Requested resource not found: Stream: " + arn + " not found")}
}

// DescribeStream describes a stream: it has one shard that never ends.
func (db *DB) DescribeStream(_ context.Context, in *dynamodbstreams.DescribeStreamInput, _ ...func(*dynamodbstreams.Options)) (*dynamodbstreams.DescribeStreamOutput, error) {
	t, err := db.streamOf(aws.ToString(in.StreamArn))
	if err != nil {
		return nil, err
	}
	d := &streams.StreamDescription{
		StreamArn: in.StreamArn, StreamLabel: aws.String(streamLabel), TableName: &t.Name, StreamStatus: streams.StreamStatusEnabled,
		StreamViewType: streams.StreamViewType(t.Schema.StreamSpecification.StreamViewType),
	}
	if aws.ToString(in.ExclusiveStartShardId) == "" {
		d.Shards = []streams.Shard{{
			ShardId: aws.String(shardID), SequenceNumberRange: &streams.SequenceNumberRange{StartingSequenceNumber: aws.String(sequenceText(1))},
		}}
	}
	return &dynamodbstreams.DescribeStreamOutput{StreamDescription: d}, nil
}

// sequenceText is a sequence number as DynamoDB writes it, of at least 21 digits.
func sequenceText(n int64) string { return fmt.Sprintf("%021d", n) }

// GetShardIterator returns where to read from. An iterator is the stream and the number of the record before; it
// does not expire.
func (db *DB) GetShardIterator(
	_ context.Context, in *dynamodbstreams.GetShardIteratorInput, _ ...func(*dynamodbstreams.Options),
) (*dynamodbstreams.GetShardIteratorOutput, error) {
	t, err := db.streamOf(aws.ToString(in.StreamArn))
	if err != nil {
		return nil, err
	}
	if aws.ToString(in.ShardId) != shardID {
		return nil, &streams.ResourceNotFoundException{Message: aws.String("Requested resource not found: Shard does not exist")}
	}
	after := int64(0)
	switch in.ShardIteratorType {
	case streams.ShardIteratorTypeTrimHorizon:
	case streams.ShardIteratorTypeLatest:
		err = db.storage.Look(func(r Reader) error {
			return r.Records(t, 0, func(r Record) bool { after = r.Sequence; return true })
		})
	default:
		if after, err = strconv.ParseInt(aws.ToString(in.SequenceNumber), 10, 64); err != nil {
			return nil, invalid("Invalid SequenceNumber")
		}
		if in.ShardIteratorType == streams.ShardIteratorTypeAtSequenceNumber {
			after--
		}
	}
	return answer(&dynamodbstreams.GetShardIteratorOutput{ShardIterator: aws.String(iterator(t, after))}, err)
}

func iterator(t *Table, after int64) string {
	return t.streamARN() + "|" + strconv.FormatInt(after, 10)
}

// Page is what GetRecords answers. The SDK's own type has values of another package than tables have.
type Page struct {
	Records           []PageRecord
	NextShardIterator *string
}

// PageRecord is a record as DynamoDB writes it.
type PageRecord struct {
	AwsRegion    *string       `json:"awsRegion"`
	EventID      *string       `json:"eventID"`
	EventName    *string       `json:"eventName"`
	EventSource  *string       `json:"eventSource"`
	EventVersion *string       `json:"eventVersion"`
	Dynamodb     *StreamRecord `json:"dynamodb"`
}

// StreamRecord is the change that a record is of.
type StreamRecord struct {
	ApproximateCreationDateTime *time.Time
	Keys, NewImage, OldImage    Item
	SequenceNumber              *string
	SizeBytes                   *int64
	StreamViewType              types.StreamViewType
}

// GetRecords reads the records behind an iterator, at most 1000 or 1 MB.
func (db *DB) GetRecords(_ context.Context, in *dynamodbstreams.GetRecordsInput) (*Page, error) {
	arn, number, _ := strings.Cut(aws.ToString(in.ShardIterator), "|")
	after, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, invalid("Invalid ShardIterator")
	}
	t, err := db.streamOf(arn)
	if err != nil {
		return nil, err
	}
	out, bytes, most := &Page{Records: []PageRecord{}}, 0, maxRecords
	if in.Limit != nil {
		most = min(most, int(*in.Limit))
	}
	err = db.storage.Look(func(r Reader) error {
		return r.Records(t, after, func(r Record) bool {
			if len(out.Records) >= most || bytes > maxRecordBytes {
				return false
			}
			bytes, after = bytes+r.Size, r.Sequence
			out.Records = append(out.Records, r.shown(t))
			return true
		})
	})
	out.NextShardIterator = aws.String(iterator(t, after))
	return answer(out, err)
}

func (r *Record) shown(t *Table) PageRecord {
	return PageRecord{
		AwsRegion: aws.String("us-east-1"), EventID: aws.String(fmt.Sprintf("%032x", r.Sequence)), EventName: aws.String(string(r.Event)),
		EventSource: aws.String("aws:dynamodb"), EventVersion: aws.String("1.1"),
		Dynamodb: &StreamRecord{
			ApproximateCreationDateTime: aws.Time(r.At.Truncate(time.Second)), Keys: r.Keys, NewImage: r.New, OldImage: r.Old,
			SequenceNumber: aws.String(sequenceText(r.Sequence)), SizeBytes: aws.Int64(int64(r.Size)),
			StreamViewType: t.Schema.StreamSpecification.StreamViewType,
		},
	}
}

// same reports whether a change is none: DynamoDB's streams have no record of it.
func (c *Change) same() bool {
	return c.Old != nil && c.New != nil && maps.EqualFunc(c.Old, c.New, equal)
}

// Encode appends a record as a storage keeps it, without its number and its time.
func (r *Record) Encode(to []byte) []byte {
	to = appendText(to, string(r.Event))
	for _, image := range []Item{r.Keys, r.Old, r.New} {
		to = Encode(to, image)
	}
	return binary.AppendUvarint(to, uint64(r.Size)) //nolint:gosec // never below zero
}

// Decode reads what Encode wrote.
func (r *Record) Decode(from []byte) error {
	d := &decoder{rest: from}
	r.Event = streams.OperationType(d.text())
	for _, image := range []*Item{&r.Keys, &r.Old, &r.New} {
		if *image = d.item(); len(*image) == 0 {
			*image = nil
		}
	}
	size, width := binary.Uvarint(d.rest)
	if d.failed || width <= 0 {
		return errCoding
	}
	r.Size = int(size) //nolint:gosec // as it was written
	return nil
}
