package store

import (
	"context"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

// The statuses and triggers of a delivery.
const (
	DeliveryPending   = "pending"
	DeliverySucceeded = "succeeded"
	DeliveryFailed    = "failed"

	TriggerScheduled = "scheduled"
	TriggerReplay    = "replay"

	// EventTest is the type of an event that only tries an endpoint.
	EventTest = "endpoint.test"
	// EventBatch is the type of the event that all jobs of a batch have ended.
	EventBatch = "batch.finished"
	// EventPage is the type of the event that a page of a crawl has ended, and EventCrawl that
	// the crawl has.
	EventPage  = "crawl.page"
	EventCrawl = "crawl.finished"
	// EventBatchStarted and EventCrawlStarted are the types of events that a batch or a crawl was made. Only subscriptions
	// with a form have them, and for these the end of either says how it ended; see ended.
	EventBatchStarted = "batch.started"
	EventCrawlStarted = "crawl.started"
)

// The ways in which a batch or a crawl ends, as the last part of the type of an event with a form.
const (
	endCompleted = "completed"
	endFailed    = "failed" // nothing succeeded
	endCancelled = "cancelled"
)

// ended is the type of the event that a batch or a crawl has ended: plain is that of this service's form, of which the
// last part says how it ended where the subscription has another form.
func ended(w *job.Subscription, plain, how string) string {
	if w == nil || w.Form == nil {
		return plain
	}
	family, _, _ := strings.Cut(plain, ".")
	return family + "." + how
}

// startedAs reports whether somebody wants to hear that a batch or a crawl was made.
func startedAs(w *job.Subscription, event string) bool {
	return w != nil && w.Form != nil && w.Events.Wants(event)
}

const (
	// deliveryRetention is how long attempts stay in the log.
	deliveryRetention = 30 * 24 * time.Hour
	// deliveryGrace is how long a pending attempt may go without being made before
	// the sweeper sends it: the stream or a delayed message has lost it by then.
	deliveryGrace = 60 * time.Second
	// deliveryEarly is how long before its moment an attempt may be made: queues
	// hold messages back to the second.
	deliveryEarly = 2 * time.Second
)

// Delivery is one attempt to post one event to one endpoint. A retry is a new
// Delivery with the next attempt's number.
type Delivery struct {
	ID            string
	OrgID         string
	EndpointID    string
	JobID         string // empty for an event of no job
	BatchID       string // of an event of a batch
	CrawlID       string // of an event of a crawl
	Change        string // of an event of a page of a crawl: what the page is to the earlier crawl
	EventID       string // the same in every retry and replay
	EventType     string // job.succeeded, job.failed, job.cancelled, batch.finished, crawl.page, crawl.finished, endpoint.test; with a Form see ended
	Form          *job.Form
	URL           string // of the endpoint when the attempt was made, or planned
	Status        string
	Attempt       int
	Trigger       string
	ReplayOf      string
	Waits         Wait   // of a pending one that was brought too early: why it waits
	Claim         string // of whom it is, or was last, made by; empty before the first claim
	CreatedAt     time.Time
	NextAttemptAt time.Time // of a pending one: when it is to be made; of a failed one: when the next is
	AttemptedAt   time.Time
	Response      Response
}

// Wait is why an attempt was put off.
type Wait string

// The reasons to put an attempt off.
const (
	WaitSlow     Wait = "slow"     // its endpoint responds slowly, and few posts to it are made at once
	WaitBusy     Wait = "busy"     // as many posts to its endpoint are under way as may be
	WaitFailing  Wait = "failing"  // its endpoint failed repeatedly, and one event at a time tries it
	WaitUnproven Wait = "unproven" // its endpoint has never responded with 2xx, and gets few posts
)

// Response is what came of an attempt. Error is for the endpoint's owner.
type Response struct {
	Status   int
	Duration time.Duration
	Excerpt  string
	Error    string
}

type deliveryItem struct {
	PK            string `dynamodbav:"pk"`
	SK            string `dynamodbav:"sk"`
	Entity        string `dynamodbav:"entity"`
	ID            string `dynamodbav:"id"`
	Org           string `dynamodbav:"org"`
	Endpoint      string `dynamodbav:"endpoint"`
	Job           string `dynamodbav:"job,omitempty"`
	Batch         string `dynamodbav:"batch,omitempty"`
	Crawl         string `dynamodbav:"crawl,omitempty"`
	Change        string `dynamodbav:"change,omitempty"`
	Event         string `dynamodbav:"event"`
	EventType     string `dynamodbav:"eventType"`
	Form          *form  `dynamodbav:"form,omitempty"`
	URL           string `dynamodbav:"url"`
	Status        string `dynamodbav:"status"`
	Attempt       int    `dynamodbav:"attempt"`
	Trigger       string `dynamodbav:"trigger"`
	ReplayOf      string `dynamodbav:"replayOf,omitempty"`
	CreatedAt     int64  `dynamodbav:"createdAt"`
	NextAttemptAt int64  `dynamodbav:"nextAttemptAt,omitempty"`
	AttemptedAt   int64  `dynamodbav:"attemptedAt,omitempty"`
	LeaseUntil    int64  `dynamodbav:"leaseUntil,omitempty"`
	Claim         string `dynamodbav:"claim,omitempty"`
	Waits         string `dynamodbav:"waits,omitempty"`
	Code          int    `dynamodbav:"code,omitempty"`
	DurationMS    int64  `dynamodbav:"durationMs,omitempty"`
	Excerpt       string `dynamodbav:"excerpt,omitempty"`
	Error         string `dynamodbav:"error,omitempty"`
	DuePK         string `dynamodbav:"duePk,omitempty"`
	DueAt         int64  `dynamodbav:"dueAt,omitempty"`
	RecentPK      string `dynamodbav:"recentPk"`
	RecentID      string `dynamodbav:"recentId"`
	TTL           int64  `dynamodbav:"ttl"`
}

func newDeliveryItem(d *Delivery) deliveryItem {
	k := deliveryKey(d.OrgID, d.ID)
	return deliveryItem{
		PK: k.pk, SK: k.sk, Entity: EntityDelivery, ID: d.ID, Org: d.OrgID, Endpoint: d.EndpointID, Job: d.JobID, Batch: d.BatchID, Crawl: d.CrawlID, Change: d.Change,
		Event: d.EventID, EventType: d.EventType, Form: newForm(d.Form), URL: d.URL, Status: d.Status, Attempt: d.Attempt, Trigger: d.Trigger,
		ReplayOf: d.ReplayOf, CreatedAt: millis(d.CreatedAt), NextAttemptAt: millis(d.NextAttemptAt),
		DuePK: dueShard(LaneDeliveries, d.ID), DueAt: millis(d.NextAttemptAt.Add(deliveryGrace)),
		RecentPK: recentShard(d.OrgID, listDeliveries, d.ID), RecentID: d.ID,
		TTL: d.CreatedAt.Add(deliveryRetention).Unix(),
	}
}

func (r *deliveryItem) delivery() *Delivery {
	return &Delivery{
		ID: r.ID, OrgID: r.Org, EndpointID: r.Endpoint, JobID: r.Job, BatchID: r.Batch, CrawlID: r.Crawl, Change: r.Change, EventID: r.Event, EventType: r.EventType, Form: r.Form.form(),
		URL: r.URL, Status: r.Status, Attempt: r.Attempt, Trigger: r.Trigger, ReplayOf: r.ReplayOf, Waits: Wait(r.Waits), Claim: r.Claim,
		CreatedAt: fromMillis(r.CreatedAt), NextAttemptAt: fromMillis(r.NextAttemptAt), AttemptedAt: fromMillis(r.AttemptedAt),
		Response: Response{
			Status: r.Code, Duration: time.Duration(r.DurationMS) * time.Millisecond, Excerpt: r.Excerpt, Error: r.Error,
		},
	}
}

// jobDelivery is the first delivery of a job's terminal event. It is written in
// the transaction that ends the job, so that no event is lost or invented; its
// insertion is what the stream reacts to.
func jobDelivery(j *job.Job, now time.Time) deliveryItem {
	return newDeliveryItem(firstDelivery(j, Delivery{JobID: j.ID, EventType: endEvent(j)}, now))
}

// firstDelivery is of an event about a job, or about its batch.
func firstDelivery(j *job.Job, of Delivery, now time.Time) *Delivery {
	of.ID, of.OrgID, of.EndpointID, of.URL = ident.New(ident.Delivery), j.OrgID, j.Webhook.EndpointID, j.Webhook.URL
	of.EventID, of.Form = ident.New(ident.Event), j.Webhook.Form
	of.Status, of.Attempt, of.Trigger = DeliveryPending, 1, TriggerScheduled
	of.CreatedAt, of.NextAttemptAt = now, now
	return &of
}

// endEvent is the type of a job's terminal event. A crawl's page has none: its crawl tells of it, when it will not be
// tried again.
func endEvent(j *job.Job) string { return "job." + string(j.Status) }

// tells reports whether the end of a job is an event that somebody wants.
func tells(j *job.Job) bool { return j.Webhook != nil && j.Webhook.Events.Wants(endEvent(j)) }

// PutDelivery stores a pending attempt that belongs to no job's end. A first
// attempt reaches the stream as those of jobs do.
func (s *Store) PutDelivery(ctx context.Context, d *Delivery) error {
	_, err := s.put(ctx, newDeliveryItem(d), absent)
	return err
}

// Delivery reads one attempt of the organization. Errors: delivery_not_found.
func (s *Store) Delivery(ctx context.Context, org, id string) (*Delivery, error) {
	var row deliveryItem
	found, err := s.get(ctx, deliveryKey(org, id), &row)
	if err != nil {
		return nil, err
	}
	if !found || row.expired(s.now()) {
		return nil, errs.Of(errs.DeliveryNotFound)
	}
	return row.delivery(), nil
}

// expired matches a row that the database has not cleaned up yet.
func (r *deliveryItem) expired(now time.Time) bool { return r.TTL <= now.Unix() }

// ClaimDelivery takes a pending attempt for as long as the lease, so that a
// repeated message does not post twice. It reports false when the attempt has been
// made, is being made, is not yet to be made or does not exist.
func (s *Store) ClaimDelivery(ctx context.Context, org, id string, lease time.Duration) (*Delivery, bool, error) {
	now, claim := s.now(), ident.New("")
	found, ok, err := s.update(ctx, s.core, change{
		key:       deliveryKey(org, id).item(),
		set:       "SET #leaseUntil = :until, #dueAt = :until, #claim = :claim",
		condition: "#status = :pending AND #nextAttemptAt <= :soon AND (attribute_not_exists(#leaseUntil) OR #leaseUntil < :now)",
		values: values{
			":pending": DeliveryPending, ":now": millis(now), ":until": millis(now.Add(lease)),
			":soon": millis(now.Add(deliveryEarly)), ":claim": claim,
		},
	})
	if err != nil {
		return nil, false, err
	}
	var row deliveryItem
	if err := decode(found, &row); err != nil {
		return nil, false, err
	}
	if !ok && row.Claim != claim { // a refused claim that is stored is ours: the answer to it was lost
		return nil, false, nil
	}
	return row.delivery(), true, nil
}

// PostponeDelivery gives a claimed attempt back, to be made at a later time, with the reason.
// It reports false when the claim is not the newest any more.
func (s *Store) PostponeDelivery(ctx context.Context, d *Delivery, at time.Time, why Wait) (bool, error) {
	_, ok, err := s.update(ctx, s.core, change{
		key:       deliveryKey(d.OrgID, d.ID).item(),
		set:       "SET #nextAttemptAt = :at, #dueAt = :due, #waits = :why REMOVE #leaseUntil",
		condition: "#status = :pending AND #claim = :claim",
		values: values{
			":pending": DeliveryPending, ":claim": d.Claim, ":at": millis(at), ":due": millis(at.Add(deliveryGrace)),
			":why": string(why),
		},
	})
	return ok, err
}

// eventItem holds the frozen bytes of a small event; a large one lies in a blob.
type eventItem struct {
	PK     string `dynamodbav:"pk"`
	SK     string `dynamodbav:"sk"`
	Entity string `dynamodbav:"entity"`
	Body   []byte `dynamodbav:"body,omitempty"`
	Blob   string `dynamodbav:"blob,omitempty"`
	TTL    int64  `dynamodbav:"ttl"`
}

// Event is the frozen body of an event: its bytes, or the blob that holds them.
type Event struct {
	Body []byte
	Blob string
}

// FreezeEvent stores an event's body unless it is stored, and returns what is: the
// bytes of the first attempt are those of every retry and replay.
func (s *Store) FreezeEvent(ctx context.Context, org, id string, e Event) (Event, error) {
	k := eventKey(org, id)
	ok, err := s.put(ctx, eventItem{
		PK: k.pk, SK: k.sk, Entity: "event", Body: e.Body, Blob: e.Blob, TTL: s.now().Add(deliveryRetention).Unix(),
	}, absent)
	if ok || err != nil {
		return e, err
	}
	stored, _, err := s.Event(ctx, org, id)
	return stored, err
}

// Event reads an event's frozen body; found is false before the first attempt.
func (s *Store) Event(ctx context.Context, org, id string) (e Event, found bool, err error) {
	var row eventItem
	found, err = s.get(ctx, eventKey(org, id), &row)
	return Event{Body: row.Body, Blob: row.Blob}, found, err
}
