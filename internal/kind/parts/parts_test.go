package parts_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kind/parts"
)

type heavy struct{ n int }

func TestGet(t *testing.T) {
	t.Parallel()
	made := 0
	p := &parts.Parts{}
	parts.Provide(p, func() *heavy { made++; return &heavy{made} })
	parts.Provide(p, func() string { return "another type" })
	if made != 0 {
		t.Errorf("it was made %d times before anybody asked, want 0", made)
	}
	first, second := parts.Get[*heavy](p), parts.Get[*heavy](p)
	if first != second || made != 1 {
		t.Errorf("got %p and %p, made %d times, want the same one, made once", first, second, made)
	}
	if got := parts.Get[string](p); got != "another type" {
		t.Errorf("got %q, want the value of its own type", got)
	}
}

func TestGetPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if p, ok := recover().(string); !ok || !strings.Contains(p, "*parts_test.heavy") {
			t.Errorf("got panic %v, want one that names the type", p)
		}
	}()
	parts.Get[*heavy](&parts.Parts{})
}
