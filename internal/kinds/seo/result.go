package seo

import (
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/read/seo"
)

// Result is a snapshot: one object for each signal that was asked for.
type Result struct {
	Domain   string `json:"domain" doc:"The requested domain, in canonical form."`
	URL      string `json:"url" doc:"URL of the page."`
	FinalURL string `json:"finalUrl,omitempty" doc:"Final URL, after redirects; absent when no signal needed the page, or it did not respond."`

	Technical   *Technical   `json:"technical,omitempty" doc:"The technical state of the page; absent when not requested."`
	PageSpeed   *PageSpeed   `json:"pagespeed,omitempty" doc:"Lighthouse runs of PageSpeed Insights; absent when not requested."`
	BlogFeed    *BlogFeed    `json:"blogfeed,omitempty" doc:"The site's blog, by its feed; absent when not requested."`
	Tranco      *Tranco      `json:"tranco,omitempty" doc:"The domain's rank among the most popular; absent when not requested."`
	Wikidata    *Wikidata    `json:"wikidata,omitempty" doc:"The Wikidata entity whose website is on the domain; absent when not requested."`
	CommonCrawl *CommonCrawl `json:"commoncrawl,omitempty" doc:"Captures of the domain in the latest crawl of Common Crawl; absent when not requested."`
	CrUX        *CrUX        `json:"crux,omitempty" doc:"Field data of Chrome users, from the Chrome UX Report; absent when not requested."`
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
	URL           string   `json:"url" doc:"URL of the feed."`
	Format        string   `json:"format" enum:"rss,atom,json" doc:"RSS (any version), Atom or JSON Feed."`
	Title         string   `json:"title,omitempty" doc:"Its title; absent when it has none."`
	FoundBy       string   `json:"foundBy" enum:"given,link,anchor,common_path,blog" doc:"How it was found: the page is the feed (given), a link element names it (link), a visible link leads to it (anchor), it is at a common path (common_path), or it is the feed of the blog that the page links to (blog)."`
	Total         int      `json:"total" doc:"Number of posts in the feed; most feeds have only the newest."`
	Dated         int      `json:"dated" doc:"Number of posts with a date."`
	NewestAt      string   `json:"newestAt,omitempty" doc:"When the newest post was published, or the day alone (2026-02-10) when the feed has no time in a zone that is known; absent when no post has a date."`
	OldestAt      string   `json:"oldestAt,omitempty" doc:"When the oldest post in the feed was published; absent when no post has a date."`
	PostsPerMonth *float64 `json:"postsPerMonth,omitempty" doc:"Average number of posts in 30 days, from the oldest to the newest in the feed; absent with fewer than two dated posts or when all are of one day."`
	Last90Days    int      `json:"last90Days" doc:"Number of posts in the last 90 days. When the feed has no older ones, there may be more."`
	Latest        []Post   `json:"latest" doc:"The newest ten posts, newest first; those without a date come last, in the feed's order."`
}

// Post is one post of a blog.
type Post struct {
	Title       string `json:"title,omitempty" doc:"Its title; absent when it has none."`
	URL         string `json:"url,omitempty" doc:"URL of the post; absent when the feed does not have it."`
	PublishedAt string `json:"publishedAt,omitempty" doc:"When it was published, in the forms of newestAt; absent when the feed does not have it."`
}

// Tranco is a domain's rank.
type Tranco struct {
	signal.Outcome
	Domain  string   `json:"domain" doc:"The registrable domain that was looked up; Tranco ranks no others."`
	Rank    int      `json:"rank,omitempty" doc:"The latest rank in the top million, 1 is the most popular; absent unless status is ok."`
	Date    string   `json:"date,omitempty" doc:"Date of that rank, YYYY-MM-DD; absent unless status is ok."`
	History []RankOn `json:"history" doc:"Ranks of about the last 30 days, newest first; days on which it was not in the top million are absent."`
}

// RankOn is a rank on a day.
type RankOn struct {
	Date string `json:"date" doc:"Date, YYYY-MM-DD."`
	Rank int    `json:"rank" doc:"The rank; 1 is the most popular."`
}

// CommonCrawl are captures of a domain and its subdomains in one crawl.
type CommonCrawl struct {
	signal.Outcome
	Crawl *Crawl `json:"crawl,omitempty" doc:"The latest crawl; absent when the list of crawls could not be read."`

	Pages          *int           `json:"pages,omitempty" doc:"Number of index pages that contain the captures; absent unless it was counted."`
	Blocks         *int           `json:"blocks,omitempty" doc:"Number of index blocks that contain the captures, of up to 3000 lines each and shared with neighbouring domains; absent unless it was counted."`
	Captures       *int           `json:"captures,omitempty" doc:"Number of captures; absent when there are more than were read, see capturesAtMost."`
	CapturesAtMost *int           `json:"capturesAtMost,omitempty" doc:"When there are more captures than were read: the maximum that the blocks can contain, 3000 each."`
	Read           int            `json:"read" doc:"Number of captures that were read, at most 1000; the fields below are about these."`
	FirstCaptureAt string         `json:"firstCaptureAt,omitempty" format:"date-time" doc:"Time of the earliest of them; absent without captures."`
	LastCaptureAt  string         `json:"lastCaptureAt,omitempty" format:"date-time" doc:"Time of the latest of them; absent without captures."`
	DistinctURLs   int            `json:"distinctUrls" doc:"Number of distinct URLs among them."`
	Statuses       map[string]int `json:"statuses" doc:"Number of captures by HTTP status; empty without captures."`
	Languages      map[string]int `json:"languages" doc:"Number of captures by language (ISO 639-3), as detected by Common Crawl; a page may have several. Empty without captures."`
	Sample         []Capture      `json:"sample" doc:"The first ten pages with status 200, sorted by URL."`
}

// Crawl is one crawl of Common Crawl.
type Crawl struct {
	ID          string `json:"id" example:"CC-MAIN-2025-33" doc:"Id of the crawl."`
	Name        string `json:"name" doc:"Display name."`
	StartedAt   string `json:"startedAt,omitempty" format:"date-time" doc:"When it started; absent when not reported."`
	CompletedAt string `json:"completedAt,omitempty" format:"date-time" doc:"When it ended; absent when not reported."`
}

// Capture is one capture of a page.
type Capture struct {
	URL        string `json:"url" doc:"URL of the page."`
	CapturedAt string `json:"capturedAt" format:"date-time" doc:"When it was captured."`
	MediaType  string `json:"mediaType,omitempty" doc:"Media type as detected; absent when not reported."`
}
