package worker_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
)

// TestSealedForAnother holds that secrets open for their own job and installation alone,
// and that a job whose secrets do not open is refunded without running.
func TestSealedForAnother(t *testing.T) {
	t.Parallel()
	ran := 0
	b := setup(t, func(context.Context, input) (output, error) {
		ran++
		return output{Result: encoded(map[string]string{})}, nil
	})
	for name, sealed := range map[string]struct {
		by   seal.Sealer
		mark string
	}{"another job": {seal.New(""), "x"}, "another installation": {seal.New("other"), ""}} {
		after, _ := b.handle(t, b.admit(t, func(j *job.Job) {
			j.Input = json.RawMessage(`{"headers":{"A":"[redacted]"}}`)
			var err error
			if j.Sealed, err = sealed.by.Seal(j.SealedFor()+sealed.mark, []string{"s"}); err != nil {
				t.Fatal(err)
			}
		}))
		if after.Status != job.Failed || after.Error.Code != errs.InternalError || after.Refunded != 3 || len(after.Sealed) != 0 {
			t.Errorf("%s: got job %+v with error %+v, want failed with internal_error and refunded, its secrets gone", name, after, after.Error)
		}
	}
	if ran != 0 {
		t.Errorf("got %d runs, want 0", ran)
	}
}
