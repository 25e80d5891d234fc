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
		"2024":                                            "2024",
		"2024-05":                                         "2024-05",
		"2024-05-06":                                      "2024-05-06",
		" 2024-5-6\n":                                     "2024-05-06",
		"2024/05/06":                                      "2024-05-06",
		"20240506":                                        "2024-05-06",
		"2024-05-06T07:08Z":                               "2024-05-06T07:08:00.000Z",
		"2024-05-06T07:08:09+02:00":                       "2024-05-06T05:08:09.000Z",
		"2024-05-06T07:08:09-0230":                        "2024-05-06T09:38:09.000Z",
		"2024-05-06T07:08:09+02":                          "2024-05-06T05:08:09.000Z",
		"2024-05-06T07:08:09.123456789Z":                  "2024-05-06T07:08:09.123Z",
		"2024-05-06t07:08:09z":                            "2024-05-06T07:08:09.000Z",
		"2024-05-06T07:08:09":                             "2024-05-06T07:08:09.000Z",
		"2024-05-06 07:08:09":                             "2024-05-06T07:08:09.000Z",
		"2024-05-06 07:08:09 UTC":                         "2024-05-06T07:08:09.000Z",
		"2024-05-06 07:08:09 +0200":                       "2024-05-06T05:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 GMT":                   "2024-05-06T07:08:09.000Z",
		"Mon, 6 May 2024 07:08:09 +0200":                  "2024-05-06T05:08:09.000Z",
		"6 May 2024 07:08 EST":                            "2024-05-06T12:08:00.000Z",
		"Monday, 06-May-24 07:08:09 GMT":                  "2024-05-06T07:08:09.000Z",
		"Mon May  6 07:08:09 2024":                        "2024-05-06T07:08:09.000Z",
		"06 May 2024":                                     "2024-05-06",
		"0000-00-00":                                      "",
		"0000-00-00T00:00:00.000Z":                        "",
		"0001-01-01T00:00:00.000Z":                        "",
		"1969-12-31":                                      "",
		"2024-13-01":                                      "",
		"2024-02-30":                                      "",
		"2024-05T07:08:09Z":                               "",
		"2024-05-06T25:00:00.000Z":                        "",
		"2024-05-06T07:08:09 IST":                         "2024-05-06",
		"Mon, 06 May 2024 07:08:09 IST":                   "2024-05-06",
		"Mon, 06 May 2024 07:08:09 +zz:00":                "2024-05-06",
		"Mon, 06 May 2024 07:08:09 +2500":                 "2024-05-06",
		"2024-05-06T07:08:09-06:00Texas":                  "2024-05-06",
		"2024-05-06T07:08:09 ÄÖ":                          "",
		"Mon, 06 May 2024 02:08:09 JST":                   "2024-05-05T17:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 MSK":                   "2024-05-06T04:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 ET":                    "2024-05-06T11:08:09.000Z",
		"Mon, 26 January 2004 16:31:00 PT":                "2004-01-27T00:31:00.000Z",
		"Sun, 10 Mar 2024 02:30:00 ET":                    "2024-03-10",
		"Mon, 06 May 2024 07:08:09 GMT+2":                 "2024-05-06T05:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 GMT +0200":             "2024-05-06T05:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 +0200 CEST":            "2024-05-06T05:08:09.000Z",
		"Sun, 19 Feb 2012 22:40:00 GMT-01:01":             "2012-02-19T23:41:00.000Z",
		"Mon, 06 May 2024 07:08:09 Etc/GMT":               "2024-05-06T07:08:09.000Z",
		"Mon, 06 May 2024 07:08:09 -0700 (PDT)":           "2024-05-06T14:08:09.000Z",
		"Mon, 02 Mar 2026 10:00:00 (PST)":                 "2026-03-02T18:00:00.000Z",
		"Mon, 02 Mar 2026 10:00:00 (JST)":                 "2026-03-02T01:00:00.000Z",
		"Mon, 02 Mar 2026 10:00:00 (GMT+2)":               "2026-03-02T08:00:00.000Z",
		"Mon, 02 Mar 2026 10:00:00 (+0900)":               "2026-03-02T01:00:00.000Z",
		"Mon, 02 Mar 2026 10:00:00(PST":                   "2026-03-02T18:00:00.000Z",
		"Mon, 02 Mar 2026 10:00:00 (XYZ)":                 "2026-03-02",
		"Mon, 02 Mar 2026 10:00:00 (Japan Standard Time)": "2026-03-02",
		"Mon, 02 Mar 2026 10:00:00 GMT (XYZ)":             "2026-03-02T10:00:00.000Z",
		"Mon, 02 Mar 2026 10:00:00 GMT+5.5":               "2026-03-02",
		"Mon, 02 Mar 2026 10:00:00 GMT +5.5":              "2026-03-02",
		"Mon, 06 May 2024 07:08:09+0200":                  "2024-05-06T05:08:09.000Z",
		"Mon, 13 Feb, 2012 06:28:00 UTC":                  "2012-02-13T06:28:00.000Z",
		"Mon, 13 Feb, 2012":                               "2012-02-13",
		"Fri,24 Nov 2023 18:28:36 -0000":                  "2023-11-24T18:28:36.000Z",
		"Thurs, 1 Sept 2022 07:08 GMT":                    "2022-09-01T07:08:00.000Z",
		"Thu., 1 September 2022":                          "2022-09-01",
		"Thu, 01 Jan 04 19:48:21 GMT":                     "2004-01-01T19:48:21.000Z",
		"Thu Aug 30 2012 17:26:16 +0200":                  "2012-08-30T15:26:16.000Z",
		"Sun Jul 15 01:16:00 +0000 2012":                  "2012-07-15T01:16:00.000Z",
		"Wed Oct 07 10:30:00 CEST 2020":                   "2020-10-07T08:30:00.000Z",
		"Fri, 2006/09/15 08:19:53 EDT":                    "2006-09-15T12:19:53.000Z",
		"May 6, 2024 7:08 pm EST":                         "2024-05-07T00:08:00.000Z",
		"January 6, 2024 12:08 AM":                        "2024-01-06T00:08:00.000Z",
		"2004-07-08 23:56:58.5 -00:20":                    "2004-07-09T00:16:58.500Z",
		"2003-02-28T18:14:55-08:00":                       "2003-03-01T02:14:55.000Z",
		"Sun, 16 Dec 2012 1:2:3:4 GMT":                    "",
		"Sun, 16 zzz 2012 11:47:32 GMT":                   "",
		"Sun, 99 Jun 2009 12:00:00 GMT":                   "",
		"2024-05-06T07:61:00.000Z":                        "",
		":08 6 May 2024":                                  "",
		"05/06/2024":                                      "",
		"yesterday":                                       "",
		"":                                                "",
		"2024-05-06T" + strings.Repeat("0", 1000):         "",
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

// A stamp can be made of what is known already.
func TestKnown(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 5, 6, 7, 8, 9, 0, time.FixedZone("", 7200))
	if got := lastmod.Of(at); got.String() != "2024-05-06T05:08:09.000Z" || !got.Exact() {
		t.Errorf("got %q, exact %v; want the moment in UTC", got, got.Exact())
	}
	if got := lastmod.Day(2024, 5, 6); got.String() != "2024-05-06" || got.Exact() {
		t.Errorf("got %q, exact %v; want the day alone", got, got.Exact())
	}
	if got := lastmod.Of(time.Time{}); !got.IsZero() || got.String() != "" {
		t.Errorf("got %q, want that no time is unknown", got)
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
		{"2024-05-06T11:59:59.000Z", noon, true},
		{"2024-05-06T12:00:00.000Z", noon, false},
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
