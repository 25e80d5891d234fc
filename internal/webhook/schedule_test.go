package webhook_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/webhook"
)

func TestDelay(t *testing.T) {
	t.Parallel()
	var waits []time.Duration
	for attempt := 1; ; attempt++ {
		wait, more := webhook.Delay(attempt, 0, 0)
		if !more {
			break
		}
		waits = append(waits, wait)
	}
	want := []time.Duration{
		5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
	}
	if diff := cmp.Diff(want, waits); diff != "" {
		t.Error(diff)
	}
	if webhook.MaxAttempts != len(want)+1 {
		t.Errorf("%d attempts", webhook.MaxAttempts)
	}
}

func TestDelayHonoursRetryAfterWithinTwiceTheBase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ asked, want time.Duration }{
		{time.Second, 5 * time.Minute}, {6 * time.Minute, 6 * time.Minute}, {time.Hour, 10 * time.Minute},
	} {
		if got, _ := webhook.Delay(2, c.asked, 0); got != c.want {
			t.Errorf("asked for %s: %s, want %s", c.asked, got, c.want)
		}
	}
	if got, _ := webhook.Delay(2, 0, 0.999); got <= 5*time.Minute || got > 5*time.Minute+30*time.Second {
		t.Errorf("with jitter: %s", got)
	}
}
