package reference_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/quarryapi/quarry/internal/api"
	"github.com/quarryapi/quarry/internal/api/reference"
	"github.com/quarryapi/quarry/internal/kinds"
)

var update = flag.Bool("update", false, "write docs/openapi.json anew")

// document is the document of all kinds.
func document(tb testing.TB) []byte {
	tb.Helper()
	service, err := api.New(api.Deps{Specs: kinds.All()}).Describe()
	if err != nil {
		tb.Fatal(err)
	}
	raw, err := reference.Document(service)
	if err != nil {
		tb.Fatal(err)
	}
	return raw
}

// TestDocument holds docs/openapi.json to the code. It fails, too, when a route has
// no entry or an entry no route.
func TestDocument(t *testing.T) {
	t.Parallel()
	const path = "../../../docs/openapi.json"
	var want bytes.Buffer
	if err := json.Indent(&want, document(t), "", " "); err != nil {
		t.Fatal(err)
	}
	want.WriteByte('\n')
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is stale; run make generate (%v)", path, err)
	}
}

// BenchmarkDocument measures what the first call of /openapi.json pays.
func BenchmarkDocument(b *testing.B) {
	for b.Loop() {
		b.SetBytes(int64(len(document(b))))
	}
}
