package zone_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/page/dates/zone"
)

// Every zone that is known, by the minutes that it is ahead of UTC, and what is unknown.
func TestParse(t *testing.T) {
	t.Parallel()
	january := time.Date(2004, 1, 26, 16, 31, 0, 0, time.UTC)
	for zones, want := range map[string]int{
		"Z UTC GMT UT utc Etc/UTC Etc/GMT WET GMT+0 +0000 -0000 -00:00": 0,
		"CET MEZ MET WEST +1 +01 +0100 +01:00 GMT+1 UTC+01:00":          1 * 60,
		"CEST MESZ MEST EET SAST GMT+2":                                 2 * 60,
		"EEST IDT TRT MSK":                                              3 * 60,
		"IRST":                                                          3*60 + 30,
		"AFT":                                                           4*60 + 30,
		"PKT UZT":                                                       5 * 60,
		"+0530 GMT+05:30":                                               5*60 + 30,
		"NPT":                                                           5*60 + 45,
		"ICT WIB":                                                       7 * 60,
		"AWST HKT MYT PHT SGT WITA":                                     8 * 60,
		"JST KST":                                                       9 * 60,
		"ACST":                                                          9*60 + 30,
		"AEST":                                                          10 * 60,
		"ACDT":                                                          10*60 + 30,
		"AEDT":                                                          11 * 60,
		"NZST":                                                          12 * 60,
		"NZDT":                                                          13 * 60,
		"+14:00":                                                        14 * 60,
		"-00:20":                                                        -20,
		"GMT-01:01 -01:01":                                              -61,
		"BRST":                                                          -2 * 60,
		"BRT CLST UYT":                                                  -3 * 60,
		"EDT CLT":                                                       -4 * 60,
		"EST CDT ET":                                                    -5 * 60,
		"CST MDT CT":                                                    -6 * 60,
		"MST PDT MT":                                                    -7 * 60,
		"PST AKDT PT":                                                   -8 * 60,
		"AKST HDT":                                                      -9 * 60,
		"HST":                                                           -10 * 60,
		"-1200":                                                         -12 * 60,
	} {
		for name := range strings.FieldsSeq(zones) {
			if got, ok := zone.Parse(name, january); !ok || got != want {
				t.Errorf("%s: got %d minutes, known %v; want %d", name, got, ok, want)
			}
		}
	}
	for name := range strings.FieldsSeq("AST BST GST IST NST SST WST A B Y EAT XYZ Etc/GMT+5 CET+1 +1500 -1300 +24 +123 +01:6 +01:60 +zz:00 +01: + - --0700") {
		if got, ok := zone.Parse(name, january); ok {
			t.Errorf("%s: got %d minutes, want that it is unknown", name, got)
		}
	}
	if minutes, ok := zone.Parse("", january); ok {
		t.Errorf("no zone: got %d, want that it is unknown", minutes)
	}
}

// Names without a word for summer follow the law of the year.
func TestSeasons(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, wall string
		want       int
		known      bool
	}{
		{"ET", "2024-03-10 01:59", -300, true},
		{"ET", "2024-03-10 02:30", 0, false},
		{"ET", "2024-03-10 03:00", -240, true},
		{"ET", "2024-11-03 00:59", -240, true},
		{"ET", "2024-11-03 01:30", 0, false},
		{"ET", "2024-11-03 02:00", -300, true},
		{"PT", "2026-03-08 12:00", -420, true},
		{"CT", "2006-04-01 12:00", -360, true},
		{"CT", "2006-04-02 12:00", -300, true},
		{"MT", "2004-10-31 00:59", -360, true},
		{"MT", "2004-10-31 01:30", 0, false},
		{"MT", "2004-10-31 02:00", -420, true},
		{"MT", "2004-10-30 12:00", -360, true},
		{"MT", "1998-10-25 00:59", -360, true},
		{"MT", "1998-10-25 02:00", -420, true},
		{"MT", "2006-10-28 12:00", -360, true},
		{"MT", "2006-10-29 12:00", -420, true},
		{"ET", "1986-07-01 12:00", 0, false},
		{"EST", "2024-07-01 12:00", -300, true},
		{"MSK", "2011-03-27 01:59", 180, true},
		{"MSK", "2011-03-27 02:30", 0, false},
		{"MSK", "2012-01-01 12:00", 240, true},
		{"MSK", "2014-10-26 01:30", 0, false},
		{"MSK", "2014-10-26 02:00", 180, true},
	} {
		wall, err := time.Parse("2006-01-02 15:04", c.wall)
		if err != nil {
			t.Fatal(err)
		}
		if got, known := zone.Named(c.name, wall); got != c.want || known != c.known {
			t.Errorf("%s at %s: got %d, %v; want %d, %v", c.name, c.wall, got, known, c.want, c.known)
		}
	}
}

// What time.Parse takes for UTC has the offset of its name, or is not known.
func TestApplied(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Mon, 26 Jan 2026 16:31:00 GMT":   "2026-01-26T16:31:00Z",
		"Mon, 26 Jan 2026 16:31:00 JST":   "2026-01-26T07:31:00Z",
		"Mon, 26 Jan 2026 16:31:00 EST":   "2026-01-26T21:31:00Z",
		"Mon, 26 Jan 2026 16:31:00 IST":   "unknown",
		"Mon, 26 Jan 2026 16:31:00 XYZ":   "unknown",
		"Mon, 26 Jan 2026 16:31:00 +0200": "2026-01-26T14:31:00Z",
	} {
		at, err := time.Parse(time.RFC1123, text)
		if err != nil {
			at, err = time.Parse(time.RFC1123Z, text)
		}
		if err != nil {
			t.Fatalf("%s: got error %v, want none", text, err)
		}
		got := "unknown"
		if at, known := zone.Applied(at); known {
			got = at.UTC().Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
