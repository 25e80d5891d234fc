package callpage_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/reference/callpage"
)

// FuzzAll: whatever document it is given, it returns pages or an error.
func FuzzAll(f *testing.F) {
	f.Add([]byte(document))
	f.Add([]byte(`{"paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}}},"components":{"schemas":{"A":{"properties":{"a":{"$ref":"#/components/schemas/A"}}}}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		pages, err := callpage.All(raw)
		if err != nil && pages != nil {
			t.Errorf("got pages %v beside error %v, want none", pages, err)
		}
	})
}
