package quantity_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/claims/quantity"
)

// shown writes quantities and dates in short.
func shown(text string) string {
	r := quantity.Read(text)
	var list []string
	for _, q := range r.Quantities {
		var s string
		switch {
		case math.IsInf(q.High, 1):
			s = fmt.Sprintf(">%g", q.Low)
		case math.IsInf(q.Low, -1):
			s = fmt.Sprintf("<%g", q.High)
		case q.Low != q.High:
			s = fmt.Sprintf("%g..%g", q.Low, q.High)
		default:
			s = fmt.Sprintf("%g", q.Low)
		}
		if q.About {
			s = "~" + s
		}
		s += " " + q.Unit
		if q.Unit == "" {
			s += strings.Join(q.Things, "+")
		}
		list = append(list, strings.TrimSpace(s))
	}
	for _, d := range r.Dates {
		s := fmt.Sprintf("%d", d.Year)
		if d.Quarter > 0 {
			s += fmt.Sprintf("q%d", d.Quarter)
		}
		if d.Month > 0 {
			s += fmt.Sprintf("-%d", d.Month)
		}
		if d.Day > 0 {
			s += fmt.Sprintf("-%d", d.Day)
		}
		list = append(list, "@"+s)
	}
	for _, l := range r.Labels {
		list = append(list, "#"+l)
	}
	return strings.Join(list, "; ")
}

