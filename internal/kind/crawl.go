package kind

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// Crawl is a call that makes a job of its kind of each page of a site.
type Crawl struct {
	Path    string // below /v1/public: "/crawl"
	Title   string // a few words for the documentation
	Summary string // and a sentence
	// Args returns a pointer to new, empty arguments of the call.
	Args     func() CrawlArgs
	Examples []Example
}

// CrawlArgs are the decoded arguments of a crawl. After Plan their JSON is the canonical input.
type CrawlArgs interface {
	// Plan checks the arguments, fills defaults and clamps. It MUST return an *errs.Error with the
	// field's name for everything that it refuses, and the same plan for its canonical input.
	Plan(Caller) (CrawlPlan, error)
	// Page returns the arguments of one page's job. It is called after Plan.
	Page(url string) Args
}

// CrawlPlan is what a crawl is to do.
type CrawlPlan struct {
	frontier.Rules

	Quote   credit.Quote  // of each page
	Lists   ListUse       // what is made of the site's sitemaps
	Delay   time.Duration // between two pages of one host, at least
	Timeout time.Duration // after which no page is admitted, from when it was made or resumed; 0 for the most
	Against string        // id of the crawl that this one is compared with; empty for none
	Since   time.Time     // pages are asked for what has changed since; zero for all
	Export  bool          // pages are written to the bucket as they end
	// Robots has pages left out that robots.txt disallows, and its crawl-delay kept.
	Robots bool
}

// Lists is the kind whose job reads the lists of a crawl's site.
const Lists = "sitemap"

// ListUse is what is made of a site's sitemaps.
type ListUse string

// The uses.
const (
	IncludeLists ListUse = "include"
	SkipLists    ListUse = "skip"
	OnlyLists    ListUse = "only" // and no link is followed
)
