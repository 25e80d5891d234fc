package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// deliveryView is one attempt to deliver an event, as callers see it.
type deliveryView struct {
	ID                 string       `json:"id" doc:"The attempt's id."`
	EndpointID         string       `json:"endpointId" doc:"Id of the endpoint."`
	JobID              string       `json:"jobId,omitempty" doc:"The job of the event; absent for an event of none."`
	BatchID            string       `json:"batchId,omitempty" doc:"The batch of the event, when that is about a whole batch."`
	CrawlID            string       `json:"crawlId,omitempty" doc:"The crawl of the event, when that is about a whole crawl."`
	EventID            string       `json:"eventId" doc:"Id of the event, the same in every retry and replay; use it to detect an event that arrives twice."`
	EventType          string       `json:"eventType" doc:"Type of the event. It is one of those of an endpoint's events, or endpoint.test; calls in the form of another service have crawl.started, crawl.completed, crawl.failed, crawl.cancelled and the same of batch."`
	URL                string       `json:"url" doc:"The URL to which it was or will be posted."`
	Status             string       `json:"status" enum:"pending,succeeded,failed" doc:"pending until the attempt was made."`
	Attempt            int          `json:"attempt" minimum:"1" maximum:"8" doc:"1 is the first; each attempt is a separate delivery."`
	Trigger            string       `json:"trigger" enum:"scheduled,replay" doc:"replay for attempts created by POST …/replay, and their retries."`
	ResponseStatus     int          `json:"responseStatus,omitempty" doc:"HTTP status of the endpoint's response; absent when there was none."`
	ResponseDurationMS int64        `json:"responseDurationMs,omitempty" doc:"Time that the endpoint took to respond, in milliseconds."`
	ResponseExcerpt    string       `json:"responseExcerpt,omitempty" doc:"The first 512 bytes of the response body."`
	Error              string       `json:"error,omitempty" doc:"Why the attempt failed."`
	AttemptedAt        instant.Time `json:"attemptedAt,omitzero" doc:"When the attempt was made; absent while it is pending."`
	NextAttemptAt      instant.Time `json:"nextAttemptAt,omitzero" doc:"When the event is posted next: by this attempt while it is pending, by another after it failed; absent when there are no more attempts."`
	WaitReason         string       `json:"waitReason,omitempty" enum:"slow,busy,failing,unproven" doc:"Why a pending attempt was put off: its endpoint responds slowly, has as many posts under way as it may have, failed repeatedly, or has never responded with 2xx."`
	ReplayOf           string       `json:"replayOf,omitempty" doc:"The delivery that was replayed."`
}

type deliveryData struct {
	Delivery deliveryView `json:"delivery" doc:"The attempt."`
}

type deliveriesData struct {
	Items      []deliveryView `json:"items" doc:"The attempts, newest first."`
	NextCursor string         `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page. A page that is short or empty because of a filter can still have a next one."`
	Exhausted  bool           `json:"exhausted" doc:"True on the last page."`
}

func viewDelivery(d *store.Delivery) deliveryView {
	return deliveryView{
		ID: d.ID, EndpointID: d.EndpointID, JobID: d.JobID, BatchID: d.BatchID, CrawlID: d.CrawlID, EventID: d.EventID, EventType: d.EventType, URL: d.URL,
		Status: d.Status, Attempt: d.Attempt, Trigger: d.Trigger, ResponseStatus: d.Response.Status,
		ResponseDurationMS: d.Response.Duration.Milliseconds(), ResponseExcerpt: d.Response.Excerpt,
		Error: d.Response.Error, AttemptedAt: instant.Of(d.AttemptedAt), NextAttemptAt: instant.Of(d.NextAttemptAt), ReplayOf: d.ReplayOf,
		WaitReason: string(d.Waits),
	}
}

// delivery answers GET /webhooks/deliveries/{deliveryId}.
func (s *Server) delivery(w http.ResponseWriter, c *call) error {
	d, err := s.findDelivery(c)
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, deliveryData{viewDelivery(d)})
}

func (s *Server) findDelivery(c *call) (*store.Delivery, error) {
	id := c.PathValue("deliveryId")
	if !ident.Valid(ident.Delivery, id) {
		return nil, noID(errs.DeliveryNotFound, id)
	}
	return s.Store.Delivery(c.Context(), c.principal.OrgID, id)
}

