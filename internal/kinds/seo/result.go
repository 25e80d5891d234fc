package seo

import (
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/read/seo"
)

// Result is a snapshot: one object for each signal that was asked for.
type Result struct {
	Domain   string `json:"domain" doc:"The domain that was asked for, in canonical form."`
	URL      string `json:"url" doc:"The page that was looked at."`
	FinalURL string `json:"finalUrl,omitempty" doc:"Where it led, after redirects; absent when no signal needed the page, or no answer came."`

	Technical   *Technical   `json:"technical,omitempty" doc:"The technical state of the page; absent when not asked for."`
	PageSpeed   *PageSpeed   `json:"pagespeed,omitempty" doc:"Lighthouse runs of PageSpeed Insights; absent when not asked for."`
	BlogFeed    *BlogFeed    `json:"blogfeed,omitempty" doc:"The site's blog, by its feed; absent when not asked for."`
	Tranco      *Tranco      `json:"tranco,omitempty" doc:"The domain's rank among the most popular; absent when not asked for."`
	Wikidata    *Wikidata    `json:"wikidata,omitempty" doc:"What Wikidata knows about whose website the domain is; absent when not asked for."`
	CommonCrawl *CommonCrawl `json:"commoncrawl,omitempty" doc:"Captures of the domain in the latest crawl of Common Crawl; absent when not asked for."`
	CrUX        *CrUX        `json:"crux,omitempty" doc:"What Chrome's users met, from the Chrome UX Report; absent when not asked for."`
}

// Technical is our own look at the page.
type Technical struct {
	signal.Outcome
	seo.Audit
}

// BlogFeed is a site's blog as its feed shows it.
type BlogFeed struct {
	signal.Outcome
	Feed *Feed `json:"feed,omitempty" doc:"The feed that was read; absent unless status is ok."`
}

// Feed is a feed and how often it is written to.
type Feed struct {
	URL           string   `json:"url" doc:"Where it is."`
	Format        string   `json:"format" enum:"rss,atom,json" doc:"RSS (any version), Atom or JSON Feed."`
	Title         string   `json:"title,omitempty" doc:"Its title; absent when it has none."`
	FoundBy       string   `json:"foundBy" enum:"given,link,anchor,common_path,blog" doc:"How it was found: the page is the feed (given), a link element names it (link), a link for readers leads to it (anchor), it is where feeds mostly are (common_path), or the blog has it that the page links to (blog)."`
	Items         int      `json:"items" doc:"How many posts it holds; most feeds hold only the newest."`
	Dated         int      `json:"dated" doc:"How many of them say when they were published."`
	NewestAt      string   `json:"newestAt,omitempty" doc:"When the newest was published, RFC 3339 in UTC; absent when none is dated."`
	OldestAt      string   `json:"oldestAt,omitempty" doc:"When the oldest that it holds was published; absent when none is dated."`
	PostsPerMonth *float64 `json:"postsPerMonth,omitempty" doc:"Posts in 30 days, on average from the oldest to the newest that it holds; absent with fewer than two dated posts or when all are of one day."`
	Last90Days    int      `json:"last90Days" doc:"Posts of the last 90 days. When the feed holds no older ones there may have been more."`
	Latest        []Post   `json:"latest" doc:"The newest ten, newest first; those without a date come last, in the feed's order."`
}

// Post is one post of a blog.
type Post struct {
	Title       string `json:"title,omitempty" doc:"Its title; absent when it has none."`
	URL         string `json:"url,omitempty" doc:"Where it is; absent when the feed does not say."`
	PublishedAt string `json:"publishedAt,omitempty" doc:"When it was published, RFC 3339 in UTC; absent when the feed does not say."`
}

// Tranco is a domain's rank.
type Tranco struct {
	signal.Outcome
	Domain  string   `json:"domain" doc:"The registrable domain that was looked up; Tranco ranks no others."`
	Rank    int      `json:"rank,omitempty" doc:"The newest rank, 1 is the most popular of a million; absent unless status is ok."`
	Date    string   `json:"date,omitempty" doc:"The day of that rank, YYYY-MM-DD; absent unless status is ok."`
	History []RankOn `json:"history" doc:"Ranks of about the last 30 days, newest first; days on which it was not among the million are not listed."`
}

// RankOn is a rank on a day.
type RankOn struct {
	Date string `json:"date" doc:"YYYY-MM-DD."`
	Rank int    `json:"rank" doc:"1 is the most popular."`
}

// CommonCrawl are captures of a domain and its subdomains in one crawl.
type CommonCrawl struct {
	signal.Outcome
	Crawl *Crawl `json:"crawl,omitempty" doc:"The latest crawl; absent when the list of crawls could not be read."`

	Pages          *int           `json:"pages,omitempty" doc:"Pages of the index that hold the captures; absent unless it was counted."`
	Blocks         *int           `json:"blocks,omitempty" doc:"Blocks of the index that hold the captures, of up to 3000 lines each and shared with neighbouring domains; absent unless it was counted."`
	Captures       *int           `json:"captures,omitempty" doc:"How many captures there are; absent when there are more than were read, see capturesAtMost."`
	CapturesAtMost *int           `json:"capturesAtMost,omitempty" doc:"With more captures than were read: the most that the blocks can hold, 3000 each."`
	Read           int            `json:"read" doc:"How many captures were read, at most 1000; the fields below are about these."`
	FirstCaptureAt string         `json:"firstCaptureAt,omitempty" doc:"The earliest of them, RFC 3339 in UTC; absent without captures."`
	LastCaptureAt  string         `json:"lastCaptureAt,omitempty" doc:"The latest of them, RFC 3339 in UTC; absent without captures."`
	DistinctURLs   int            `json:"distinctUrls" doc:"Distinct addresses among them."`
	Statuses       map[string]int `json:"statuses" doc:"How many of them were answered with which HTTP status; empty without captures."`
	Languages      map[string]int `json:"languages" doc:"How many of them are in which language (ISO 639-3), by what Common Crawl recognised; a page may have several. Empty without captures."`
	Sample         []Capture      `json:"sample" doc:"The first ten pages with status 200, in the order of their addresses."`
}

// Crawl is one crawl of Common Crawl.
type Crawl struct {
	ID   string `json:"id" example:"CC-MAIN-2025-33" doc:"Its name."`
	Name string `json:"name" doc:"Its name for people."`
	From string `json:"from,omitempty" doc:"When it began, RFC 3339 in UTC; absent when not told."`
	To   string `json:"to,omitempty" doc:"When it ended, RFC 3339 in UTC; absent when not told."`
}

// Capture is one capture of a page.
type Capture struct {
	URL        string `json:"url" doc:"The page."`
	CapturedAt string `json:"capturedAt" doc:"RFC 3339 in UTC."`
	MediaType  string `json:"mediaType,omitempty" doc:"As recognised; absent when not told."`
}
