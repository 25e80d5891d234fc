package websearch_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
)

func TestPages(t *testing.T) {
	t.Parallel()
	limited := errs.New(errs.UpstreamRateLimited, "slower.")
	cases := map[string]struct {
		count int
		read  func(number int) (websearch.Page, error)
		asked int
		found int
		says  string
	}{
		"one is enough":      {2, tens, 1, 10, ""},
		"as many as needed":  {25, tens, 3, 30, ""},
		"any number is one":  {0, tens, 1, 10, ""},
		"as many as allowed": {1000, tens, 5, 50, ""},
		"repetitions do not count": {15, func(number int) (websearch.Page, error) {
			p, err := tens(number / 2)
			if number%2 == 1 {
				p.Results = append(p.Results[5:], pages("https://more.example/")...)
			}
			return p, err
		}, 3, 26, ""},
		"the end":               {25, func(int) (websearch.Page, error) { return websearch.Page{Results: pages("https://a.example/")}, nil }, 1, 1, ""},
		"the same for ever":     {25, func(int) (websearch.Page, error) { return tens(0) }, 2, 20, ""},
		"fails at once":         {25, func(int) (websearch.Page, error) { return websearch.Page{}, limited }, 1, 0, "slower."},
		"fails later":           {25, failingAt(2, limited), 3, 20, "It gave no more pages: slower."},
		"our own bug later":     {25, failingAt(1, errors.New("bug")), 2, 10, "bug"},
		"empty pages, and more": {25, func(int) (websearch.Page, error) { return websearch.Page{More: true}, nil }, 2, 0, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			found, err := websearch.Pages(t.Context(), websearch.Query{Count: c.count}, 5, func(_ context.Context, number int) (websearch.Page, error) {
				asked++
				return c.read(number)
			})
			if asked != c.asked || len(found) != c.found || found == nil {
				t.Errorf("%d pages of %d, %d results of %d", asked, c.asked, len(found), c.found)
			}
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// tens is a page of ten results, with more behind it.
func tens(number int) (websearch.Page, error) {
	p := websearch.Page{More: true}
	for i := range 10 {
		p.Results = append(p.Results, websearch.Result{URL: fmt.Sprintf("https://%d.example/%d", number, i)})
	}
	return p, nil
}

func failingAt(page int, err error) func(int) (websearch.Page, error) {
	return func(number int) (websearch.Page, error) {
		if number == page {
			return websearch.Page{}, err
		}
		return tens(number)
	}
}

func TestRange(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for fresh, want := range map[time.Duration]websearch.Range{
		0: websearch.Any, -time.Hour: websearch.Any, time.Hour: websearch.Day, day: websearch.Day, day + 1: websearch.Week,
		30 * day: websearch.Month, 90 * day: websearch.Year, 366 * day: websearch.Year, 400 * day: websearch.Any,
	} {
		if got := (websearch.Query{Fresh: fresh}).Range(); got != want {
			t.Errorf("%s is %q, not %q", fresh, got, want)
		}
	}
}

func TestDate(t *testing.T) {
	t.Parallel()
	for told, want := range map[string]string{
		"2026-02-10T09:30:00+02:00": "2026-02-10T07:30:00.000Z", "2026-02-10T00:00:00": "2026-02-10", "2026-02-10T00:00:00+02:00": "2026-02-10",
		"Mon, 02 Jan 2023 15:04:05 GMT": "2023-01-02T15:04:05.000Z", "2026-02-10": "2026-02-10", " Feb 10, 2026 ": "2026-02-10", "February 10, 2026": "2026-02-10",
		"Mon, 02 Jan 2023 15:04:05 JST": "2023-01-02T06:04:05.000Z", "Mon, 02 Jan 2023 15:04:05 IST": "2023-01-02",
		"10 Feb 2026": "2026-02-10", "3 days ago": "", "": "", "2026-13-40": "", "Feb 30, 2026": "",
	} {
		if got := websearch.Date(told); got != want {
			t.Errorf("%q: got %q, want %q", told, got, want)
		}
	}
}

func TestDated(t *testing.T) {
	t.Parallel()
	for snippet, want := range map[string][2]string{
		"Feb 10, 2026 ... Gauges":      {"2026-02-10", "Gauges"},
		"10 Feb 2026 — Gauges":         {"2026-02-10", "Gauges"},
		"Feb 10, 2026, was cold":       {"", "Feb 10, 2026, was cold"},
		"Gauges of Feb 10, 2026 ... x": {"", "Gauges of Feb 10, 2026 ... x"},
		"Xyz 10, 2026 ... Gauges":      {"", "Xyz 10, 2026 ... Gauges"},
	} {
		if date, rest := websearch.Dated(snippet); date != want[0] || rest != want[1] {
			t.Errorf("%q: got date %q, rest %q; want date want[0], rest want[1]", snippet, date, rest)
		}
	}
}
