package tables_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// everything is an item with a value of each type.
func everything() tables.Item {
	text := &types.AttributeValueMemberS{Value: "ü\x00"}
	return tables.Item{
		"s": text, "n": &types.AttributeValueMemberN{Value: "-1.5"}, "b": &types.AttributeValueMemberB{Value: []byte{0, 255}},
		"yes": &types.AttributeValueMemberBOOL{Value: true}, "no": &types.AttributeValueMemberBOOL{}, "null": &types.AttributeValueMemberNULL{Value: true},
		"m":  &types.AttributeValueMemberM{Value: tables.Item{"in": text}},
		"l":  &types.AttributeValueMemberL{Value: []types.AttributeValue{text, &types.AttributeValueMemberL{Value: []types.AttributeValue{}}}},
		"ss": &types.AttributeValueMemberSS{Value: []string{"a", ""}}, "ns": &types.AttributeValueMemberNS{Value: []string{"1"}},
		"bs": &types.AttributeValueMemberBS{Value: [][]byte{{1}, {2, 3}}}, "": text,
	}
}

// values compares attribute values, whose types hide a mark of the SDK.
var values = cmpopts.IgnoreUnexported( //nolint:gochecknoglobals // never changes
	types.AttributeValueMemberS{}, types.AttributeValueMemberN{}, types.AttributeValueMemberB{}, types.AttributeValueMemberBOOL{},
	types.AttributeValueMemberNULL{}, types.AttributeValueMemberM{}, types.AttributeValueMemberL{}, types.AttributeValueMemberSS{},
	types.AttributeValueMemberNS{}, types.AttributeValueMemberBS{},
)

func TestCodec(t *testing.T) {
	t.Parallel()
	want := everything()
	got, rest, err := tables.Decode(append(tables.Encode(nil, want), "rest"...))
	if diff := cmp.Diff(want, got, values); diff != "" || err != nil || string(rest) != "rest" {
		t.Errorf("got rest %q, error %v, item mismatch (-want +got):\n%s", rest, err, diff)
	}
	whole := tables.Encode(nil, want)
	for n := range whole {
		if _, _, err := tables.Decode(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes: got no error, want one", n, len(whole))
		}
	}
}

// FuzzDecode: whatever is read is an error or an item that is written and read again as it is.
func FuzzDecode(f *testing.F) {
	f.Add(tables.Encode(nil, everything()))
	for name, v := range everything() {
		f.Add(tables.Encode(nil, tables.Item{name: v}))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		item, _, err := tables.Decode(raw)
		if err != nil {
			return
		}
		again, rest, err := tables.Decode(tables.Encode(nil, item))
		if diff := cmp.Diff(item, again, values, cmpopts.EquateEmpty()); diff != "" || err != nil || len(rest) > 0 {
			t.Errorf("got rest %q, error %v, item mismatch (-first +second):\n%s", rest, err, diff)
		}
	})
}
