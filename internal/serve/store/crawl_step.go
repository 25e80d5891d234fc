package store

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

const (
	// crawlLook is every how long the sweeper's look at a crawl moves on with its steps.
	crawlLook = time.Minute
	// MaxCrawlRows is the most rows of URLs, and of events of pages but one, that one step adds: with its pages,
	// the wallet's rows and its own they are one transaction.
	MaxCrawlRows = 40
	// MaxCrawlPages is the most pages that one step admits, each of which has a row and one in the ledger.
	MaxCrawlPages = 16
	// MaxCrawlSamples is the most samples that one step keeps.
	MaxCrawlSamples = 4
	// MaxOpenCrawls is the most crawls of an organization that have not ended.
	MaxOpenCrawls = 20
)

// CrawlAdmission asks for a crawl. Its id is chosen before.
type CrawlAdmission struct {
	Crawl          *Crawl
	First          string // the first page, as the crawl tells pages apart
	IdempotencyKey string // empty for none
	Endpoint       *Endpoint
}

// AdmitCrawl writes a crawl whose first page is found, and charges nothing. When the idempotency
// key was used before it returns that crawl and true. Errors: too_many_in_flight, too_many_endpoints, ErrEndpointTaken.
func (s *Store) AdmitCrawl(ctx context.Context, a CrawlAdmission) (*Crawl, bool, error) {
	c := a.Crawl
	c.State.Version, c.State.Numbered = 1, 1
	c.State.step = ident.New("")
	var problems error
	var actions []types.TransactWriteItem
	add := func(row any, condition string, v values) {
		action, err := putAction(s.core, row, condition, v)
		problems = errors.Join(problems, err)
		actions = append(actions, action)
	}
	for _, row := range []any{
		newCrawlItem(c), newCrawlStateItem(c, &c.State), newSeenItem(c, SeenURL{URL: a.First, Number: 1}), newQueueItem(c, 1, []QueuedURL{{URL: a.First}}),
	} {
		add(row, absent, nil)
	}
	if startedAs(c.Webhook, EventCrawlStarted) {
		add(crawlDelivery(c, Delivery{CrawlID: c.ID, EventType: EventCrawlStarted}, c.CreatedAt), absent, nil)
	}
	openAt := len(actions)
	actions = append(actions, opened(c.OrgID).action(s.core))
	keyAt := -1
	if a.IdempotencyKey != "" {
		keyAt = len(actions)
		k := crawlKeyKey(c.OrgID, a.IdempotencyKey)
		add(idempotencyItem{
			PK: k.pk, SK: k.sk, Entity: "idempotency", Job: c.ID, ExpiresAt: millis(c.ExpiresAt), TTL: c.ExpiresAt.Unix(),
		}, absent+" OR #expiresAt < :now", values{":now": millis(c.CreatedAt)})
	}
	endpointAt := len(actions)
	if a.Endpoint != nil {
		registered, err := s.registering(a.Endpoint, c.CreatedAt)
		problems = errors.Join(problems, err)
		actions = append(actions, registered...)
	}
	if problems != nil {
		return nil, false, problems
	}
	err := s.transact(ctx, actions)
	no, refused := errors.AsType[*cancelled](err)
	if !refused {
		return c, false, err
	}
	if _, exists := no.failed(0); exists { // by a try whose answer was lost
		return c, false, nil
	}
	if old, used := no.failed(keyAt); used {
		var row idempotencyItem
		if err := decode(old, &row); err != nil {
			return nil, false, err
		}
		c, err := s.Crawl(ctx, c.OrgID, row.Job)
		return c, true, err
	}
	if _, full := no.failed(openAt); full {
		return nil, false, tooManyCrawls()
	}
	if a.Endpoint != nil {
		return nil, false, cmp.Or(no.takenOrFull(endpointAt), unavailable(err))
	}
	return nil, false, unavailable(err)
}

// CrawlStep is what a crawl does at once.
type CrawlStep struct {
	State CrawlState  // as it will be; its Version is the one that the step was made of
	Seen  []SeenURL   // URLs that were met for the first time, at most MaxCrawlRows
	Queue []QueuedURL // those of them that are pages and were not admitted, by their numbers
	First int64       // number of the first of Queue
	Jobs  []*job.Job  // pages that are admitted, all at one price; at most MaxCrawlPages
	// Skipped are URLs that are no pages, as samples; at most MaxCrawlSamples.
	Skipped []SkippedURL
	Part    *ExportPart // what was written to the bucket; nil for nothing
	// Told are pages whose outcome is final, and that the crawl's endpoint is to hear of.
	Told []*job.Job
	// Keep is how many of the organization's unfinished jobs are left to others.
	Keep int64
}

// AdvanceCrawl makes a step: the state, what it found and the jobs of its pages with their charge
// are one transaction. It reports false when another step was there first, and then wrote nothing; on
// true c has the new state. Errors: too_many_in_flight of a crawl that is resumed; and of pages insufficient_credits, too_many_in_flight, too_many_timeouts, and
// nothing is written.
func (s *Store) AdvanceCrawl(ctx context.Context, c *Crawl, step CrawlStep) (moved bool, err error) {
	seen := step.State.Version
	next := step.State
	next.Version, next.step, next.UpdatedAt = seen+1, ident.New(""), s.now()
	own, err := s.crawlActions(c, step, &next, seen)
	if err != nil {
		return false, err
	}
	if len(step.Jobs) == 0 {
		moved, err = s.stepped(s.transact(ctx, own), next.step, reopens(c, &next))
	} else {
		n := needOf(step.Jobs...)
		n.room += step.Keep
		err = s.onWallet(ctx, c.OrgID, c.Shards, n, func(at place) error {
			moved, err = s.chargeStep(ctx, c, step, own, n, at, next.step)
			return err
		})
	}
	if moved {
		c.State = next
	}
	return moved, err
}

