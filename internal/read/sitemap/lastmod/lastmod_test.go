package lastmod_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
)

func TestParse(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"2024":                                    "2024",
		"2024-05":                                 "2024-05",
		"2024-05-06":                              "2024-05-06",
		" 2024-5-6\n":                             "2024-05-06",
		"2024/05/06":                              "2024-05-06",
		"20240506":                                "2024-05-06",
		"2024-05-06T07:08Z":                       "2024-05-06T07:08:00Z",
		"2024-05-06T07:08:09+02:00":               "2024-05-06T05:08:09Z",
		"2024-05-06T07:08:09-0230":                "2024-05-06T09:38:09Z",
		"2024-05-06T07:08:09+02":                  "2024-05-06T05:08:09Z",
		"2024-05-06T07:08:09.123456789Z":          "2024-05-06T07:08:09Z",
		"2024-05-06t07:08:09z":                    "2024-05-06T07:08:09Z",
		"2024-05-06T07:08:09":                     "2024-05-06T07:08:09Z",
		"2024-05-06 07:08:09":                     "2024-05-06T07:08:09Z",
		"2024-05-06 07:08:09 UTC":                 "2024-05-06T07:08:09Z",
		"2024-05-06 07:08:09 +0200":               "2024-05-06T05:08:09Z",
		"Mon, 06 May 2024 07:08:09 GMT":           "2024-05-06T07:08:09Z",
		"Mon, 6 May 2024 07:08:09 +0200":          "2024-05-06T05:08:09Z",
		"6 May 2024 07:08 EST":                    "2024-05-06T12:08:00Z",
		"Monday, 06-May-24 07:08:09 GMT":          "2024-05-06T07:08:09Z",
		"Mon May  6 07:08:09 2024":                "2024-05-06T07:08:09Z",
		"06 May 2024":                             "2024-05-06",
		"0000-00-00":                              "",
		"0000-00-00T00:00:00Z":                    "",
		"0001-01-01T00:00:00Z":                    "",
		"1969-12-31":                              "",
		"2024-13-01":                              "",
		"2024-02-30":                              "",
		"2024-05T07:08:09Z":                       "",
		"2024-05-06T25:00:00Z":                    "",
		"2024-05-06T07:08:09 IST":                 "",
		"Mon, 06 May 2024 07:08:09 IST":           "",
		"05/06/2024":                              "",
		"yesterday":                               "",
		"":                                        "",
		"2024-05-06T" + strings.Repeat("0", 1000): "",
	}
	for in, want := range cases {
		t.Run(in[:min(len(in), 40)], func(t *testing.T) {
			t.Parallel()
			got, ok := lastmod.Parse(in)
			if got.String() != want || ok != (want != "") || got.IsZero() == ok {
				t.Errorf("got %q, %v; want %q", got, ok, want)
			}
		})
	}
}

// An entry is older than a bound only when all of what was said is.
func TestBefore(t *testing.T) {
	t.Parallel()
	noon := time.Date(2024, 5, 6, 12, 0, 0, 0, time.UTC)
	midnight := time.Date(2024, 5, 7, 0, 0, 0, 0, time.UTC)
	cases := []struct {
		stamp string
		bound time.Time
		want  bool
	}{
		{"2024", noon, false},
		{"2023", noon, true},
		{"2024-05", noon, false},
		{"2024-04", noon, true},
		{"2024-05-06", noon, false},
		{"2024-05-06", midnight, true},
		{"2024-05-05", noon, true},
		{"2024-05-06T11:59:59Z", noon, true},
		{"2024-05-06T12:00:00Z", noon, false},
		{"2024-05-06T13:59:00+02:00", noon, true},
	}
	for _, c := range cases {
		stamp, ok := lastmod.Parse(c.stamp)
		if !ok || stamp.Before(c.bound) != c.want {
			t.Errorf("%s before %s: %v", c.stamp, c.bound, !c.want)
		}
	}
	if start, _ := lastmod.Parse("2024-05"); !start.Start().Equal(time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("May begins %s", start.Start())
	}
}
