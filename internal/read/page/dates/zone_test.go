package dates_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/dates"
)

// TestZones has the forms of a zone behind a time. Package zone has their names.
func TestZones(t *testing.T) {
	t.Parallel()
	for zones, want := range map[string]string{
		"Z z UTC GMT UT WET GMT~-~5 GMT~5 GMT.": "Z", "CET MEZ WEST +1 +01 +0100 +01:00 UTC+1 GMT+01:00": "+01:00", "CEST MESZ EET SAST GMT+2 GMT~+2 UTC~+02:00 (GMT~+2) (CEST)": "+02:00", "EEST MSK": "+03:00",
		"JST KST": "+09:00", "AEST": "+10:00", "AEDT": "+11:00", "NZST": "+12:00", "EST CDT CT -5 −5": "-05:00", "EDT ET": "-04:00", "CST MDT": "-06:00", "MST PDT": "-07:00",
		"PST": "-08:00", "+0530 +05:30 GMT+5:30": "+05:30", "BST IST XYZ est et +123 +15:00 +0560 +5.5 GMT+5.5 GMT~+5.5 GMT+15:00 (GMT+15) -12:30": "",
	} {
		for zone := range strings.FieldsSeq(zones) {
			zone = strings.ReplaceAll(zone, "~", " ")
			got := ""
			for f := range dates.Find("7 October 2020 14:05 "+zone, dates.Options{}) {
				got = f.Date.String()
			}
			if got != "2020-10-07T14:05:00"+want {
				t.Errorf("%s: got %q, want 2020-10-07T14:05:00%s", zone, got, want)
			}
		}
	}
}

func TestDaysTo(t *testing.T) {
	t.Parallel()
	day := func(y, m, d, h int) dates.Date { return dates.Date{Year: y, Month: m, Day: d, Hour: h} }
	for _, c := range []struct {
		from, to dates.Date
		want     int
	}{
		{day(2020, 2, 28, 0), day(2020, 3, 1, 0), 2}, {day(2021, 2, 28, 23), day(2021, 3, 1, 1), 1}, {day(2021, 1, 1, 0), day(2020, 12, 31, 0), -1}, {day(2020, 1, 1, 1), day(2020, 1, 1, 9), 0},
	} {
		if got := c.from.DaysTo(c.to); got != c.want {
			t.Errorf("%v to %v: got %d days, want %d", c.from, c.to, got, c.want)
		}
	}
}

func TestIsMonth(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{"May": true, "Sept.": true, "OKTOBER": true, "déc.,": true, "март": true, "İyul": false, "Ma": false, "Monday": false, "": false} {
		if got := dates.IsMonth(word); got != want {
			t.Errorf("%q: got %t, want %t", word, got, want)
		}
	}
}
