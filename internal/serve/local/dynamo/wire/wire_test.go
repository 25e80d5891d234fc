package wire_test

import (
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/wire"
)

const put = `{"TableName":"core","Item":{"b":{"B":"AP8="},"bs":{"BS":["AQ=="]},"l":{"L":[{"S":"\u00fc\n\""},{"NULL":true}]},"m":{"M":{"in":{"BOOL":false}}},` +
	`"n":{"N":"-1.5"},"ns":{"NS":["1"]},"ss":{"SS":["a","b"]}},"ReturnValues":"ALL_OLD","ExpressionAttributeNames":{"#a":"a"}}`

// TestBothWays: what is read and written again is read as the same.
func TestBothWays(t *testing.T) {
	t.Parallel()
	var first, second dynamodb.PutItemInput
	if err := wire.Decode([]byte(put), &first); err != nil {
		t.Fatalf("reading: got error %v, want none", err)
	}
	if got := first.Item["b"].(*types.AttributeValueMemberB).Value; len(got) != 2 || got[1] != 255 { //nolint:errcheck,forcetypeassert // a panic says it
		t.Errorf("got the bytes %v, want 0 and 255", got)
	}
	if err := wire.Decode(wire.Encode(&first), &second); err != nil {
		t.Fatalf("reading what was written: got error %v, want none", err)
	}
	if diff := cmp.Diff(first, second, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
		t.Errorf("input mismatch (-first +second):\n%s", diff)
	}
}

func TestAbsent(t *testing.T) {
	t.Parallel()
	out := &dynamodb.QueryOutput{Items: []map[string]types.AttributeValue{}, Count: 0, LastEvaluatedKey: nil, ConsumedCapacity: nil}
	const want = `{"Count":0,"Items":[],"ScannedCount":0}`
	if got := string(wire.Encode(out)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var in dynamodb.QueryInput
	if err := wire.Decode([]byte(`{"Limit":3,"ScanIndexForward":false,"NoSuchMember":[1],"IndexName":null}`), &in); err != nil {
		t.Fatalf("got error %v, want none", err)
	}
	if aws.ToInt32(in.Limit) != 3 || in.ScanIndexForward == nil || in.IndexName != nil {
		t.Errorf("got limit %d, forward %v, index %v; want 3, false, none", aws.ToInt32(in.Limit), in.ScanIndexForward, in.IndexName)
	}
}

// FuzzDecode: whatever is read is an error or an input that can be written.
func FuzzDecode(f *testing.F) {
	for _, body := range []string{
		put, `{}`, `[]`, `{"Item":{"a":{}}}`, `{"Item":{"a":{"S":1}}}`, `{"Item":{"a":{"L":[null]}}}`, `{"TableName":{}}`, `{"Item":{"a":null}}`, `{"Item":{"a":{"M":null}}}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(_ *testing.T, body []byte) {
		var in dynamodb.PutItemInput
		if wire.Decode(body, &in) == nil {
			wire.Encode(&in)
		}
	})
}
