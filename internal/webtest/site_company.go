package webtest

import (
	"maps"
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// companySite is the home of a firm as a brand, an SEO snapshot or a sitemap wants it.
// It stands for https://example.com/ in the documentation's examples.
func companySite() Site {
	site := Site{
		Host:   "company.test",
		Title:  "A company",
		About:  "The site of a small firm, with everything that such a site says about itself: structured data, icons, a manifest, custom properties, fonts, a sitemap, a feed, social profiles. It stands for https://example.com/ in the examples of the documentation.",
		Pages:  companyShown(),
		Assets: companyAssets(),
	}
	maps.Copy(site.Assets, companyFeeds())
	for _, p := range companyPages() {
		serve := hardened(p.serve)
		declared := false
		for i := range site.Pages {
			if site.Pages[i].URL == companyURL+p.Path {
				site.Pages[i].Serve, declared = serve, true
			}
		}
		if !declared {
			site.Assets[p.Path] = serve
		}
	}
	return site
}

// companyShown are the pages that the documentation names.
func companyShown() []Page {
	return []Page{
		{
			Name: "company-home", URL: "http://company.test/",
			Shows: "a home page; a script adds a list of stations that a plain fetch does not see",
			Expect: Expect{
				Title:    "River and tide gauges that report for ten years",
				Contains: []string{"runs for ten years on one battery"},
				Lacks:    []string{"Skip to content", "Share on Facebook"},
			},
		},
		{
			Name: "company-about", URL: "http://company.test/about",
			Shows:  "people, an address and a history",
			Expect: Expect{Title: "About Marrowfen", Contains: []string{"founded Marrowfen in March 2014", "Adaeze Holm"}},
		},
		{
			Name: "company-pricing", URL: "http://company.test/pricing",
			Shows:  "a table of prices",
			Expect: Expect{Title: "Pricing", Contains: []string{"| Gauge M2, tide", "£540"}},
		},
		{
			Name: "company-docs", URL: "http://company.test/docs/",
			Shows:  "a page of documentation with steps and a block of code",
			Expect: Expect{Title: "Manual", Contains: []string{"## Fit the gauge", "hours=6"}},
		},
		{
			Name: "company-blog", URL: "http://company.test/blog/",
			Shows:  "a list of posts, with a feed",
			Expect: Expect{Title: "The log", Contains: []string{"Ice in the pipe", "Ten years on one battery"}},
		},
		{
			Name: "company-post", URL: "http://company.test/blog/ice-in-the-pipe",
			Shows:  "a post with its author and date",
			Expect: Expect{Title: "Ice in the pipe", Contains: []string{"ice that cannot rise pushes"}},
		},
		{
			Name: "company-german", URL: "http://company.test/de/",
			Shows:  "the home page in German, told by `hreflang`",
			Expect: Expect{Title: "Pegel, die zehn Jahre lang melden", Contains: []string{"Marmeladenglases"}},
		},
	}
}

func companyAssets() map[string]http.HandlerFunc {
	const css, script = "text/css; charset=utf-8", "text/javascript; charset=utf-8"
	assets := map[string]http.HandlerFunc{
		"/site.webmanifest":           site.Text("application/manifest+json", companyManifest),
		"/.well-known/security.txt":   site.Text("text/plain; charset=utf-8", companySecurity),
		"/robots.txt":                 site.Text("text/plain; charset=utf-8", companyRobots),
		"/brand/card.png":             imagePNG(1200, 630),
		"/brand/icon-96.png":          imagePNG(96, 96),
		"/brand/icon-192.png":         imagePNG(192, 192),
		"/brand/icon-512.png":         imagePNG(512, 512),
		"/apple-touch-icon.png":       imagePNG(180, 180),
		"/favicon.ico":                favicon(),
		"/pixel.gif":                  site.Text("image/gif", pixel),
		"/api/gauges/carrow-sluice":   site.Text("application/json", `{"gauge":"carrow-sluice","unit":"m","readings":[2.311,2.314]}`),
		"/fonts/css2":                 file("company/fonts.css", css),
		"/assets/site.css":            file("company/site.css", css),
		"/assets/tokens.css":          file("company/tokens.css", css),
		"/assets/app.js":              file("company/app.js", script),
		"/brand/logo.svg":             file("company/logo.svg", svgImage),
		"/brand/mark.svg":             file("company/mark.svg", svgImage),
		"/images/gauge.svg":           file("company/gauge.svg", svgImage),
		"/images/network.svg":         file("company/network.svg", svgImage),
		"/images/customer-carrow.svg": file("company/customer-carrow.svg", svgImage),
		"/images/customer-sallow.svg": file("company/customer-sallow.svg", svgImage),
	}
	for path, serve := range assets {
		assets[path] = site.With(hardened(serve), "Cache-Control", "public, max-age=86400")
	}
	return assets
}

const companyManifest = `{
  "name": "Marrowfen Instruments",
  "short_name": "Marrowfen",
  "start_url": "/",
  "display": "browser",
  "theme_color": "#0b5d5b",
  "background_color": "#fbfaf5",
  "icons": [
    {"src": "/brand/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/brand/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
    {"src": "/brand/mark.svg", "sizes": "any", "type": "image/svg+xml"}
  ]
}
`

const companySecurity = `Contact: mailto:security@company.test
Expires: 2035-01-01T00:00:00Z
Preferred-Languages: en, de
Canonical: http://company.test/.well-known/security.txt
`

const companyRobots = `User-agent: *
Disallow: /api/

Sitemap: http://company.test/sitemap.xml
`

// pixel is a transparent GIF of one pixel, as trackers use it.
const pixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

// hardened adds the headers by which a careful site protects its visitors.
func hardened(next http.HandlerFunc) http.HandlerFunc {
	return site.With(
		next,
		"Content-Security-Policy", "default-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'self'",
		"Strict-Transport-Security", "max-age=31536000; includeSubDomains",
		"X-Content-Type-Options", "nosniff",
		"X-Frame-Options", "DENY",
		"Referrer-Policy", "strict-origin-when-cross-origin",
		"Permissions-Policy", "camera=(), geolocation=(), microphone=()",
		"Server", "nginx",
	)
}
