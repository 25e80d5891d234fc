package store

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// CrawlStatus is where a crawl stands.
type CrawlStatus string

// The statuses. All but the first are ends; a crawl that has finished or was cancelled before it
// was through can be resumed.
const (
	CrawlRunning   CrawlStatus = "running"
	CrawlFinished  CrawlStatus = "finished"
	CrawlFailed    CrawlStatus = "failed"
	CrawlCancelled CrawlStatus = "cancelled"
)

// Halt is why a crawl admits no more pages, or none that are new, although there are more.
type Halt string

// The reasons.
const (
	HaltLimit     Halt = "limit"
	HaltDepth     Halt = "depth"
	HaltCredits   Halt = "credits"
	HaltTime      Halt = "time"
	HaltCancelled Halt = "cancelled"
)

// Crawl is what of a crawl never changes, and where it stands.
type Crawl struct {
	ID          string
	OrgID       string
	WorkspaceID string
	TokenID     string
	RequestID   string
	Kind        string          // of its pages
	Input       json.RawMessage // canonical arguments without secrets
	Sealed      []byte          // the secrets of the arguments, encrypted
	Target      string          // the first page
	BodyHash    string
	MaxCredits  int64 // the most that it may cost; 0 for no limit
	// RenderCredits is what a page that a browser shows cost when the crawl was made; see kind.Caller.
	RenderCredits int64
	Webhook       *job.Subscription
	Shards        int // of the organization's wallet
	CreatedAt     time.Time
	ExpiresAt     time.Time

	State CrawlState
}

// SealedFor is whom the crawl's secrets are sealed for.
func (c *Crawl) SealedFor() string { return c.OrgID + " " + c.ID }

// Most is the most that the crawl may cost; 0 for no limit.
func (c *Crawl) Most() int64 { return cmp.Or(c.State.MaxCredits, c.MaxCredits) }

// PageJob is the id of the job of one try of a page.
func (c *Crawl) PageJob(mark int64) string {
	return ident.Derived(ident.Job, ident.Crawl, c.ID, mark)
}

// CrawlState is where a crawl stands. It is moved on by AdvanceCrawl alone, one step after the other:
// a step that was made of an older state is refused.
//
// A crawl is through when nothing is InFlight, nothing is to be tried Again, every numbered URL
// was admitted and its lists were read: then no job can add a URL any more. One that admits nothing more is
// through as soon as nothing is InFlight.
type CrawlState struct {
	Version int64 // grows with each step
	Status  CrawlStatus
	Halt    Halt // why it admits nothing more; empty while it does

	Numbered int64   // URLs that were found and are pages, the first page included
	Admitted int64   // the first of them, whose jobs were made
	InFlight []int64 // marks of tries whose ends were not taken into account
	Again    []Again // tries that are yet to be made
	Offset   int     // of InFlight[0] one for the page itself, and the links that were taken into account
	Listing  bool    // the job of the lists has not been taken into account, or is yet to be made
	ListTry  int     // which try that is: it is made again after a cancelled one
	ListAt   int     // URLs of the lists that were
	ListKept bool    // that try has succeeded, and what it gave could not be read when the crawl ended: it is read when that is resumed
	Prior    int64   // pages of the earlier crawl that were found, 0 to all
	PriorAll bool    // all of them were, or there is no earlier crawl

	// Level is the depth of the pages that are admitted, of a crawl that is bounded by it, and LevelLast the last of them: those behind it
	// wait until all of these have ended.
	Level     int
	LevelLast int64

	Succeeded int64
	Failed    map[string]int64 // by code
	Failures  []int64          // marks of the newest of them
	Cancelled int64
	Skipped   map[string]int64 // URLs of the site that are no pages, by reason
	Changes   map[string]int64 // pages by what they are to the earlier crawl
	Charged   int64
	Refunded  int64
	// MaxCredits is the most that the crawl may cost since it was resumed with another limit; 0 is that of the crawl.
	MaxCredits int64
	Export     bool  // its pages are to be written to the bucket
	Exported   int64 // the first of them, which are
	Run        int   // how often it was resumed: an export begins anew then

	Host    string    // of the site: where the first page was
	Origin  string    // of the first page, whose robots.txt is waited for
	NoRules time.Time // since when that cannot be read; zero while it can
	Left    bool      // URLs were left out, as there were pages enough
	Named   bool      // a page names a URL as its own that was not found by then: some have a row by Canonical
	Sights  []byte    // templates of which pages were seen, packed
	Matched []int     // includePaths and then excludePaths that have matched, by their index
	Pauses  int       // in a row, in which the organization's other jobs left no room
	RoomAt  time.Time // no page is admitted before, as those left no room; or one of the crawl's own has ended
	Wary    time.Time // until then hosts' paces are asked for, as one wanted fewer requests
	WakeAt  time.Time // a message of it comes then
	Error   *job.Failure

	StartedAt   time.Time // of the first step after it was made, or resumed
	UpdatedAt   time.Time
	CompletedAt time.Time
	step        string // random, of the step that made it
}

