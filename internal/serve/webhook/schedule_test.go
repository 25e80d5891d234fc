package webhook_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/serve/webhook"
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
		t.Errorf("waits mismatch (-want +got):\n%s", diff)
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

// TestDelayIsBounded: whatever the dice and the endpoint say, a wait lies between the
// base and a tenth above it, or is what was asked for up to twice the base.
func TestDelayIsBounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		attempt := rapid.IntRange(1, webhook.MaxAttempts-1).Draw(t, "attempt")
		asked := time.Duration(rapid.Int64Range(0, int64(48*time.Hour)).Draw(t, "asked"))
		random := rapid.Float64Range(0, 0.999999).Draw(t, "random")
		base, _ := webhook.Delay(attempt, 0, 0)
		wait, more := webhook.Delay(attempt, asked, random)
		most := max(base+base/10, min(asked, 2*base))
		if !more || wait < base || wait > most || asked > base && wait != min(asked, 2*base) {
			t.Fatalf("attempt %d, asked for %s: %s, base %s", attempt, asked, wait, base)
		}
	})
	for _, attempt := range []int{0, -1, webhook.MaxAttempts, webhook.MaxAttempts + 1} {
		if _, more := webhook.Delay(attempt, 0, 0); more {
			t.Errorf("there is an attempt after %d", attempt)
		}
	}
}
