package clientdoc_test

import (
	"encoding/json"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/openapi/clientdoc"
)

// FuzzFrom: whatever document it is given, it returns one or an error.
func FuzzFrom(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(`{"paths":{"/a":{"get":{"operationId":"","responses":{"200":{"content":{"application/json":{"schema":{"properties":{"data":{}}}}}}}}}}}`))
	f.Add([]byte(`{"components":{"schemas":{"AJob":{"properties":[]},"BJob":null}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := clientdoc.From(raw)
		if err == nil && !json.Valid(got) {
			t.Errorf("got %q, want JSON", got)
		}
	})
}
