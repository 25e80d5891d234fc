package reference_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/openapi/clientdoc"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
)

// document is the document of all kinds.
func document(tb testing.TB) []byte {
	tb.Helper()
	service, err := api.New(api.Deps{Kinds: kinds.All()}).Describe()
	if err != nil {
		tb.Fatal(err)
	}
	raw, err := reference.Document(service)
	if err != nil {
		tb.Fatal(err)
	}
	return raw
}

// TestDocument holds docs/openapi.json and the document for generators to the code. It
// fails, too, when a route has no entry or an entry no route.
func TestDocument(t *testing.T) {
	t.Parallel()
	full := document(t)
	client, err := clientdoc.From(full)
	if err != nil {
		t.Fatal(err)
	}
	for path, raw := range map[string][]byte{"openapi.json": full, "openapi.client.json": client} {
		var want bytes.Buffer
		if err := json.Indent(&want, raw, "", " "); err != nil {
			t.Fatal(err)
		}
		want.WriteByte('\n')
		golden.Document(t, "../../../../docs/"+path, want.String())
	}
	if len(client) > 200_000 {
		t.Errorf("got %d bytes for generators, want at most 200 000", len(client))
	}
}

// TestEverythingIsExplained looks for what the document only names.
func TestEverythingIsExplained(t *testing.T) {
	t.Parallel()
	type explained struct {
		Description string `json:"description"`
	}
	var d struct {
		Paths map[string]map[string]struct {
			Summary     string                     `json:"summary"`
			Description string                     `json:"description"`
			Parameters  []struct{ explained }      `json:"parameters"`
			Responses   map[string]json.RawMessage `json:"responses"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]struct {
				Properties map[string]explained `json:"properties"`
			} `json:"schemas"`
			Headers map[string]explained `json:"headers"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document(t), &d); err != nil {
		t.Fatal(err)
	}
	for path, operations := range d.Paths {
		for method, o := range operations {
			if o.Summary == "" || o.Description == "" || len(o.Responses) < 2 {
				t.Errorf("%s %s says too little", method, path)
			}
			for _, p := range o.Parameters {
				if p.Description == "" {
					t.Errorf("%s %s: a parameter says nothing", method, path)
				}
			}
		}
	}
	for name, s := range d.Components.Schemas {
		for property, p := range s.Properties {
			if p.Description == "" {
				t.Errorf("%s.%s says nothing", name, property)
			}
		}
	}
	for name, h := range d.Components.Headers {
		if h.Description == "" {
			t.Errorf("the header %s says nothing", name)
		}
	}
}

// BenchmarkDocument measures what the first call of /openapi.json pays.
func BenchmarkDocument(b *testing.B) {
	for b.Loop() {
		b.SetBytes(int64(len(document(b))))
	}
}
