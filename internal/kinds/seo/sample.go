package seo

import (
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/seo"
)

// sample is the result that the documentation shows.
func sample() Result {
	ok := func(source string) signal.Outcome { return signal.Outcome{Status: signal.OK, Source: source} }
	return Result{
		Domain: "example.com", URL: "https://example.com/", FinalURL: "https://example.com/",
		Technical: &Technical{Outcome: ok("example.com"), Audit: seo.Audit{
			Response: &seo.Response{
				URL: "https://example.com/", FinalURL: "https://example.com/", Status: 200, Redirects: []page.Redirect{}, HTTPS: true,
				HTTPVersion: "2", ContentType: "text/html", Compression: "gzip", Bytes: 1256, TTFBMS: 87, DurationMS: 91,
				Caching: seo.Caching{CacheControl: "max-age=3000"},
			},
			Issues: []seo.Issue{{Code: "description_missing", Severity: seo.Warning, Message: "The page has no meta description."}},
		}},
		Tranco: &Tranco{
			Outcome: ok("tranco"), Domain: "example.com", Rank: 157, Date: "2025-08-15",
			History: []RankOn{{Date: "2025-08-15", Rank: 157}, {Date: "2025-08-14", Rank: 158}},
		},
		CrUX: &CrUX{Outcome: signal.Outcome{
			Status: signal.NotConfigured, Source: "crux", Reason: "crux needs a key; the operator has to set it as crux in QUARRY_KEYS.",
		}},
	}
}
