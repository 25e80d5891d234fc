// Package seo describes the result of a technical look at a page: how it is served,
// what it says to search engines, what it is made of, and what is wrong with that. It
// holds types only, so that the API can document them without linking a parser;
// package audit below it does the work.
package seo

import "github.com/quarryapi/quarry/internal/read/page"

// Audit is the result of a look at a page and at its site's files. A part that was not
// seen is absent: a wall, for one, has a Response and no Page.
type Audit struct {
	Response  *Response  `json:"response,omitempty" doc:"How the page is served; absent when there was no response."`
	Page      *Page      `json:"page,omitempty" doc:"Content of the HTML; absent when the response is not the page, has a status of 400 or higher, or is not HTML."`
	RobotsTxt *RobotsTxt `json:"robotsTxt,omitempty" doc:"The robots.txt of the page's site; absent when it was not requested because the site did not respond."`
	Sitemap   *Sitemap   `json:"sitemap,omitempty" doc:"Whether the site has a sitemap; absent when it was not searched for because the site did not respond."`
	Issues    []Issue    `json:"issues" doc:"Issues to fix, most severe first; each follows from a fact in the other parts."`
}

// Severity is how much an issue matters.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // keeps the page out of search results, or breaks it
	Warning Severity = "warning" // costs visitors or ranking
	Notice  Severity = "notice"  // could be better
)

// Issue is something to mend.
type Issue struct {
	Code     string   `json:"code" doc:"Stable code, such as title_missing."`
	Severity Severity `json:"severity" enum:"error,warning,notice" doc:"error: keeps the page out of search results or breaks it. warning: costs visitors or ranking. notice: could be better."`
	Message  string   `json:"message" doc:"What was measured, in words."`
}

// Response is how a page is served.
type Response struct {
	URL         string          `json:"url" doc:"The requested URL."`
	FinalURL    string          `json:"finalUrl" doc:"Final URL, after redirects."`
	Status      int             `json:"status" doc:"HTTP status of the final address."`
	Redirects   []page.Redirect `json:"redirects" doc:"The redirects that were followed, in order."`
	HTTPS       bool            `json:"https" doc:"Whether the final address is https."`
	HTTPVersion string          `json:"httpVersion" doc:"HTTP version of the response: 1.0, 1.1 or 2."`
	HTTP3       bool            `json:"http3" doc:"Whether the site offers HTTP/3 in Alt-Svc."`
	HSTS        bool            `json:"hsts" doc:"Whether it has a Strict-Transport-Security header in effect."`
	ContentType string          `json:"contentType,omitempty" doc:"Media type without parameters; absent when none was sent."`
	Compression string          `json:"compression,omitempty" doc:"Content-Encoding of the response, such as br or gzip; absent when it was not compressed."`
	Bytes       int             `json:"bytes" doc:"Size of the body after decompression, in bytes."`
	TTFBMS      int64           `json:"ttfbMs" doc:"Milliseconds from the last request to the first byte of its response, a new connection included."`
	DurationMS  int64           `json:"durationMs" doc:"Total milliseconds, redirects included."`
	Caching     Caching         `json:"caching" doc:"Caching headers of the response."`
	XRobotsTag  string          `json:"xRobotsTag,omitempty" doc:"The X-Robots-Tag headers, comma-separated; absent when there is none."`
}

// Caching is what an answer says about keeping it. Every field is absent when its
// header was not sent.
type Caching struct {
	CacheControl string `json:"cacheControl,omitempty" doc:"The Cache-Control header; absent when not sent."`
	ETag         string `json:"etag,omitempty" doc:"The ETag header; absent when not sent."`
	LastModified string `json:"lastModified,omitempty" doc:"The Last-Modified header; absent when not sent."`
	Expires      string `json:"expires,omitempty" doc:"The Expires header; absent when not sent."`
	Age          string `json:"age,omitempty" doc:"The Age header: seconds in a shared cache; absent when not sent."`
	Vary         string `json:"vary,omitempty" doc:"The Vary header; absent when not sent."`
}

// RobotsTxt is what a robots.txt says about the page.
type RobotsTxt struct {
	URL              string   `json:"url" doc:"URL of the robots.txt."`
	Present          bool     `json:"present" doc:"Whether the site has one."`
	Status           int      `json:"status,omitempty" doc:"HTTP status of the response; absent when there was none."`
	AllowsPage       *bool    `json:"allowsPage,omitempty" doc:"Whether its rules for all crawlers (*) allow the page; without a robots.txt everything is allowed. Absent when the rules are unknown because the site fails to serve it."`
	AllowsGooglebot  *bool    `json:"allowsGooglebot,omitempty" doc:"The same for Googlebot, which may have its own rules."`
	CrawlDelaySecond float64  `json:"crawlDelaySeconds,omitempty" doc:"The Crawl-delay for all crawlers, in seconds; absent when there is none."`
	Sitemaps         []string `json:"sitemaps" doc:"The sitemaps that it lists."`
}

// Sitemap is whether a site has a sitemap.
type Sitemap struct {
	Present bool   `json:"present" doc:"Whether one was found: at a URL in robots.txt, otherwise at /sitemap.xml or /sitemap_index.xml."`
	URL     string `json:"url,omitempty" doc:"URL of the sitemap; absent when none was found."`
	Listed  bool   `json:"listed" doc:"Whether robots.txt lists it."`
	Kind    string `json:"kind,omitempty" enum:"urlset,index,feed,text,compressed" doc:"Kind of the sitemap: a list of URLs (urlset), a list of sitemaps (index), RSS or Atom (feed), plain text, or compressed and not opened; absent when none was found."`
}