// deliveries answers GET /webhooks/deliveries: every attempt, newest first.
func (s *Server) deliveries(w http.ResponseWriter, c *call) error {
	params := c.params
	limit, err := pageLimit(params)
	if err != nil {
		return err
	}
	q := store.DeliveryQuery{
		OrgID: c.principal.OrgID, EndpointID: params.Get("endpointId"), JobID: params.Get("jobId"), BatchID: params.Get("batchId"),
		CrawlID: params.Get("crawlId"), Status: params.Get("status"), Limit: limit,
	}
	if err := checkDeliveryQuery(q); err != nil {
		return err
	}
	sealed := strings.Join([]string{"deliveries", q.EndpointID, q.JobID, q.BatchID, q.CrawlID, q.Status}, "\x00")
	if q.After, err = s.Cursors.Open(q.OrgID, sealed, params.Get("cursor")); err != nil {
		return err
	}
	list, next, err := s.Store.Deliveries(c.Context(), q)
	if err != nil {
		return err
	}
	data := deliveriesData{Items: make([]deliveryView, len(list)), NextCursor: s.Cursors.Seal(q.OrgID, sealed, next), Exhausted: next == ""}
	for i, d := range list {
		data.Items[i] = viewDelivery(d)
	}
	return writeData(w, http.StatusOK, data)
}

// checkDeliveryQuery refuses filters that can match nothing.
func checkDeliveryQuery(q store.DeliveryQuery) error {
	switch q.Status {
	case "", store.DeliveryPending, store.DeliverySucceeded, store.DeliveryFailed:
	default:
		return errs.Field(errs.InvalidRequest, "status", "must be pending, succeeded or failed")
	}
	if q.EndpointID != "" && !ident.Valid(ident.Endpoint, q.EndpointID) {
		return errs.Field(errs.InvalidRequest, "endpointId", "is not the id of an endpoint, which begins with "+ident.Endpoint)
	}
	if q.JobID != "" && !ident.Valid(ident.Job, q.JobID) {
		return errs.Field(errs.InvalidRequest, "jobId", "is not the id of a job, which begins with "+ident.Job)
	}
	if q.BatchID != "" && !ident.Valid(ident.Batch, q.BatchID) {
		return errs.Field(errs.InvalidRequest, "batchId", "is not the id of a batch, which begins with "+ident.Batch)
	}
	if q.CrawlID != "" && !ident.Valid(ident.Crawl, q.CrawlID) {
		return errs.Field(errs.InvalidRequest, "crawlId", "is not the id of a crawl, which begins with "+ident.Crawl)
	}
	return nil
}

// replayDelivery answers POST /webhooks/deliveries/{deliveryId}/replay: the event of
// any delivery is posted once more, and again on the schedule when that fails.
func (s *Server) replayDelivery(w http.ResponseWriter, c *call) error {
	d, err := s.findDelivery(c)
	if err != nil {
		return err
	}
	e, err := s.Store.Endpoint(c.Context(), d.OrgID, d.EndpointID)
	if errs.Is(err, errs.EndpointNotFound) {
		return errs.Newf(errs.EndpointNotFound, "The endpoint %s of this delivery has been deleted.", d.EndpointID)
	}
	if err != nil {
		return err
	}
	return s.deliver(w, c, e, &store.Delivery{
		JobID: d.JobID, BatchID: d.BatchID, CrawlID: d.CrawlID, Change: d.Change, EventID: d.EventID, EventType: d.EventType, Form: d.Form, Trigger: store.TriggerReplay, ReplayOf: d.ID,
	})
}

// deliver has an event posted to an active endpoint and answers 202. The store's
// stream takes the delivery from here, as it does those of ended jobs.
func (s *Server) deliver(w http.ResponseWriter, c *call, e *store.Endpoint, d *store.Delivery) error {
	if e.Status != store.EndpointActive {
		return errs.Newf(errs.EndpointDisabled, "The endpoint %s is disabled: %s Set its status to active first.", e.ID, e.DisabledReason)
	}
	now := s.Now().UTC().Truncate(time.Millisecond) // as it is stored
	d.ID, d.OrgID, d.EndpointID, d.URL = ident.New(ident.Delivery), e.OrgID, e.ID, e.URL
	d.Status, d.Attempt, d.CreatedAt, d.NextAttemptAt = store.DeliveryPending, 1, now, now
	err := s.Store.PutDelivery(c.Context(), d)
	if errs.Is(err, errs.ServiceUnavailable) {
		err = s.delivers(c.Context(), d, err)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Location", base+"/webhooks/deliveries/"+d.ID)
	return writeData(w, http.StatusAccepted, deliveryData{viewDelivery(d)})
}

// delivers decides about a delivery whose writing failed: it may have been written after
// all. Sent again, the call would post the event once more.
func (s *Server) delivers(ctx context.Context, d *store.Delivery, failed error) error {
	_, err := look(ctx, func(ctx context.Context) (*store.Delivery, error) { return s.Store.Delivery(ctx, d.OrgID, d.ID) })
	if err == nil {
		return nil
	}
	if errs.Is(err, errs.DeliveryNotFound) {
		return failed
	}
	return unknown(errors.Join(failed, err),
		"It is not known whether the delivery was created. Read it, and send the call again only if it is not found.",
		errs.Detail{Field: "deliveryId", Issue: d.ID})
}
