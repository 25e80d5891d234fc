// Package webhook delivers to endpoints how jobs ended: it builds an event's body, has it
// signed, posts it, records what came of it and plans the next attempt. It must not
// know how deliveries are triggered, nor change jobs.
package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/hook"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

const (
	// PerHost is how many deliveries may be under way to one host at once.
	PerHost = 64
	// postTime bounds one attempt.
	postTime = 15 * time.Second
	// firstTime bounds an attempt that the stream makes, since the batch behind it waits.
	firstTime = 3 * time.Second
	// leaseTime outlives an attempt and the writes around it.
	leaseTime = 60 * time.Second
	// bodyTime is how long the body of an answer may take: its status has said how it went.
	bodyTime = time.Second
	// maxAnswer is how much of an endpoint's answer is read, maxExcerpt how much of
	// that is kept.
	maxAnswer  = 4 << 10
	maxExcerpt = 512
	// maxEventItem is the most bytes of a packed event that a row takes.
	maxEventItem = 8 << 10
)

// Store is the part of the store that deliveries need.
type Store interface {
	Endpoints
	ClaimDelivery(ctx context.Context, org, id string, lease time.Duration) (*store.Delivery, bool, error)
	CloseDelivery(ctx context.Context, d *store.Delivery, c store.Closing) (store.Closed, error)
	PostponeDelivery(ctx context.Context, d *store.Delivery, at time.Time, why store.Wait) (bool, error)
	Job(ctx context.Context, org, id string) (*job.Job, error)
	Batch(ctx context.Context, org, id string) (*store.Batch, error)
	Crawl(ctx context.Context, org, id string) (*store.Crawl, error)
	Event(ctx context.Context, org, id string) (store.Event, bool, error)
	FreezeEvent(ctx context.Context, org, id string, e store.Event) (store.Event, error)
}

// Endpoints keeps how endpoints do, and shares out the posts to those of which few are made.
type Endpoints interface {
	Endpoint(ctx context.Context, org, id string) (*store.Endpoint, error)
	NoteDelivery(ctx context.Context, e *store.Endpoint, n store.Note) error
	Probe(ctx context.Context, e *store.Endpoint, hold time.Duration) (bool, error)
	Turn(ctx context.Context, e *store.Endpoint, gap time.Duration) (bool, error)
	TryReceiver(ctx context.Context, d *store.Delivery, e *store.Endpoint) (store.Try, error)
}

// Results loads the result of an event.
type Results interface {
	Load(ctx context.Context, org string, ref *job.ResultRef) (json.RawMessage, error)
}

// Blobs keeps large event bodies.
type Blobs interface {
	Put(ctx context.Context, key string, packed []byte) error
	Get(ctx context.Context, key string) ([]byte, error)
}

// Poster is the guarded way out.
type Poster interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Queue takes the next attempts.
type Queue interface {
	SendDelivery(ctx context.Context, m queue.Delivery, delay time.Duration) error
}

// Deliverer makes attempts.
type Deliverer struct {
	store   Store
	results Results
	blobs   Blobs
	post    Poster
	queue   Queue
	log     *slog.Logger
	now     func() time.Time
	lanes   lanes
	random  func() float64
}

// NewDeliverer returns a Deliverer. A nil now is time.Now.
func NewDeliverer(
	s Store, results Results, blobs Blobs, post Poster, q Queue, log *slog.Logger, now func() time.Time,
) *Deliverer {
	if now == nil {
		now = time.Now
	}
	return &Deliverer{store: s, results: results, blobs: blobs, post: post, queue: q, log: log, now: now, random: rand.Float64}
}

// WithRandom gives the Deliverer another source of the numbers in [0, 1) by which it
// spreads the next attempts, so that a run can be repeated. It is for before its use.
func (d *Deliverer) WithRandom(random func() float64) *Deliverer {
	d.random = random
	return d
}

// Deliver makes one attempt, unless it has been made or is being made. An endpoint
// that fails is data and no error: an error means that our own parts failed and
// that the message must come again.
func (d *Deliverer) Deliver(ctx context.Context, org, id string) error {
	return d.deliver(ctx, org, id, byQueue)
}

// deliver makes an attempt that came by a way, or puts it off. It logs an error that it returns.
func (d *Deliverer) deliver(ctx context.Context, org, id string, w way) error {
	delivery, mine, err := d.store.ClaimDelivery(ctx, org, id, leaseTime)
	log := d.log.With("delivery_id", id, "org_id", org)
	if err == nil && mine {
		log = d.about(delivery)
		err = d.make(ctx, delivery, w)
	}
	if err != nil {
		log.ErrorContext(ctx, "delivery left for another try", "error", err)
	}
	return err
}

// about is the log of an attempt, whose lines name the job of its event.
func (d *Deliverer) about(delivery *store.Delivery) *slog.Logger {
	log := d.log.With("delivery_id", delivery.ID, "org_id", delivery.OrgID)
	switch {
	case delivery.JobID != "":
		return log.With("job_id", delivery.JobID)
	case delivery.BatchID != "":
		return log.With("batch_id", delivery.BatchID)
	case delivery.CrawlID != "":
		return log.With("crawl_id", delivery.CrawlID)
	}
	return log
}

