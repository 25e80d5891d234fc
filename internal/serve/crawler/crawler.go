// Package crawler moves crawls on: it takes the ends of their pages into account, finds URLs in
// them, admits the next pages and sees when a crawl is through. It does so in steps, each of which is one
// transaction on the condition that no other was made since: messages that come twice, or late, or
// never do no harm. It must not know how pages are fetched, nor what a kind makes of them.
package crawler

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/url"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch/robots"
	"github.com/quarryapi/quarry/internal/web/frontier"
	"github.com/quarryapi/quarry/internal/web/turn"
)

const (
	// InFlight is how many pages of a crawl are unfinished at once.
	InFlight = 16
	// Longest is how long a crawl goes on, from when it was made or resumed.
	Longest = 24 * time.Hour
	// Timeout is that of its function.
	Timeout = 2 * time.Minute
	// stopBefore is how long before the function's end it leaves the rest to another message.
	stopBefore = 20 * time.Second
	// mostSteps bounds what is done for one message, so that no crawl keeps others waiting.
	mostSteps = 64
	// crowded is the pause of a crawl for which the organization's other jobs leave no room.
	crowded = 5 * time.Second
	// mostPauses is how often that pause doubles: up to 160 s.
	mostPauses = 5
	// restless is after how long a crawl that has nothing to do says that somebody has looked.
	restless = time.Minute
)

// Store is the part of the store that crawls need.
type Store interface {
	Crawl(ctx context.Context, org, id string) (*store.Crawl, error)
	AdvanceCrawl(ctx context.Context, c *store.Crawl, step store.CrawlStep) (bool, error)
	Seen(ctx context.Context, c *store.Crawl, urls []string) (map[string]store.SeenURL, error)
	Queued(ctx context.Context, c *store.Crawl, from int64, most int) (map[int64]store.QueuedURL, error)
	JobsOf(ctx context.Context, org string, ids []string) ([]*job.Job, error)
	CrawlPages(ctx context.Context, c *store.Crawl, from int64, most int) ([]*job.Job, error)
	Duplicates(ctx context.Context, c *store.Crawl, rules *frontier.Rules, jobs []*job.Job) (map[int64]int64, error)
	PagesNumbered(ctx context.Context, c *store.Crawl, numbers []int64) ([]*job.Job, error)
	Finish(ctx context.Context, j *job.Job, o store.Outcome) (bool, error)
	Balance(ctx context.Context, org string, shards int, exact bool) (store.Balance, error)
}

// Turns says when a host may be asked next; it is a part of turn.Shared.
type Turns interface {
	TakeTurn(ctx context.Context, name string, every, patience time.Duration) (turn.Standing, bool, error)
	Standing(ctx context.Context, name string) (turn.Standing, error)
}

// Rules reads the robots.txt of a URL's origin: a fetch.Client does.
type Rules interface {
	Robots(ctx context.Context, u *url.URL) (*robots.File, error)
}

// Results loads what the job of a site's lists gave, and pages for an export.
type Results interface {
	Whole(ctx context.Context, org string, ref *job.ResultRef) (json.RawMessage, error)
}

// Objects takes the parts of exports.
type Objects interface {
	Put(ctx context.Context, key string, packed []byte) error
}

// Queue takes the pages that were admitted, and crawls that are to go on.
type Queue interface {
	SendJobs(ctx context.Context, worker string, jobs []queue.Job) error
	SendCrawl(ctx context.Context, m queue.Crawl, delay time.Duration) error
}

// Deps are what a Crawler is built of.
type Deps struct {
	Store   Store
	Turns   Turns
	Rules   Rules
	Results Results
	Objects Objects
	Queue   Queue
	Kinds   []kind.Definition
	Seals   seal.Sealer
	Log     *slog.Logger
	Now     func() time.Time // nil is time.Now
}

// Crawler moves crawls on. It is safe for concurrent use.
type Crawler struct {
	Deps
	lists lists
	known *memory
}

// New returns a Crawler.
func New(d Deps) *Crawler {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Crawler{Deps: d, known: newMemory()}
}