// crawlActions are a step's actions but for its jobs. The first holds that no other step was made.
func (s *Store) crawlActions(c *Crawl, step CrawlStep, next *CrawlState, seen int64) (actions []types.TransactWriteItem, err error) {
	add := func(row any, condition string, v values) {
		action, e := putAction(s.core, row, condition, v)
		err = errors.Join(err, e)
		actions = append(actions, action)
	}
	add(newCrawlStateItem(c, next), "#version = :seen", values{":seen": seen})
	ends := next.Ended() && !c.State.Ended()
	switch {
	case reopens(c, next):
		actions = append(actions, opened(c.OrgID).action(s.core)) // the second, by which stepped knows it
	case ends:
		actions = append(actions, closed(c.OrgID).action(s.core))
	}
	for _, u := range step.Seen {
		add(newSeenItem(c, u), absent, nil)
	}
	for _, u := range step.Skipped {
		add(newSampleItem(c, u), "", nil)
	}
	if step.Part != nil {
		add(newPartItem(c, *step.Part), "", nil)
	}
	if len(step.Queue) > 0 {
		add(newQueueItem(c, step.First, step.Queue), absent, nil)
	}
	counted := &Crawl{State: *next} // the pages of this step, too
	for _, j := range step.Told {
		add(crawlDelivery(c, Delivery{JobID: j.ID, EventType: EventPage, Change: counted.ChangeOf(j)}, s.now()), absent, nil)
	}
	if event := ended(c.Webhook, EventCrawl, next.how()); ends && c.tells(event) {
		add(crawlDelivery(c, Delivery{CrawlID: c.ID, EventType: event}, s.now()), absent, nil)
	}
	return actions, err
}

// stepped says whether a step was made, by the error of its transaction.
func (s *Store) stepped(err error, step string, reopens bool) (bool, error) {
	no, refused := errors.AsType[*cancelled](err)
	if !refused {
		return err == nil, err
	}
	met, other := no.failed(0)
	if _, full := no.failed(1); full && !other && reopens {
		return false, tooManyCrawls()
	}
	if !other {
		return false, errs.Internal(err) // a URL has two numbers
	}
	var row crawlStateItem
	if err := decode(met, &row); err != nil {
		return false, err
	}
	return row.Step == step, nil // ours, by a try whose answer was lost
}

// chargeStep tries a step with pages at one place of the wallet. Errors: errRefused, errContended.
func (s *Store) chargeStep(
	ctx context.Context, c *Crawl, step CrawlStep, own []types.TransactWriteItem, n need, at place, name string,
) (bool, error) {
	actions := append([]types.TransactWriteItem(nil), own...)
	var problems error
	add := func(row any) {
		action, err := putAction(s.core, row, absent, nil)
		problems = errors.Join(problems, err)
		actions = append(actions, action)
	}
	now := step.Jobs[0].CreatedAt
	for _, j := range step.Jobs {
		j.Shard, j.Shards = at.shard, c.Shards
		add(newJobItem(j))
		add(jobLedgerItem(j, ledgerDebit, -j.Quote.Credits, now))
	}
	actions = append(actions, n.book(c.OrgID, at.shard, step.Jobs[0].Quote.Action, now).action(s.core))
	wallet := len(actions)
	actions = append(actions, s.actions(at.wallet)...)
	if problems != nil {
		return false, problems
	}
	again, err := s.write(ctx, actions, ident.New(""))
	if again {
		return false, errContended
	}
	no, refused := errors.AsType[*cancelled](err)
	if !refused {
		return err == nil, err
	}
	if _, other := no.failed(0); other {
		return s.stepped(err, name, false)
	}
	for i := wallet; i < len(actions); i++ {
		if _, short := no.failed(i); short {
			return false, errRefused
		}
	}
	return s.stepped(err, name, false)
}

// reopens reports whether a step resumes a crawl that has ended.
func reopens(c *Crawl, next *CrawlState) bool { return c.State.Ended() && !next.Ended() }

// opened counts a crawl among those of its organization that have not ended, if there is room for it.
func opened(org string) change {
	return change{
		key: openKey(org).item(), set: "ADD #open :one", condition: "attribute_not_exists(#open) OR #open < :most",
		values: values{":one": 1, ":most": MaxOpenCrawls},
	}
}

func closed(org string) change {
	return change{key: openKey(org).item(), set: "ADD #open :one", values: values{":one": -1}}
}

func tooManyCrawls() error {
	return errs.Newf(errs.TooManyInFlight, "The organization has %d crawls that have not ended, which is the most; wait for the end of one, or cancel one.", MaxOpenCrawls)
}

// tells reports whether somebody wants an event of the crawl.
func (c *Crawl) tells(event string) bool { return c.Webhook != nil && c.Webhook.Events.Wants(event) }

// TellsPages reports whether somebody wants to hear of the end of each page.
func (c *Crawl) TellsPages() bool { return c.tells(EventPage) }

// crawlDelivery is the first delivery of an event of a crawl.
func crawlDelivery(c *Crawl, of Delivery, now time.Time) deliveryItem {
	return newDeliveryItem(firstDelivery(&job.Job{OrgID: c.OrgID, Webhook: c.Webhook}, of, now))
}
