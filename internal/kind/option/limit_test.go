package option_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

func TestLimit(t *testing.T) {
	t.Parallel()
	for asked, want := range map[int64]int64{0: 20, 1: 1, 99: 99, 100: 100, 101: 100, 1 << 60: 100} {
		if got, err := option.Limit("limit", asked, 20, 100); err != nil || got != want {
			t.Errorf("%d: got %d, %v", asked, got, err)
		}
	}
	_, err := option.Limit("postsLimit", -1, 20, 100)
	if e := errs.As(err); e == nil || e.Code != errs.InvalidRequest || e.Details[0].Field != "postsLimit" {
		t.Errorf("got %v", err)
	}
}
