package option_test

import (
	"encoding/json"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

func TestMomentsInAnyForm(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]option.Moment{
		`"2026-01-31"`:                "2026-01-31T00:00:00.000Z",
		`"2026-01"`:                   "2026-01-01T00:00:00.000Z",
		`"2026"`:                      "2026-01-01T00:00:00.000Z",
		`"2026-01-31T08:00:00+02:00"`: "2026-01-31T06:00:00.000Z",
		`"2026-01-31T08:00:00.1239Z"`: "2026-01-31T08:00:00.123Z",
		`" 2026-01-31T08:00:00 "`:     "2026-01-31T08:00:00.000Z",
		`"2026-01-31T08:00"`:          "2026-01-31T08:00:00.000Z",
		`1735689600`:                  "2025-01-01T00:00:00.000Z",
		`"1735689600"`:                "2025-01-01T00:00:00.000Z",
		`1735689600123`:               "2025-01-01T00:00:00.123Z",
		`100000000000`:                "5138-11-16T09:46:40.000Z",
		`100000000001`:                "1973-03-03T09:46:40.001Z",
		`1e9`:                         "2001-09-09T01:46:40.000Z",
		`1735689600.0`:                "2025-01-01T00:00:00.000Z",
		`100000000`:                   "1973-03-03T09:46:40.000Z",
		`2026`:                        "2026-01-01T00:00:00.000Z",
		`"20261123"`:                  "2026-11-23T00:00:00.000Z",
		`20261123`:                    "2026-11-23T00:00:00.000Z",
		`"20261123T081500Z"`:          "2026-11-23T08:15:00.000Z",
		`"20261123T081500+0200"`:      "2026-11-23T06:15:00.000Z",
		`"20261123T0815"`:             "2026-11-23T08:15:00.000Z",
		`"2026-01-31t08:00:00z"`:      "2026-01-31T08:00:00.000Z",
		`"2026-01-31T08:00:00+0200"`:  "2026-01-31T06:00:00.000Z",
		`"2026-01-31T08:00-0130"`:     "2026-01-31T09:30:00.000Z",
		`"2026-01-31 08:00:00"`:       "2026-01-31T08:00:00.000Z",
		`"2026-01-31 08:00:00+02:00"`: "2026-01-31T06:00:00.000Z",
		`"2026-01-31T08:00:00 02:00"`: "2026-01-31T06:00:00.000Z",
		`"1000-01-01"`:                "1000-01-01T00:00:00.000Z",
		`"9999-12-31T23:59:59Z"`:      "9999-12-31T23:59:59.000Z",
		`"0"`:                         "1970-01-01T00:00:00.000Z",
		`0`:                           "1970-01-01T00:00:00.000Z",
		`""`:                          "",
	} {
		t.Run(given, func(t *testing.T) {
			t.Parallel()
			var m option.Moment
			if err := json.Unmarshal([]byte(given), &m); err != nil {
				t.Fatal(err)
			}
			if err := m.Prepare("since"); err != nil || m != want {
				t.Errorf("got %q, error %v; want %q, no error", m, err, want)
			}
		})
	}
}

func TestMomentsThatAreNone(t *testing.T) {
	t.Parallel()
	for _, given := range []string{`"yesterday"`, `-1`, `"-1"`, `1e30`, `1.5`, `253402300800000`, `"99999999999999999999"`, `"2026-13-01"`, `"@5"`, `"@1735689600"`, `"@"`, `"202611"`, `202611`, `"20261323"`, `20261323`, `"12345"`, `5`, `"+1735689600"`, `"1e9"`, `"0000-01-01"`, `"0001-01-01"`, `"0001-01-01T00:00:00Z"`, `"0999-12-31"`, `"1000-01-01T00:00:00+01:00"`, `"9999-12-31T23:00:00-02:00"`, `"2026-01-31T08:00:00 IST"`, `"2026-01-31 IST"`, `"2026-01 31"`} {
		t.Run(given, func(t *testing.T) {
			t.Parallel()
			var m option.Moment
			err := json.Unmarshal([]byte(given), &m)
			if err == nil {
				err = m.Prepare("since")
			}
			if err == nil {
				t.Errorf("got %q, want an error", m)
			}
		})
	}
}

func TestPreparingAgainChangesNothing(t *testing.T) {
	t.Parallel()
	m := option.Moment("2026-01-31")
	for range 2 {
		if err := m.Prepare("since"); err != nil || m != "2026-01-31T00:00:00.000Z" || m.Unix() != 1769817600 {
			t.Errorf(`got %q, second %d, error %v; want "2026-01-31T00:00:00.000Z", 1769817600, no error`, m, m.Unix(), err)
		}
	}
	if none := option.Moment(""); none.Unix() != 0 || !none.Time().IsZero() {
		t.Errorf("got %v for no moment, want none", none.Time())
	}
}

func TestWindow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		since, until option.Moment
		ok           bool
	}{
		"none":    {"", "", true},
		"one":     {"2026-01-31", "", true},
		"same":    {"2026-01-31", "1769817600", true},
		"reverse": {"2026-02-01", "2026-01-31", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := option.Window(&c.since, &c.until)
			if (err == nil) != c.ok || !c.ok && !errs.Is(err, errs.InvalidRequest) {
				t.Errorf("got error %v, want none: %t", err, c.ok)
			}
		})
	}
}