// Again is a try of a page that is yet to be made, after another.
type Again struct {
	Mark int64
	At   time.Time // not before
}

// Ended reports whether a crawl does nothing any more.
func (s *CrawlState) Ended() bool { return s.Status != CrawlRunning }

// TruncatedBy is why there are pages that were not crawled; empty when there are none, and while more may be.
func (s *CrawlState) TruncatedBy() Halt {
	switch {
	case s.Halt != "":
		return s.Halt
	case !s.Ended():
		return ""
	case s.Left:
		return HaltLimit
	case s.Skipped[string(frontier.TooDeep)] > 0:
		return HaltDepth
	}
	return ""
}

// how is how a crawl ended.
func (s *CrawlState) how() string {
	switch {
	case s.Status == CrawlCancelled || s.TruncatedBy() == HaltCancelled:
		return endCancelled
	case s.Status == CrawlFailed || s.Succeeded == 0:
		return endFailed
	}
	return endCompleted
}

// Exporting reports whether pages are yet to be written to the bucket. Of a crawl that has ended that is
// all that is left to do.
func (s *CrawlState) Exporting() bool { return s.Export && s.Exported < s.Admitted }

// Done reports whether a crawl does nothing any more, and has nothing left to write.
func (s *CrawlState) Done() bool { return s.Ended() && !s.Exporting() }

// Waiting is how many pages have no job yet.
func (s *CrawlState) Waiting() int64 { return s.Numbered - s.Admitted + int64(len(s.Again)) }

// Through reports whether nothing is left to do that could make a page.
func (s *CrawlState) Through() bool {
	return len(s.InFlight) == 0 && (s.Halt != "" || !s.Listing && s.PriorAll && s.Waiting() == 0)
}

// Crawl reads a crawl of the organization, seeing every earlier write. Errors: crawl_not_found.
func (s *Store) Crawl(ctx context.Context, org, id string) (*Crawl, error) {
	var row crawlItem
	found, err := s.get(ctx, crawlKey(org, id), &row)
	if err != nil {
		return nil, err
	}
	if !found || !fromMillis(row.ExpiresAt).After(s.now()) {
		return nil, errs.Of(errs.CrawlNotFound)
	}
	var state crawlStateItem
	if _, err := s.get(ctx, crawlStateKey(org, id), &state); err != nil {
		return nil, err
	}
	c := row.crawl()
	c.State = state.state()
	return c, nil
}

// CrawlOfKey reads the crawl that an idempotency key made. Errors: crawl_not_found.
func (s *Store) CrawlOfKey(ctx context.Context, org, k string) (*Crawl, error) {
	var row idempotencyItem
	found, err := s.get(ctx, crawlKeyKey(org, k), &row)
	if err != nil {
		return nil, err
	}
	if !found || row.ExpiresAt < millis(s.now()) {
		return nil, errs.Of(errs.CrawlNotFound)
	}
	return s.Crawl(ctx, org, row.Job)
}
