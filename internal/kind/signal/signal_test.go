package signal_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
)

func TestOf(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		err    error
		status signal.Status
		reason string
	}{
		"fine":         {nil, signal.OK, ""},
		"blocked":      {errs.New(errs.UpstreamBlocked, "no"), signal.Blocked, "no"},
		"limited":      {errs.New(errs.UpstreamRateLimited, "slower"), signal.Blocked, "slower"},
		"without key":  {errs.New(errs.ProviderNotConfigured, "key"), signal.NotConfigured, "key"},
		"no browser":   {errs.New(errs.BrowserUnavailable, "none"), signal.NotConfigured, "none"},
		"down":         {errs.New(errs.ProviderUnavailable, "down"), signal.Error, "down"},
		"out of time":  {context.DeadlineExceeded, signal.Error, "There was not enough time for it in the job."},
		"our own bugs": {errors.New("nil map"), signal.Error, errs.InternalError.Text()},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := signal.Outcome{Status: c.status, Reason: c.reason, Source: "s"}
			if diff := cmp.Diff(want, signal.Of("s", c.err)); diff != "" {
				t.Errorf("outcome mismatch (-want +got):\n%s", diff)
			}
		})
	}
	if got := signal.None("s", "not listed"); got.Status != signal.Empty || got.Reason != "not listed" {
		t.Errorf(`got %+v, want Status "empty", Reason "not listed"`, got)
	}
}
