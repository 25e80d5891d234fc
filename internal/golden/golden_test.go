package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
)

// recorder is a test that keeps what it is told.
type recorder struct {
	testing.TB

	told string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.told += fmt.Sprintf(format, args...) }

func TestDifferencesAreTold(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "saved.json")
	if err := os.WriteFile(path, []byte("{\n  \"a\": \"\\u003c1\\u003e\"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, path, map[string]string{"a": "<1>"})
	for name, check := range map[string]func(*recorder){
		"-update":       func(r *recorder) { golden.JSON(r, path, map[string]string{"a": "<2>"}) },
		"+got":          func(r *recorder) { golden.Text(r, path, "{}") },
		"make generate": func(r *recorder) { golden.Document(r, path, "# Title\n") },
	} {
		r := &recorder{TB: t}
		if check(r); !strings.Contains(r.told, name) || !strings.Contains(r.told, path) {
			t.Errorf("%s: told %q", name, r.told)
		}
	}
}
