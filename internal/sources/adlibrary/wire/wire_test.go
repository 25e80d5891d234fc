package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
)

func TestLenience(t *testing.T) {
	t.Parallel()
	type all struct {
		Text   wire.Text
		Number wire.Number
		Flag   wire.Flag
		List   wire.List[wire.Text]
	}
	yes, no := true, false
	for raw, want := range map[string]all{
		`"5"`:                       {Text: "5", Number: wire.Number{Value: 5, Set: true}},
		`5`:                         {Text: "5", Number: wire.Number{Value: 5, Set: true}},
		`-1`:                        {Text: "-1", Number: wire.Number{Value: -1, Set: true}},
		`1.5`:                       {Text: "1.5"},
		`123456789012345678901`:     {Text: "123456789012345678901"},
		`" a "`:                     {Text: "a"},
		`null`:                      {},
		`true`:                      {Flag: wire.Flag{Value: &yes}},
		`false`:                     {Flag: wire.Flag{Value: &no}},
		`{"text":"a"}`:              {Text: "a"},
		`{"text":{"text":"a"}}`:     {Text: "a"},
		`{"markup":{"__html":"b"}}`: {Text: "b"},
		`{"text":7,"markup":"x"}`:   {Text: "7"},
		`["a",null,7,{"text":"b"}]`: {List: wire.List[wire.Text]{"a", "", "7", "b"}},
		`[]`:                        {},
		`{}`:                        {},
		`"\ud800 lone"`:             {Text: "\uFFFD lone"},
	} {
		var got all
		if err := wire.Decode([]byte(`{"Text":`+raw+`,"Number":`+raw+`,"Flag":`+raw+`,"List":`+raw+`}`), &got); err != nil {
			t.Errorf("%s: got error %v, want no error", raw, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: all mismatch (-want +got):\n%s", raw, diff)
		}
	}
	if got := wire.Texts(wire.List[wire.Text]{"a", "", "b"}); !cmp.Equal(got, []string{"a", "b"}) {
		t.Errorf(`got %q, want []string{"a", "b"}`, got)
	}
}

// Whatever JSON stands in the place of a field, the others are read.
func TestAnyJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw, err := json.Marshal(anything(t, 3))
		if err != nil {
			t.Fatal(err)
		}
		field := rapid.SampledFrom([]string{"page_id", "is_active", "start_date", "categories", "spend", "impressions_with_index", "snapshot", "collation_count"}).Draw(t, "field")
		var n wire.Node
		if err := wire.Decode([]byte(`{"ad_archive_id":"1","`+field+`":`+string(raw)+`,"page_name":"A"}`), &n); err != nil || n.ID != "1" || n.PageName != "A" {
			t.Fatalf("%s: %v, %+v", raw, err, n)
		}
		var c wire.Connection
		if err := wire.Decode([]byte(`{"edges":`+string(raw)+`,"page_info":`+string(raw)+`,"count":3}`), &c); err != nil || c.Count.Value != 3 {
			t.Fatalf("%s: %v, %+v", raw, err, c)
		}
	})
}

// anything is any JSON, with names that the readers know among its keys.
func anything(t *rapid.T, depth int) any {
	kinds := 5
	if depth > 0 {
		kinds = 7
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "flag")
	case 2:
		return rapid.Float64Range(-1e18, 1e18).Draw(t, "number")
	case 3:
		return rapid.Int64().Draw(t, "whole")
	case 4:
		return rapid.String().Draw(t, "text")
	case 5:
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range list {
			list[i] = anything(t, depth-1)
		}
		return list
	}
	object := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "fields") {
		object[rapid.SampledFrom([]string{"text", "node", "collated_results", "body", "cards", "images", "markup", "has_next_page"}).Draw(t, "key")] = anything(t, depth-1)
	}
	return object
}
