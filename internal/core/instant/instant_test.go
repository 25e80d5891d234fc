package instant_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/instant"
)

func TestWritesThreeDigitsOfASecondInUTC(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]struct {
		time time.Time
		want string
	}{
		"a full second":          {time.Date(2026, 2, 10, 8, 0, 0, 0, time.UTC), "2026-02-10T08:00:00.000Z"},
		"a hundredth":            {time.Date(2026, 2, 10, 8, 0, 0, 790_000_000, time.UTC), "2026-02-10T08:00:00.790Z"},
		"less than a thousandth": {time.Date(2026, 2, 10, 8, 0, 0, 999_999, time.UTC), "2026-02-10T08:00:00.000Z"},
		"another zone":           {time.Date(2026, 2, 10, 9, 0, 0, 0, time.FixedZone("", 3600)), "2026-02-10T08:00:00.000Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := instant.Text(at.time); got != at.want {
				t.Errorf("got %s, want %s", got, at.want)
			}
			got, err := json.Marshal(instant.Of(at.time))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(`"`+at.want+`"`, string(got)); diff != "" {
				t.Errorf("in JSON (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadsWhatItWrote(t *testing.T) {
	t.Parallel()
	want := instant.Of(time.Date(2026, 2, 10, 8, 0, 0, 7_000_000, time.UTC))
	written, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got instant.Time
	if err := json.Unmarshal(written, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("of %s (-want +got):\n%s", written, diff)
	}
}

func TestNoTimeIsAbsent(t *testing.T) {
	t.Parallel()
	if got := instant.Text(time.Time{}); got != "" {
		t.Errorf("got %q for no time, want none", got)
	}
	got, err := json.Marshal(struct {
		At instant.Time `json:"at,omitzero"`
	}{instant.Maybe(nil)})
	if err != nil {
		t.Fatal(err)
	}
	if want := "{}"; string(got) != want {
		t.Errorf("got %s for no time, want %s", got, want)
	}
}

func TestYearsBeyondFourDigitsAreRefused(t *testing.T) {
	t.Parallel()
	if got, err := json.Marshal(instant.Of(time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC))); err == nil {
		t.Errorf("got %s for the year 10000, want an error", got)
	}
}
