package option_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/kind/option"
)

func TestSeconds(t *testing.T) {
	t.Parallel()
	for in, want := range map[int64]int64{0: 0, 1704067200: 1704067200, 100_000_000_000: 100_000_000_000, 1704067200123: 1704067200} {
		if got := option.Seconds(in); got != want {
			t.Errorf("%d: got %d, want %d", in, got, want)
		}
	}
}
