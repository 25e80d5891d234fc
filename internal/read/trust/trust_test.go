package trust_test

import (
	"math"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/trust"
)

func TestOf(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		page  trust.Page
		class trust.Class
		value float64
	}{
		"public body":                   {trust.Page{URL: "http://www.energy.gov/a"}, trust.Official, 0.9},
		"public body of a country":      {trust.Page{URL: "http://www.gov.uk/a"}, trust.Official, 0.9},
		"ministry":                      {trust.Page{URL: "http://www.meti.go.jp/"}, trust.Official, 0.9},
		"university":                    {trust.Page{URL: "http://eng.ox.ac.uk/"}, trust.Official, 0.9},
		"not a public name":             {trust.Page{URL: "http://gov.example.com/"}, trust.Unknown, 0.5},
		"open name like a public one":   {trust.Page{URL: "http://shop.go.de/"}, trust.Unknown, 0.5},
		"standards body":                {trust.Page{URL: "http://www.ietf.org/"}, trust.Official, 0.9},
		"longer name wins":              {trust.Page{URL: "http://spectrum.ieee.org/x"}, trust.Trade, 0.6},
		"DOI":                           {trust.Page{URL: "http://journal.test/1", DOI: true}, trust.Scholarly, 0.9},
		"press":                         {trust.Page{URL: "http://www.reuters.com/x"}, trust.Press, 0.8},
		"wiki":                          {trust.Page{URL: "http://en.wikipedia.org/wiki/X"}, trust.Trade, 0.6},
		"blog by host":                  {trust.Page{URL: "http://blog.northwind.test/x"}, trust.Blog, 0.55},
		"blog by folder":                {trust.Page{URL: "http://northwind.test/en/blog/x"}, trust.Blog, 0.55},
		"a title is no folder":          {trust.Page{URL: "http://northwind.test/a/b/blog"}, trust.Unknown, 0.5},
		"forum":                         {trust.Page{URL: "http://www.reddit.com/r/x"}, trust.Forum, 0.35},
		"forum by folder":               {trust.Page{URL: "http://cars.test/forum/1"}, trust.Forum, 0.35},
		"unreliable":                    {trust.Page{URL: "http://www.theonion.com/x"}, trust.Unreliable, 0.1},
		"unreliable gains nothing":      {trust.Page{URL: "https://theonion.com/x", Author: "A", Published: "2026-01-01"}, trust.Unreliable, 0.1},
		"unreliable though the subject": {trust.Page{URL: "http://rt.com/x", Subjects: []string{"rt.com"}}, trust.Unreliable, 0.1},
		"subject":                       {trust.Page{URL: "http://ir.northwind.test/x", Subjects: []string{"northwind.test"}}, trust.Subject, 0.9},
		"subject's blog":                {trust.Page{URL: "http://blog.northwind.test/x", Subjects: []string{"www.northwind.test"}}, trust.Subject, 0.9},
		"all gains":                     {trust.Page{URL: "https://a.test/", Author: "A", Published: "2026", Cites: true}, trust.Unknown, 0.59},
		"never certain":                 {trust.Page{URL: "https://nist.gov/", Author: "A", Published: "2026", Cites: true}, trust.Official, 0.98},
		"named":                         {trust.Page{URL: "http://a.test/", Named: true}, trust.Unknown, 0.85},
		"named and better":              {trust.Page{URL: "http://nist.gov/", Named: true}, trust.Official, 0.9},
		"case and port":                 {trust.Page{URL: "HTTP://WWW.Reuters.COM:80/x"}, trust.Press, 0.8},
		"no address":                    {trust.Page{URL: "::"}, trust.Unknown, 0.5},
		"one label":                     {trust.Page{URL: "http://gov/"}, trust.Unknown, 0.5},
		"address of a machine":          {trust.Page{URL: "http://192.0.2.1/"}, trust.Unknown, 0.5},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := trust.Of(test.page)
			if got.Class != test.class || got.Value != test.value {
				t.Errorf("got %s %v, want %s %v", got.Class, got.Value, test.class, test.value)
			}
			if got.Reason == "" {
				t.Error("no reason")
			}
		})
	}
}

func TestReason(t *testing.T) {
	t.Parallel()
	got := trust.Of(trust.Page{URL: "https://a.test/", Published: "2026-01-01", Named: true}).Reason
	if want := "named by the caller; nothing known of the site; https, dated"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFresh(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	tests := map[string]struct {
		published, lane string
		want            float64
	}{
		"now":                   {"2026-07-01T12:00:00Z", "news", 1},
		"a half-life of news":   {"2026-06-01T12:00:00Z", "news", 0.5},
		"two of them":           {"2026-05-02", "news", 0.25},
		"slow lane":             {"2026-01-02", "scholarly", 0.5},
		"unknown lane":          {"2026-04-02", "else", 0.5},
		"zone":                  {"2026-07-01T14:00:00+02:00", "news", 1},
		"month":                 {"2026-06", "news", math.Exp(-math.Ln2 * 15.5 / 30)},
		"the year's middle":     {"2026", "news", 1},
		"tomorrow":              {"2026-07-02", "news", 1},
		"a date that cannot be": {"2031-01-01", "news", trust.Undated},
		"undated":               {"", "news", trust.Undated},
		"no date":               {"yesterday", "news", trust.Undated},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := trust.Fresh(test.published, now, test.lane); math.Abs(got-test.want) > 0.001 {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
