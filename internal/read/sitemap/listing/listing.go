// Package listing is the shape of what a site lists of its pages, as callers get it.
// It holds no logic and links nothing, so that the API can describe it.
package listing

// URL is a page that a site lists.
type URL struct {
	URL             string      `json:"url" doc:"Absolute URL of the page."`
	UpdatedAt       string      `json:"updatedAt,omitempty" doc:"When the page was last changed (lastmod), with the precision that the site gives: a year, a month (2026-02), a day, or a time in UTC. Absent when the site gives none that can be read."`
	ChangeFrequency string      `json:"changeFrequency,omitempty" enum:"always,hourly,daily,weekly,monthly,yearly,never" doc:"How often the page changes, according to the site; absent when not given."`
	Priority        *float64    `json:"priority,omitempty" minimum:"0" maximum:"1" doc:"Priority of the page among those of the site, 0 to 1, according to the site; absent when not given."`
	Source          string      `json:"source" doc:"The file that lists it: a sitemap, a feed or the home page."`
	OtherHost       bool        `json:"otherHost,omitempty" doc:"True when the page is on another host than the domain, ignoring www. The sitemap protocol lets a site list such pages only when that host's robots.txt names the sitemap, which is not checked."`
	Alternates      []Alternate `json:"alternates,omitempty" doc:"The same page in other languages, at most 100; absent when the sitemap has none."`
}

// Alternate is the same page in another language.
type Alternate struct {
	Language string `json:"language" doc:"Language and optional region, as the sitemap writes it; x-default for the default page."`
	URL      string `json:"url" doc:"Absolute URL."`
}

// Method says how a site's list was found.
type Method string

// The methods, in the order in which they are tried. One that finds a sitemap ends
// the search.
const (
	Given     Method = "given"
	Robots    Method = "robots"
	WellKnown Method = "well_known"
	Link      Method = "link"
	Page      Method = "page"
	None      Method = "none"
)

// Type is what a source turned out to be.
type Type string

// The types. Those of files are the formats of package sitemap.
const (
	RobotsTxt Type = "robots"
	HTML      Type = "html"
)

// Outcome is how reading a source went.
type Outcome string

// The outcomes.
const (
	Read       Outcome = "read"
	Partial    Outcome = "partial"
	Empty      Outcome = "empty"
	NotFound   Outcome = "not_found"
	NotSitemap Outcome = "not_sitemap"
	Blocked    Outcome = "blocked"
	Failed     Outcome = "failed"
	Skipped    Outcome = "skipped"
)

// Source is a file that was tried.
type Source struct {
	URL     string  `json:"url" doc:"URL of the file, as it was found."`
	Outcome Outcome `json:"outcome" enum:"read,partial,empty,not_found,not_sitemap,blocked,failed,skipped" doc:"read: completely. partial: the readable part of a damaged, cut or too large file, or up to limit. empty: it lists nothing. not_found: 404 or 410. not_sitemap: it is something else. blocked: blocked by the site or its robots.txt. failed: it could not be fetched, or nothing in it could be read. skipped: it was not read."`
	Type    Type    `json:"type,omitempty" enum:"robots,sitemap_index,urlset,text,rss,atom,html" doc:"Type of the file; absent when not known. html is the home page, robots a robots.txt."`
	Status  int     `json:"status,omitempty" doc:"HTTP status; absent when there was no response, and for robots.txt."`
	URLs    int     `json:"urls" doc:"Number of pages read from it, before filters and limit; for an index or a robots.txt, the number of sitemaps that it names."`
	Reason  string  `json:"reason,omitempty" doc:"Why it was not read, or not completely; absent when it was."`
}

// Stop says what ended the reading before its time.
type Stop string

// The reasons to stop.
const (
	ByLimit Stop = "limit"
	ByTime  Stop = "time"
	ByFiles Stop = "files"
	BySize  Stop = "size"
)

// Counts are how many pages were read and the outcome of them.
type Counts struct {
	Listed         int `json:"listed" doc:"Pages listed in the files, as far as they were read."`
	Returned       int `json:"returned" doc:"Number of pages in items."`
	Duplicates     int `json:"duplicates" doc:"Pages that were already listed."`
	SkippedOlder   int `json:"skippedOlder" doc:"Pages whose updatedAt is before since."`
	SkippedUndated int `json:"skippedUndated" doc:"Pages without a readable updatedAt; they are left out only when since is given."`
	SkippedByPath  int `json:"skippedByPath" doc:"Pages whose path contains none of the strings in pathContains."`
	Unusable       int `json:"unusable" doc:"Entries without a valid web address."`
	Sources        int `json:"sources" doc:"Files that were tried or skipped; the first 1000 are in sources."`
}
