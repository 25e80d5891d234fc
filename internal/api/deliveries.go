package api

import (
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/ident"
	"github.com/quarryapi/quarry/internal/store"
)

// deliveryView is one attempt to deliver an event, as callers see it.
type deliveryView struct {
	ID                 string    `json:"id"`
	EndpointID         string    `json:"endpointId"`
	JobID              string    `json:"jobId,omitempty"`
	EventID            string    `json:"eventId"`
	EventType          string    `json:"eventType"`
	URL                string    `json:"url"`
	Status             string    `json:"status" enum:"pending,succeeded,failed"`
	Attempt            int       `json:"attempt"`
	Trigger            string    `json:"trigger" enum:"scheduled,replay"`
	ResponseStatus     int       `json:"responseStatus,omitempty"`
	ResponseDurationMS int64     `json:"responseDurationMs,omitempty"`
	ResponseExcerpt    string    `json:"responseExcerpt,omitempty"`
	Error              string    `json:"error,omitempty"`
	AttemptedAt        time.Time `json:"attemptedAt,omitzero"`
	NextAttemptAt      time.Time `json:"nextAttemptAt,omitzero" doc:"When the event is posted next: by this attempt while it is pending, by another after it failed."`
	ReplayOf           string    `json:"replayOf,omitempty"`
}

type deliveryData struct {
	Delivery deliveryView `json:"delivery"`
}

func viewDelivery(d *store.Delivery) deliveryView {
	return deliveryView{
		ID: d.ID, EndpointID: d.EndpointID, JobID: d.JobID, EventID: d.EventID, EventType: d.EventType, URL: d.URL,
		Status: d.Status, Attempt: d.Attempt, Trigger: d.Trigger, ResponseStatus: d.Response.Status,
		ResponseDurationMS: d.Response.Duration.Milliseconds(), ResponseExcerpt: d.Response.Excerpt,
		Error: d.Response.Error, AttemptedAt: d.AttemptedAt, NextAttemptAt: d.NextAttemptAt, ReplayOf: d.ReplayOf,
	}
}

// delivery answers GET /webhooks/deliveries/{deliveryId}.
func (s *Server) delivery(w http.ResponseWriter, c *call) error {
	id := c.PathValue("deliveryId")
	if !ident.Valid(ident.Delivery, id) {
		return errs.New(errs.DeliveryNotFound, errs.DeliveryNotFound.Text())
	}
	d, err := s.Store.Delivery(c.Context(), c.principal.OrgID, id)
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, deliveryData{viewDelivery(d)})
}