// Handle moves the crawls of a batch of messages on, each once, and names the messages that
// are to come again.
func (c *Crawler) Handle(ctx context.Context, batch events.SQSEvent) (events.SQSEventResponse, error) {
	answer := events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{}}
	done := map[queue.Crawl]error{}
	for _, m := range batch.Records {
		var name queue.Crawl
		if err := json.Unmarshal([]byte(m.Body), &name); err != nil || name.CrawlID == "" || name.OrgID == "" {
			c.Log.ErrorContext(ctx, "message is not a crawl", "message_id", m.MessageId)
			continue
		}
		err, known := done[name]
		if !known {
			err = c.Advance(ctx, name.OrgID, name.CrawlID)
			done[name] = err
		}
		if err != nil {
			c.Log.ErrorContext(ctx, "crawl message left for another try", "crawl_id", name.CrawlID, "org_id", name.OrgID, "error", err)
			answer.BatchItemFailures = append(answer.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
	}
	return answer, nil
}

// Advance makes steps of a crawl until there is nothing to do before a page ends or a time comes.
func (c *Crawler) Advance(ctx context.Context, org, id string) error {
	for range mostSteps {
		if end, ok := ctx.Deadline(); ok && time.Until(end) < stopBefore { //nolint:forbidigo // contexts end by the real clock
			break
		}
		crawl, err := c.Store.Crawl(ctx, org, id)
		if errs.Is(err, errs.CrawlNotFound) {
			return nil
		}
		if err != nil || crawl.State.Done() {
			return err
		}
		idle, err := c.advance(ctx, crawl)
		if err != nil || idle {
			return err
		}
	}
	return c.Queue.SendCrawl(ctx, queue.Crawl{OrgID: org, CrawlID: id}, 0)
}

// advance makes one step; idle is true when there is none to make, or when another was faster: whoever made that step
// looks once more, and sees everything that this one was to take into account. One that the wallet refuses is tried with
// fewer pages, and then with none.
func (c *Crawler) advance(ctx context.Context, crawl *store.Crawl) (idle bool, err error) {
	ctx = egress.Naming(ctx, crawl.Target) // what the caller names is open to the crawl
	most, refusal := store.MaxCrawlPages, error(nil)
	turns := map[int64]bool{}
	for {
		d, err := c.draft(crawl, most, refusal)
		if err != nil {
			return false, err
		}
		d.turns = turns
		if err := d.compose(ctx); err != nil {
			return false, err
		}
		if !d.changed {
			return true, nil
		}
		if late, err := c.late(ctx, crawl); err != nil || late {
			return true, err
		}
		moved, err := c.Store.AdvanceCrawl(ctx, crawl, d.step)
		switch {
		case errs.Is(err, errs.InsufficientCredits), errs.Is(err, errs.TooManyInFlight), errs.Is(err, errs.TooManyTimeouts):
			if len(d.step.Jobs) == 0 {
				return false, err
			}
			most, refusal = len(d.step.Jobs)/2, err
			continue
		case err != nil || !moved:
			return true, err
		}
		c.known.add(crawl.ID, d.step.Seen)
		c.send(ctx, d)
		return crawl.State.Done(), nil
	}
}

// late reports whether another step was made meanwhile. A look costs less than a refused transaction, whose rows are
// billed as if they had been written.
func (c *Crawler) late(ctx context.Context, crawl *store.Crawl) (bool, error) {
	now, err := c.Store.Crawl(ctx, crawl.OrgID, crawl.ID)
	return err == nil && now.State.Version != crawl.State.Version, err
}

// send tells the queues of what a step has made. What is lost is made up for by the sweeper.
func (c *Crawler) send(ctx context.Context, d *draft) {
	log := c.Log.With("crawl_id", d.crawl.ID, "org_id", d.crawl.OrgID)
	if len(d.step.Jobs) > 0 {
		names := make([]queue.Job, len(d.step.Jobs))
		for i, j := range d.step.Jobs {
			names[i] = queue.Job{OrgID: j.OrgID, JobID: j.ID}
		}
		if err := c.Queue.SendJobs(ctx, d.step.Jobs[0].Worker, names); err != nil {
			log.WarnContext(ctx, "pages not sent", "error", err)
		}
	}
	if d.woken {
		wait := max(0, d.step.State.WakeAt.Sub(d.now))
		if err := c.Queue.SendCrawl(ctx, queue.Crawl{OrgID: d.crawl.OrgID, CrawlID: d.crawl.ID}, wait); err != nil {
			log.WarnContext(ctx, "crawl not sent", "error", err)
		}
	}
	if s := d.step.State; d.ended {
		log.InfoContext(ctx, "crawl ended", "status", string(s.Status), "halt", string(s.Halt), "pages", s.Admitted, "succeeded", s.Succeeded)
	}
}
