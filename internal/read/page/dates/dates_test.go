package dates_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dates"
)

// Each text holds the dates behind it; "a|b" are the two readings of one.
func TestFind(t *testing.T) {
	t.Parallel()
	cases := map[string][]string{
		"2020-10-07":                         {"2020-10-07"},
		"on 2020-10-07T10:30:15.123+02:00.":  {"2020-10-07T10:30:15+02:00"},
		"2020/10/7 and 2020.10.08":           {"2020-10-07", "2020-10-08"},
		"2020-10-07T10:30Z":                  {"2020-10-07T10:30:00Z"},
		"2020-10-07 10:30:00 +0000 UTC":      {"2020-10-07T10:30:00Z"},
		"2020-10-07T10:30:00-0530":           {"2020-10-07T10:30:00-05:30"},
		"October 7, 2020":                    {"2020-10-07"},
		"Oct. 7th 2020, 9:05 PM EDT":         {"2020-10-07T21:05:00-04:00"},
		"12:30 a.m.":                         nil,
		"7 Oct 2020 at 12:30 a.m.":           {"2020-10-07T00:30:00"},
		"Wed, 07 Oct 2020 10:30:00 GMT":      {"2020-10-07T10:30:00Z"},
		"Sat Mar 14 10:30:00 ET 2020":        {"2020-03-14T10:30:00-04:00"},
		"Wed Oct 07 10:30:00 CEST 2020":      {"2020-10-07T10:30:00+02:00"},
		"Mon Jan 06 2020 15:04:05 GMT+0100":  {"2020-01-06T15:04:05+01:00"},
		"7. Oktober 2020, 10.30 Uhr":         {"2020-10-07T10:30:00"},
		"Mittwoch, 7. Okt. 2020 um 10:30":    {"2020-10-07T10:30:00"},
		"07.10.2020 | 10:30 Uhr":             {"2020-10-07T10:30:00"},
		"7.10.20":                            {"2020-10-07"},
		"1er mai 2020 à 10h30":               {"2020-05-01T10:30:00"},
		"7 août 2020":                        {"2020-08-07"},
		"7 de octubre de 2020":               {"2020-10-07"},
		"7 d'octubre de 2020":                {"2020-10-07"},
		"07/out/2020":                        {"2020-10-07"},
		"7 ottobre 2020 alle 10:30":          {"2020-10-07T10:30:00"},
		"7 октября 2020 г., 10:30":           {"2020-10-07T10:30:00"},
		"7 ЖОВТНЯ 2020":                      {"2020-10-07"},
		"7 Οκτωβρίου 2020":                   {"2020-10-07"},
		"2020. október 7. 10:30":             {"2020-10-07T10:30:00"},
		"2020 m. spalio 7 d.":                {"2020-10-07"},
		"2020. gada 7. oktobris":             {"2020-10-07"},
		"2020年10月7日 10:30":                   {"2020-10-07T10:30:00"},
		"2020년 10월 7일":                       {"2020-10-07"},
		"2020. 10. 7.":                       {"2020-10-07"},
		"7 tháng 10, 2020":                   {"2020-10-07"},
		"7 أكتوبر 2020":                      {"2020-10-07"},
		"7 באוקטובר 2020":                    {"2020-10-07"},
		"7 अक्टूबर 2020":                     {"2020-10-07"},
		"12 EKİM 2020":                       {"2020-10-12"},
		"25/10/2020":                         {"2020-10-25"},
		"10/25/2020":                         {"2020-10-25"},
		"10.25.2020":                         {"2020-10-25"},
		"07/10/2020 10:30":                   {"2020-10-07T10:30:00|2020-07-10T10:30:00"},
		"10/10/2020":                         {"2020-10-10"},
		"07-Oct-20":                          {"2020-10-07"},
		"'07 October 2020'":                  {"2020-10-07"},
		"2020-10-07 10:30 PQR":               {"2020-10-07T10:30:00"},
		"29 February 2019":                   nil,
		"31.04.2020":                         nil,
		"2020-13-01":                         nil,
		"October 2020":                       nil,
		"version 1.2.2020.3":                 nil,
		"192.168.10.2020":                    nil,
		"A12.10.2020":                        nil,
		"$7.10.2020":                         nil,
		"12 May 20:30":                       nil,
		"2019-2020":                          nil,
		"pages 7/10":                         nil,
		"yesterday at 10:30":                 nil,
		"1234567890 12345678901234567890":    nil,
		"\xff7 \xc3October\x80 2020 7.":      nil,
		"7 Oct 2020 99:99":                   {"2020-10-07"},
		"7 Oct 2020 10:30 +99:00":            {"2020-10-07T10:30:00"},
		"from 7 Oct 2020 to 8 November 2020": {"2020-10-07", "2020-11-08"},
	}
	for text, want := range cases {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			var got []string
			for f := range dates.Find(text, dates.Options{}) {
				s := f.Date.String()
				if !f.Other.IsZero() {
					s += "|" + f.Other.String()
				}
				got = append(got, s)
				if f.Start < 0 || f.Start >= f.End || f.End > len(text) {
					t.Errorf("it stands at %d to %d of %d", f.Start, f.End, len(text))
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("find mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestIn(t *testing.T) {
	t.Parallel()
	cases := []struct {
		text            string
		any, day, month string
		tells           dates.Order
	}{
		{"07/10/2020", "", "2020-10-07", "2020-07-10", dates.AnyOrder},
		{"25/10/2020", "2020-10-25", "2020-10-25", "2020-10-25", dates.DayFirst},
		{"10/25/2020", "2020-10-25", "2020-10-25", "2020-10-25", dates.MonthFirst},
		{"07.10.2020", "2020-10-07", "2020-10-07", "2020-10-07", dates.AnyOrder},
	}
	for _, c := range cases {
		for f := range dates.Find(c.text, dates.Options{}) {
			got := []string{f.In(dates.AnyOrder).String(), f.In(dates.DayFirst).String(), f.In(dates.MonthFirst).String()}
			if diff := cmp.Diff([]string{c.any, c.day, c.month}, got); diff != "" || f.Order != c.tells {
				t.Errorf("%s tells the order %d: %s", c.text, f.Order, diff)
			}
		}
	}
}

func TestListopad(t *testing.T) {
	t.Parallel()
	for croatian, want := range map[bool]string{false: "2020-11-07", true: "2020-10-07"} {
		for f := range dates.Find("7. listopada 2020.", dates.Options{Croatian: croatian}) {
			if got := f.Date.String(); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	}
}

func TestDeclared(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		" 2020-10-07 ":                           "2020-10-07",
		"20201007":                               "2020-10-07",
		"20201007T103000Z":                       "2020-10-07T10:30:00Z",
		"20201007 10:30":                         "2020-10-07T10:30:00",
		"20201007103000":                         "2020-10-07T10:30:00",
		"202010071030":                           "2020-10-07T10:30:00",
		"1602066600":                             "2020-10-07T10:30:00Z",
		"1602066600000":                          "2020-10-07T10:30:00Z",
		"Posted on Wednesday, October 7, 2020":   "2020-10-07",
		"7 Oct 2020 - 8 Oct 2020":                "",
		"7 Oct 2020 (2020-10-07)":                "2020-10-07",
		"20201399":                               "",
		"12345678":                               "",
		"0000-00-00 00:00:00":                    "",
		"2020":                                   "",
		"":                                       "",
		strings.Repeat("x", 200) + " 2020-10-07": "",
	}
	for text, want := range cases {
		f, ok := dates.Declared(text, dates.Options{})
		if got := f.Date.String(); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %t, want %q", text, got, ok, want)
		}
	}
}

func TestInPath(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"/2020/10/07/x":              "2020-10-07",
		"/news/2020-10-07-x.html":    "2020-10-07",
		"/2020/oct/07/x":             "2020-10-07",
		"/2020/1007/x":               "2020-10-07",
		"/x-20201007.html":           "2020-10-07",
		"/2020/10/x":                 "2020-10",
		"/2020/10/":                  "",
		"/2020/13/07/x":              "",
		"/x2020/10/07/":              "",
		"/20201007123/x":             "",
		"/1980-10-07/x":              "",
		"/" + strings.Repeat("2", 9): "",
		"":                           "",
		"/2020/":                     "",
		"/2020-10":                   "",
	}
	for path, want := range cases {
		d, ok := dates.InPath(path)
		got := ""
		if ok {
			got = d.String()
			if d.Day == 0 {
				got = got[:7]
			}
		}
		if got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// A text without two numbers has no date, in whichever form it could be.
func TestPossible(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": false, "12 comments": false, "© 2014": false, "20201007": false, "May 7, 2020": true, "7.10.20": true, "tháng 10 2": true, "x1y2": true} {
		if got := dates.Possible(text); got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
		for range dates.Find(text, dates.Options{}) {
			if !want {
				t.Errorf("%q: got a date, want none", text)
			}
		}
	}
}