func TestRead(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		// Numbers.
		"The yard built 41 ships.":                   "41 ship",
		"It has 1,250 full-time employees.":          "1250 full+time+employe",
		"It sold 1,234,567.5 shares":                 "1.2345675e+06 share",
		"It grew 3.5 times":                          "3.5 times",
		"Die Werft hat 1.250 Schiffe und 3,5 Kräne":  "1250 schiff; 3.5 krane",
		"The ratio of the parts is 3.142":            "3.142",
		"They dredged 12 000 cubic metres":           "12000 m3",
		"Twenty-five ships and one crane":            "25 ship",
		"two million people, one million cars":       "2e+06 peopl; 1e+06 car",
		"a dozen ferries":                            "12 ferri",
		"The water stood at -5 °C":                   "-5 °C",
		"Two thirds of the cost and half of the sum": "~66.66666666666667 %",
		// Money and magnitudes.
		"It costs 64 million euros":                       "6.4e+07 EUR",
		"It costs €64m":                                   "6.4e+07 EUR",
		"It costs EUR 64 million":                         "6.4e+07 EUR",
		"a 64-million-euro gate":                          "6.4e+07 EUR",
		"US$1.2bn of debt and A$5":                        "1.2e+09 USD; 5 AUD",
		"1,2 Mrd. Euro und 5 Mio. Franken von der Stadt":  "1.2e+09 EUR; 5e+06 CHF",
		"64 millions de dollars":                          "6.4e+07 USD",
		"It cost 210 million pounds, and not 184 million": "2.1e+08 GBP; 1.84e+08 GBP",
		"5k runners and 38m users":                        "5000 runner; 3.8e+07 user",
		"a 38m passage and 30 m of quay":                  "38 m; 30 m",
		// Units.
		"It rose by 3.2% and 4 per cent": "3.2 %; 4 %",
		"It rose 2 percentage points":    "2 pp",
		"The wall is 3 miles long":       "~4828.032 m",
		"a 400-metre wall, 2.5 km away":  "400 m; 2500 m",
		"It sails at 30 km/h":            "30 km/h",
		"50 MW for twenty minutes":       "5e+07 W; 1200 s",
		// Ranges, bounds, approximations.
		"between 10 and 20 ships":                       "10..20 ship",
		"10-20% of them":                                "10..20 %",
		"3 to 4 million euros":                          "3e+06..4e+06 EUR",
		"It rose from 38 to 41 million euros":           "3.8e+07 EUR; 4.1e+07 EUR",
		"It fell from 38 to 30 percent":                 "38 %; 30 %",
		"about 40 ships, nearly 50 cranes":              "~40 ship; ~50 crane",
		"more than 40 ships, at least 12 cranes":        ">40 ship; >12 crane",
		"up to 40 ships and fewer than 5 cranes":        "<40 ship; <5 crane",
		"no fewer than 40 ships, no more than 5 cranes": ">40 ship; <5 crane",
		"40+ ships over 5 years":                        ">40; 1.57788e+08 s",
		// Dates.
		"It opened on 12 March 2024 in Ghent":         "@2024-3-12",
		"It opened on March 12th, 2024.":              "@2024-3-12",
		"Opened 2024-03-12, closed 25/12/2024":        "@2024-3-12; @2024-12-25",
		"seen 03/04/2024 and 12.03.2024":              "@2024; @2024-3-12",
		"Am 12. März 2024 und im Mai":                 "@2024-3-12; @0-5",
		"el 12 de marzo de 2024":                      "@2024-3-12",
		"In March 2024, since May, they may march on": "@2024-3; @0-5",
		"Q3 2024 and the third quarter of 2023":       "@2024q3; @2023q3",
		"In 2024 ships were built, 41 of them":        "41; @2024",
		"founded 1998 in Ghent":                       "@1998",
		"from 2019 to 2023, or 2019-2023":             "@2019; @2023; @2019; @2023",
		"It has 2000 ships":                           "2000 ship",
		"the 1990s, FY2024":                           "@2024; #1990s",
		"May Holm is 40":                              "40",
		// Numbers that count nothing.
		"COVID-19, A320, GPT-4, line 3, No. 7, the 3rd": "#covid19; #a320; #gpt4; #line3; #no7; #3rd",
		"Reactor 3, Harbour 2 and the Oriel Phone 15":   "#reactor3; #harbour2; #phone15",
		"a pier 400 metres long, a line 64 million":     "400 m; 6.4e+07",
		"at 14:30, at 5 pm":                             "",
		"two weeks ago, vor zwei Jahren":                "",
		"no number here":                                "",
		"":                                              "",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, shown(text)); diff != "" {
				t.Errorf("shown mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSays(t *testing.T) {
	t.Parallel()
	const same, unclear, different, apart = quantity.Same, quantity.Unclear, quantity.Different, quantity.Apart
	tests := []struct {
		claim, source string
		want          quantity.Outcome
	}{
		{"41 ships", "41 ships", same},
		{"41 ships", "forty-one new ships", same},
		{"41 ships", "42 ships", different},
		{"41 ships", "41 cranes", apart},
		{"41 ships", "41", same},
		{"41 %", "41 ships", apart},
		{"5%", "5 percentage points", apart},
		{"64 million euros", "€64m", same},
		{"64 million euros", "64 million dollars", apart},
		{"64 million euros", "71 million euros", different},
		{"1.2 million people", "1,234,567 people", same},
		{"1,234,567 people", "1.2 million people", same},
		{"1.2 million people", "1.3 million people", different},
		{"1,200 people", "1,250 people", unclear},
		{"40,000 people", "41,000 people", unclear},
		{"40,000 people", "47,000 people", different},
		{"100 people", "120 people", different},
		{"about 40 ships", "41 ships", same},
		{"41 ships", "about 40 ships", same},
		{"41 ships", "about 45 ships", unclear},
		{"41 ships", "about 60 ships", different},
		{"more than 40 ships", "45 ships", same},
		{"45 ships", "more than 40 ships", unclear},
		{"39 ships", "more than 40 ships", different},
		{"more than 40 ships", "over 40 ships", same},
		{"up to 40 ships", "41 ships", different},
		{"between 10 and 20 ships", "15 ships", same},
		{"15 ships", "10-20 ships", unclear},
		{"between 10 and 20 ships", "25 ships", different},
		{"3 miles", "4.8 km", same},
		{"400 metres", "0.4 km", same},
		{"two thirds of it", "66.7 % of it", same},
	}
	for _, test := range tests {
		t.Run(test.claim+"/"+test.source, func(t *testing.T) {
			t.Parallel()
			a, b := quantity.Read(test.claim).Quantities, quantity.Read(test.source).Quantities
			if len(a) != 1 || len(b) != 1 {
				t.Fatalf("read %v and %v", a, b)
			}
			if got := a[0].Says(b[0]); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestDateSays(t *testing.T) {
	t.Parallel()
	const same, unclear, different = quantity.Same, quantity.Unclear, quantity.Different
	tests := []struct {
		claim, source string
		want          quantity.Outcome
	}{
		{"in 2024", "on 12 March 2024", same},
		{"on 12 March 2024", "in 2024", unclear},
		{"on 12 March 2024", "2024-03-12", same},
		{"on 12 March 2024", "on March 13, 2024", different},
		{"in March 2024", "in Q1 2024", unclear},
		{"in Q1 2024", "in March 2024", same},
		{"in Q2 2024", "in March 2024", different},
		{"in 2024", "in 2023", different},
		{"in March", "in March 2024", same},
	}
	for _, test := range tests {
		t.Run(test.claim+"/"+test.source, func(t *testing.T) {
			t.Parallel()
			a, b := quantity.Read(test.claim).Dates, quantity.Read(test.source).Dates
			if len(a) != 1 || len(b) != 1 {
				t.Fatalf("read %v and %v", a, b)
			}
			if got := a[0].Says(b[0]); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"9", "1 ", "1,", "1-", "million ", "2 million ", "12 March ", "$", "'", "a'", "a\xff", "\xff", "\x00", "between 1 and ", "123 ", "价", "1 000 "} {
		text := strings.Repeat(piece, 1<<16/len(piece))
		r := quantity.Read(text)
		for _, q := range r.Quantities {
			if math.IsNaN(q.Low) || math.IsNaN(q.High) || q.Start < 0 || q.End > len(text) || q.Start >= q.End {
				t.Fatalf("%q: got quantity %+v, want math.IsNaN(q.Low) false, math.IsNaN(q.High) false, Start at least 0, End at most %v, Start under %v", piece, q, len(text), q.End)
			}
			q.Says(q)
		}
	}
}
