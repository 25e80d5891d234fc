package kinds_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/kinds"
)

// TestSpecs holds what every kind declares to what is derived from it.
func TestSpecs(t *testing.T) {
	t.Parallel()
	names, paths := map[string]bool{}, map[string]bool{}
	for _, s := range kinds.All() {
		if s.Kind == "" || names[s.Kind] || s.Path == "" || paths[s.Path] || s.Summary == "" {
			t.Errorf("%q at %q: a name, path or summary is missing or taken", s.Kind, s.Path)
		}
		names[s.Kind], paths[s.Path] = true, true
		if s.Ceiling <= 0 || s.Ceiling > 10*time.Minute || s.CacheTTL < 0 {
			t.Errorf("%s: ceiling %s, cache time %s", s.Kind, s.Ceiling, s.CacheTTL)
		}
		if s.MemoryMB < 128 || s.MemoryMB > 3008 || s.Concurrency < 2 {
			t.Errorf("%s: %d MB, %d at once", s.Kind, s.MemoryMB, s.Concurrency)
		}
		if s.Args() == s.Args() {
			t.Errorf("%s: calls share their arguments", s.Kind)
		}
		if _, err := json.Marshal(s.Result); err != nil || s.Result == nil {
			t.Errorf("%s: result %T, %v", s.Kind, s.Result, err)
		}
	}
}