// make makes a claimed attempt, or puts it off.
func (d *Deliverer) make(ctx context.Context, delivery *store.Delivery, w way) error {
	endpoint, err := d.destination(ctx, delivery)
	if err != nil || endpoint == nil {
		return err
	}
	p, err := d.pass(ctx, endpoint, delivery, w)
	switch {
	case err != nil:
		return err
	case p.refuse != "":
		return d.refuse(ctx, endpoint, delivery, p.refuse)
	case p.why != "":
		return d.postpone(ctx, delivery, p.at, p.why)
	}
	defer d.lanes.leave(endpoint.ID)
	body, err := d.body(ctx, endpoint, delivery)
	if errs.Is(err, errs.JobNotFound) || errs.Is(err, errs.BatchNotFound) || errs.Is(err, errs.CrawlNotFound) {
		_, err = d.fail(ctx, delivery, "What the event is about is older than 30 days.", store.Closing{})
		return err
	}
	if err != nil {
		return err
	}
	answer := d.attempt(ctx, endpoint, delivery, body, w.time)
	return d.record(ctx, endpoint, delivery, answer)
}

// body returns the event's frozen bytes, freezing them at the first attempt.
func (d *Deliverer) body(ctx context.Context, e *store.Endpoint, delivery *store.Delivery) ([]byte, error) {
	event, found, err := d.store.Event(ctx, delivery.OrgID, delivery.EventID)
	if err != nil {
		return nil, err
	}
	if !found {
		if event, err = d.freeze(ctx, e, delivery); err != nil {
			return nil, err
		}
	}
	packed := event.Body
	if event.Blob != "" {
		if packed, err = d.blobs.Get(ctx, event.Blob); err != nil {
			return nil, err
		}
	}
	return blob.Unpack(packed)
}

func (d *Deliverer) freeze(ctx context.Context, e *store.Endpoint, delivery *store.Delivery) (store.Event, error) {
	raw, err := d.build(ctx, e, delivery)
	if err != nil {
		return store.Event{}, err
	}
	event := store.Event{Body: blob.Pack(raw)}
	if len(event.Body) > maxEventItem {
		key := "events/" + delivery.OrgID + "/" + delivery.EventID + "/" + delivery.ID + ".json"
		if err := d.blobs.Put(ctx, key, event.Body); err != nil {
			return store.Event{}, err
		}
		event = store.Event{Blob: key}
	}
	return d.store.FreezeEvent(ctx, delivery.OrgID, delivery.EventID, event)
}

func (d *Deliverer) build(ctx context.Context, e *store.Endpoint, delivery *store.Delivery) ([]byte, error) {
	if delivery.Form != nil {
		return d.formed(ctx, e, delivery)
	}
	if delivery.CrawlID != "" {
		c, err := d.store.Crawl(ctx, delivery.OrgID, delivery.CrawlID)
		if err != nil {
			return nil, err
		}
		return crawlEvent(delivery, c)
	}
	if delivery.BatchID != "" {
		b, err := d.store.Batch(ctx, delivery.OrgID, delivery.BatchID)
		if err != nil {
			return nil, err
		}
		return batchEvent(delivery, b)
	}
	if delivery.JobID == "" {
		return testEvent(delivery)
	}
	j, value, err := d.outcome(ctx, e, delivery)
	if err != nil {
		return nil, err
	}
	return jobEvent(delivery, j, value)
}

// answer is what came of a post.
type answer struct {
	response   store.Response
	retryAfter time.Duration
	succeeded  bool
	gone       bool
	slow       bool
}

// attempt posts the body once. Redirects are not followed and nothing is tried
// again here.
func (d *Deliverer) attempt(
	ctx context.Context, e *store.Endpoint, delivery *store.Delivery, body []byte, most time.Duration,
) answer {
	start := d.now()
	// A URL that was changed since the attempt was planned is where events go now.
	delivery.URL = e.URL
	header := signing.Sign(e.Secrets(start), delivery.EventID, start, body)
	header.Set("User-Agent", "Quarry-Webhooks/1.0")
	if delivery.Form != nil || delivery.EventType == store.EventTest { // which proves receivers that check this one alone, too
		header.Set(hook.Signature, signing.OfBody(e.Secret, body))
	}
	res, err := d.post.Do(ctx, fetch.Request{
		Method: http.MethodPost, URL: delivery.URL, Header: header, Body: body, Timeout: most, FirstByte: most,
		MaxRedirects: fetch.NoRedirects, NoRetry: true, MaxBytes: maxAnswer, AllowTruncated: true, BodyWithin: bodyTime,
	})
	out := answer{response: store.Response{Duration: d.now().Sub(start)}}
	out.slow = out.response.Duration >= slowTime
	if err != nil {
		out.response.Error = complaint(errs.As(err), most)
		return out
	}
	out.response.Status, out.response.Excerpt = res.Status, excerpt(res.Body)
	out.succeeded = res.Status >= 200 && res.Status < 300
	out.gone = res.Status == http.StatusGone
	out.retryAfter = retryAfter(res.Header.Get("Retry-After"), d.now())
	if !out.succeeded {
		out.response.Error = fmt.Sprintf("The endpoint returned %d; only 2xx is a success.", res.Status)
	}
	return out
}

// complaint is why there was no response, for an endpoint's owner. What fetch advises on
// time is for those who call the API.
func complaint(e *errs.Error, most time.Duration) string {
	if e.Code == errs.UpstreamTimeout {
		return fmt.Sprintf("%s: the endpoint did not respond within %d seconds", e.Code, int(most.Seconds()))
	}
	return string(e.Code) + ": " + e.Message
}

func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil {
		return time.Duration(max(0, min(seconds, 86400))) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// excerpt is the beginning of an endpoint's answer, as valid text.
func excerpt(body []byte) string {
	return strings.ToValidUTF8(string(body[:min(len(body), maxExcerpt)]), "")
}
